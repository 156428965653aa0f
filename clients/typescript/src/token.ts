/** The access token, kept where neither inspection nor serialization looks. */

/** The token, or a function that gives it, called before every attempt. */
export type TokenSource = string | (() => string | Promise<string>);

/** Shorter strings occur in texts by chance; replacing them would garble what an error says. */
const shortestRedacted = 8;

export class Token {
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = typeof source === "function" ? source : checkToken(source);
  }

  /** The token to send now. */
  async read(): Promise<string> {
    const source = this.#source;
    return typeof source === "function" ? checkToken(await source()) : source;
  }
}

/** Takes the token out of a text that a server sent back. */
export function redactToken(text: string, token: string): string {
  return token.length < shortestRedacted ? text : text.replaceAll(token, "[redacted]");
}

/** The platform's own complaint about such a header would repeat it, and with it the token. */
function checkToken(token: string): string {
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return token;
  throw new TypeError("token cannot be sent. Has it a line break?");
}
