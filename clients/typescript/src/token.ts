/** The access token: checked, read, and taken out of what is shown. */

/** The token, or a function that gives it, called before every attempt. */
export type TokenSource = string | (() => string | Promise<string>);

/** Shorter strings occur in texts by chance; replacing them would garble what an error says. */
const minRedactedLength = 8;

/**
 * Refuses at once a token that is known already.
 *
 * @throws {TypeError} for a token that no header can carry
 */
export function checkSource(source: TokenSource): TokenSource {
  return typeof source === "function" ? source : checkToken(source);
}

/**
 * Gives the token to send now.
 *
 * @throws {TypeError} for a token that no header can carry, and whatever a function throws
 */
export async function readToken(source: TokenSource): Promise<string> {
  return checkToken(typeof source === "function" ? await source() : source);
}

/** Takes the token out of a text that a server sent back. */
export function redactToken(text: string, token: string): string {
  return token.length < minRedactedLength ? text : text.replaceAll(token, "[redacted]");
}

/** The platform's own complaint about such a header would repeat it, and with it the token. */
function checkToken(token: string): string {
  // A token of digits may come as a number, from a configuration without types.
  if (token && /^[!-~]+$/.test(token)) return String(token);
  const problem = token ? "cannot be sent. Has it a line break?" : "is empty. Set it.";
  throw new TypeError(`token ${problem}`);
}
