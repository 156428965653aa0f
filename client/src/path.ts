/** Writes path parameters so that no value can change which path is called. */

/**
 * Fills the placeholders of a URL, as openapi-fetch asks for it.
 *
 * @throws {TypeError} for a value that no path can carry: empty, `.`, `..`, or half a character. URL parsers resolve the first three
 *   in every spelling, also as `%2e`, and the request would go to another operation.
 */
export function fillPath(url: string, parameters: Record<string, unknown>): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeSegment(name, parameters[name]));
}

function encodeSegment(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (text === "" || text === "." || text === ".." || !text.isWellFormed()) {
    throw new TypeError(`${name} must be a non-empty identifier, but is ${JSON.stringify(value)}.`);
  }
  return encodeURIComponent(text);
}
