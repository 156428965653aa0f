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
  let href = "";
  try {
    href = new URL(baseUrl).href;
  } catch {
    const problem = baseUrl ? "no address" : "empty";
    throw new TypeError(`baseUrl is ${problem}. Set it to your provider's, with https://.`);
  }
  if (!safeAddress.test(allowPlainHttp ? href.replace("http:", "https:") : href)) {
    throw new TypeError("baseUrl must be https (or allowPlainHttp), without login or query.");
  }
  return href.replace(/\/+$/, "");
}
