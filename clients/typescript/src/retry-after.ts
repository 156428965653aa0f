/** The `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or an HTTP date. */

/**
 * How long an answer asks to wait, in milliseconds; `undefined` if it does not ask, or not in a
 * valid form. Anything but the two forms is ignored: `Number` and `Date.parse` would read `""`,
 * `1e3` or `-1` as a time.
 */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Both dates come from the server's clock, if it tells it, so that a wrong clock on this machine
  // does not stretch the wait.
  const nowMs = parseHttpDate(headers.get("date") ?? "") || Date.now();
  const waitMs = parseHttpDate(value) - nowMs;
  return isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** `NaN` for all but the form that servers must write: `Sun, 06 Nov 1994 08:49:37 GMT`. */
function parseHttpDate(value: string): number {
  const date = new Date(value);
  return date.toUTCString() === value ? Number(date) : NaN;
}
