/** What may be said about a string, or a name, without saying the string. */

/**
 * `completed`, `not_found`, `in-progress`: letters in at most four parts, short, no digit. Keys,
 * tokens and texts are not.
 */
export function isWord(text: string): boolean {
  return text.length <= 32 && /^[A-Za-z]{2,}(?:[_-][A-Za-z]+){0,3}$/.test(text);
}

/** A name that a person gave to a field. The keys of a map, such as identifiers, mostly fail it. */
export function isFieldName(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z]+(?:[_-]?[A-Za-z]+)*(?:_?\d{1,2})?$/.test(name);
}

const formats: [name: string, pattern: RegExp][] = [
  ["empty", /^$/],
  ["uuid", /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i],
  ["date-time", /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["integer", /^-?\d+$/],
  ["decimal", /^-?\d+\.\d+$/],
];

/** Longer texts are not tested for being JSON or a URL: their length says enough. */
const longestTested = 100_000;

/**
 * The form of a string: one of the names above, `uri`, `json`, `word`, or `text` for everything
 * else.
 */
export function formatOf(text: string): string {
  const known = formats.find(([, pattern]) => pattern.test(text));
  if (known) return known[0];
  if (text.length > longestTested) return "text";
  if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text) && URL.canParse(text)) return "uri";
  if (/^\s*[[{]/.test(text) && isJson(text)) return "json";
  return isWord(text) ? "word" : "text";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Media types that are spoken of by name. A server may write anything into the header, so the rest
 * is `other`.
 */
const mediaTypes = new Set([
  "application/json",
  "application/problem+json",
  "application/xml",
  "text/html",
  "text/plain",
  "text/xml",
]);

export function nameMediaType(mediaType: string | undefined): string {
  if (mediaType === undefined) return "none";
  return mediaTypes.has(mediaType) ? mediaType : "other";
}

/** The JSON type of a value; `integer` is told apart from `number`. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
