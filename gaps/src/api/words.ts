/** What may be told of a recording: no text, address, identifier, token, or name that is data. */

/**
 * Whether a key looks like the name of a field: `snake_case`, `kebab-case`, `camelCase`, `PascalCase` or `UPPER`, be it behind a
 * line as `_id` is, of at most 40 characters, with at most two digits at its end, and of parts that can be pronounced.
 * Identifiers, addresses and tokens mostly fail it.
 */
export function isFieldName(name: string): boolean {
  if (name.length > 40 || !/^_?[A-Za-z][A-Za-z_-]*\d{0,2}$/.test(name)) return false;
  const letters = name.replace(/^_/, "").replace(/_?\d{1,2}$/, "");
  const isMixed = /[a-z][A-Z]/.test(letters) && /[_-]/.test(letters);
  return !isMixed && letters.split(/[_-]|(?<=[a-z])(?=[A-Z])/).every(isPronounceable);
}

/** `completed`, `NOT_FOUND`, `in-progress`: such a name in at most four parts, in letters of any size, without a digit. */
export const isWord = (text: string): boolean =>
  /^[A-Za-z]{2,}(?:[_-][A-Za-z]+){0,3}$/.test(text) && isFieldName(text.toLowerCase());

const isPronounceable = (part: string): boolean =>
  part !== "" && part.length <= 16 && (part.length <= 5 || /[aeiouy]/i.test(part));

const named =
  /^(application\/((problem\+|hal\+)?json|xml|pdf|zip|octet-stream|x-ndjson|jsonl)|text\/(html|plain|xml|csv|event-stream)|image\/(png|jpeg))$/;

/** What may be told of a media type, and else the range of all: a server may write anything into the header. */
export const nameMediaType = (mediaType: string): string =>
  named.test(mediaType) ? mediaType : "*/*";

/** The words for a media type, or none. */
export function describeMediaType(mediaType: string | undefined): string {
  if (mediaType === undefined) return "no media type";
  return named.test(mediaType) ? mediaType : "another media type";
}

/** `1 call`, `2 calls` */
export const several = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? "" : "s"}`;

/** The JSON type of a value; `integer` is distinguished from `number`. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
