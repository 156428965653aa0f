/**
 * Addresses that keep the token secret: encrypted, or of this machine, where nobody else can
 * listen. No credentials, query, or fragment.
 */
const safeAddress = /^(https:|http:\/\/(localhost|127\.[\d.]+|\[::1\])[:/])[^?#@]*$/;

/**
 * Checks the address that every path is appended to, and returns it without a slash at its end.
 *
 * @throws {TypeError} if a request to it would be wrong or would show the token to the network
 */
export function checkBaseUrl(baseUrl: string, allowPlainHttp?: boolean): string {
  const href = URL.canParse(baseUrl) ? new URL(baseUrl).href : "";
  if (safeAddress.test(allowPlainHttp ? href.replace("http:", "https:") : href)) {
    return href.replace(/\/+$/, "");
  }
  const problem = baseUrl ? "must be" : "is empty. Set it to";
  throw new TypeError(
    `baseUrl ${problem} your provider's https:// address, without login or query.`,
  );
}
