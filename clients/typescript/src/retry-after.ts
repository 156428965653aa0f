/** The `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or an HTTP date. */

/** The form of an HTTP date that servers must write: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT$/;

/**
 * How long an answer asks to wait, in milliseconds; `undefined` if it does not ask, or not in a
 * valid form. Anything but the two forms is ignored: `Number` and `Date.parse` would read `""`,
 * `1e3` or `-1` as a time.
 *
 * @param nowMs this machine's clock, for an answer that does not give its own
 */
export function parseRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Both dates come from the server's clock, so that a wrong clock on this machine does not stretch
  // the wait.
  const waitMs = parseHttpDate(value) - (parseHttpDate(headers.get("date") ?? "") || nowMs);
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

function parseHttpDate(value: string): number {
  return httpDate.test(value) ? Date.parse(value) : NaN;
}
