/** The access token, kept where neither inspection nor serialization looks: in a function. */

/** The token, or a function that gives it, called before every attempt. */
export type TokenSource = string | (() => string | Promise<string>);

/** Shorter strings occur in texts by chance; replacing them would garble what an error says. */
const minRedactedLength = 8;

/** @throws {TypeError} for a token that no header can carry */
export function readerOf(source: TokenSource): () => string | Promise<string> {
  if (typeof source === "function") return async () => checkToken(await source());
  checkToken(source);
  return () => source;
}

/** Takes the token out of a text that a server sent back. */
export function redactToken(text: string, token: string): string {
  return token.length < minRedactedLength ? text : text.replaceAll(token, "[redacted]");
}

/** The platform's own complaint about such a header would repeat it, and with it the token. */
function checkToken(token: string): string {
  if (/^[!-~]+$/.test(token ?? "")) return token;
  const problem = token ? "cannot be sent. Has it a line break?" : "is empty. Set it.";
  throw new TypeError(`token ${problem}`);
}
