/** Writes path parameters so that no value can change which path is called. */
import { refuse } from "./refuse.ts";

/**
 * Fills the placeholders of a URL.
 *
 * @param valueOf gives the value of a placeholder; called once for each, in their order
 * @throws {TypeError} for a value that is no string, or is empty, `.` or `..`: URL parsers resolve
 *   these in every spelling, also as `%2e`, and the request would go to another operation
 * @throws {URIError} for half a character (a lone surrogate)
 */
export function fillPath(url: string, valueOf: (name: string) => unknown): string {
  return url.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = valueOf(name);
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) refuse(name, value);
    return encodeURIComponent(value);
  });
}
