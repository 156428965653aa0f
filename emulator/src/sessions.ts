/** Sessions: emulators beside one, for tests that run at the same time. */
import type { IncomingMessage } from "node:http";

/** Of more, the one that nobody has used for longest ends. */
const maxSessions = 100;

const root = "/emulator/session/";

export class Sessions<Session extends { close(): Promise<void> }> {
  readonly #create: (path: string) => Session;
  /** By path, the one that was used last at the end. */
  readonly #byPath = new Map<string, Session>();

  /** @param create makes the session that has its addresses below a path */
  constructor(create: (path: string) => Session) {
    this.#create = create;
  }

  /** The session of a name; it begins with its first use. */
  named(name: string): Session {
    if (/^\.{0,2}$/.test(name))
      throw new RangeError(
        `"${name}" is no step of an address. Give the session a name, such as "refunds".`,
      );
    return this.#at(root + encodeURIComponent(name));
  }

  /** The session that a request chooses by its address, which is then the one within the session. */
  chosenBy(request: IncomingMessage): Session | undefined {
    const { url = "/" } = request;
    const end = url.indexOf("/", root.length);
    if (!url.startsWith(root) || end <= root.length) return undefined;
    request.url = url.slice(end);
    return this.#at(url.slice(0, end));
  }

  forget(path: string): void {
    this.#byPath.delete(path);
  }

  list(): Session[] {
    return [...this.#byPath.values()];
  }

  #at(path: string): Session {
    const session = this.#byPath.get(path) ?? this.#create(path);
    this.#byPath.delete(path);
    this.#byPath.set(path, session);
    if (this.#byPath.size > maxSessions) void this.list()[0]?.close();
    return session;
  }
}
