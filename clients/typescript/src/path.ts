/** Writes path parameters so that no value can change which path is called. */

/**
 * Fills the placeholders of a URL, as openapi-fetch asks for it.
 *
 * @throws {TypeError} for an empty value, `.` and `..`: URL parsers resolve them in every spelling,
 *   also as `%2e`, and the request would go to another operation
 * @throws {URIError} for half a character (a lone surrogate)
 */
export function fillPath(url: string, parameters: Record<string, unknown>): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(parameters[name] ?? "");
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot be "${value}".`);
    return encodeURIComponent(value);
  });
}
