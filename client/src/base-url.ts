/** Loopback addresses, where nobody else can listen. */
const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Checks the address that every path is appended to, and returns it without a slash at its end.
 *
 * @throws {TypeError} if a request to it would be wrong or would show the token to the network
 */
export function checkBaseUrl(baseUrl: string, allowPlainHttp: boolean): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError(
      "baseUrl must be an address with its scheme, such as https://api.example.com",
    );
  }
  const { protocol, hostname, username, password, search, hash, href } = new URL(baseUrl);
  if (username || password) {
    throw new TypeError("baseUrl must not carry a user name or password. Use token.");
  }
  if (search || hash) throw new TypeError("baseUrl must not have a query or a fragment.");
  if (protocol !== "https:" && protocol !== "http:") {
    throw new TypeError(`baseUrl must use https, not ${protocol}`);
  }
  if (protocol === "http:" && !allowPlainHttp && !loopback.test(hostname)) {
    throw new TypeError(
      "baseUrl uses plain http, which shows the token to everyone on the way. Use https, or set allowPlainHttp.",
    );
  }
  return href.replace(/\/+$/, "");
}
