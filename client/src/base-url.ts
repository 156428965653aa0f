/** Loopback addresses, where nobody else can listen. */
const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Checks the address that every path is appended to, and returns it without a slash at its end.
 *
 * @throws {TypeError} if a request to it would be wrong or would show the token to the network
 */
export function checkBaseUrl(baseUrl: string, allowPlainHttp = false): string {
  const { protocol, hostname, username, password, search, hash, href } = new URL(baseUrl);
  const isAllowed =
    protocol === "https:" || (protocol === "http:" && (allowPlainHttp || loopback.test(hostname)));
  if (!isAllowed || username || password || search || hash) {
    throw new TypeError(
      "baseUrl must use https (or set allowPlainHttp), without credentials, query or fragment.",
    );
  }
  return href.replace(/\/+$/, "");
}
