/** Headers that say something about the interface, and nothing about a caller. */
const names =
  /^(?:retry-after|(?:x-)?rate-?limit(?:-[a-z]+){0,3}|link|deprecation|sunset|idempotency-key)$/;

/** Names on the allow-list, in small letters. Their values are not kept. */
export function observedHeaders(headers: Record<string, string>): string[] {
  return Object.keys(headers).filter((name) => names.test(name));
}
