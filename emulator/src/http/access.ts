/** Who may use the control plane: programs on the same machine, those that know its token, and no page of another site. */
import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isThisMachine } from "../download/addresses.ts";
import { Problem } from "./problem.ts";

/** Holds the token, encoded, in a browser, which cannot send it with every request of a page. */
export const cookieName = "emulator-control";

export class ControlAccess {
  readonly #hosts: readonly string[];
  readonly token: string;

  /**
   * @param hosts names and addresses by which other machines may call the control plane; `*` for any
   * @param token what they have to send
   */
  constructor(hosts: readonly string[], token: string) {
    this.#hosts = hosts.map((host) => host.toLowerCase());
    this.token = token;
  }

  /** True when other machines may use the control plane at all. */
  get isOpen(): boolean {
    return this.#hosts.length > 0;
  }

  /** True for a request from this machine that no page of another site has made: what it names may be fetched from this machine. */
  isFromThisMachine(request: IncomingMessage): boolean {
    return isFromOwnPage(request) && isLocal(request);
  }

  /** @throws {Problem} 401 or 403 for a request that may not use the control plane; it says what would help */
  require(request: IncomingMessage): void {
    if (!isFromOwnPage(request)) throw forbidden("A page of another site may not use it.");
    if (isLocal(request)) return;
    if (!this.#isNamed(request))
      throw forbidden(
        `It serves programs on its own machine, and was called as ${nameOf(request)} from ${request.socket.remoteAddress}. To allow that, start the emulator with --control-host ${nameOf(request)}.`,
      );
    if (!this.#hasToken(request))
      throw new Problem(
        "unauthorized",
        "The control plane needs the control token, which the emulator printed at its start. Send: Authorization: Bearer <token>, or open /emulator/enter?token=<token>.",
        { headers: { "www-authenticate": "Bearer" } },
      );
  }

  /** True when a text is the token. */
  accepts(token: string | null | undefined): boolean {
    return typeof token === "string" && isSameText(token, this.token);
  }

  #isNamed(request: IncomingMessage): boolean {
    return this.#hosts.some((host) => host === "*" || host === nameOf(request));
  }

  #hasToken({ headers }: IncomingMessage): boolean {
    const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
    const [, cookie] = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(headers.cookie ?? "") ?? [];
    return this.accepts(bearer) || isSameText(cookie ?? "", encodeURIComponent(this.token));
  }
}

function forbidden(reason: string): Problem {
  return new Problem("forbidden", `The control plane refuses this request. ${reason}`);
}

/** True when a request comes from this machine, and was sent to it by a name of its own: a foreign name can be pointed here. */
function isLocal(request: IncomingMessage): boolean {
  return isThisMachine(request.socket.remoteAddress ?? "") && isThisMachine(nameOf(request));
}

/**
 * True for a request of the emulator's own page, and of what is no page. A browser names the origin only of what may change something
 * or be read; of an image or a script it says where it comes from. That a link of another site opens the page is no harm.
 */
function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { host = "localhost", origin } = headers;
  if (origin !== undefined && URL.parse(origin)?.host !== host) return false;
  const isForeign = /^(?:cross|same)-site$/.test(String(headers["sec-fetch-site"]));
  return !isForeign || headers["sec-fetch-dest"] === "document";
}

/** By what name the emulator was called, without a port. */
function nameOf({ headers: { host = "localhost" } }: IncomingMessage): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}

/** Takes as long for a text that differs at its start as for one that differs at its end. */
function isSameText(given: string, token: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", token, "buffer"));
}
