/** The service that is meant, among all that a recording holds. */
import { InputError } from "./input-error.ts";

export class BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before `/api`, without a slash at its end. */
  readonly #prefix: string;

  /** @throws {InputError} when it is missing, or no URL of HTTP */
  constructor(text: string | undefined) {
    if (text === undefined || !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      throw new InputError(
        "Give --base-url the address of the service, for instance https://service.example.",
      );
    }
    const url = new URL(text);
    this.origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, "");
  }

  get isLocal(): boolean {
    return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(this.origin).hostname);
  }

  /** The address of a path of the contract. */
  urlOf(path: string): string {
    return this.origin + this.#prefix + path;
  }

  /** The path below the base address; undefined for a request to somewhere else. */
  pathBelow({ origin, path }: { origin: string; path: string }): string | undefined {
    if (origin !== this.origin) return undefined;
    const isBelow = path === this.#prefix || path.startsWith(`${this.#prefix}/`);
    return isBelow ? path.slice(this.#prefix.length) : undefined;
  }
}
