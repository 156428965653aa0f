/** What may be said about a string, or a name, without saying the string. */
import { formats } from "../document/validators.ts";

/**
 * `completed`, `not_found`, `in-progress`: letters in at most four parts, short, no digit. Keys,
 * tokens and texts are not.
 */
function isWord(text: string): boolean {
  return text.length <= 32 && /^[A-Za-z]{2,}(?:[_-][A-Za-z]+){0,3}$/.test(text);
}

/**
 * Whether a key looks like an identifier of a schema: `snake_case`, `kebab-case` or `camelCase`,
 * begun with a small letter, at most 40 characters, with at most two digits at its end, and of parts
 * that can be pronounced: no part longer than 16 letters, and none of more than four letters without a
 * vowel. Names of people, identifiers, addresses and tokens as keys mostly fail it; what passes has
 * to recur in several units before it is published.
 */
export function isFieldName(name: string): boolean {
  if (name.length > 40 || !/^[a-z][A-Za-z_-]*\d{0,2}$/.test(name)) return false;
  const letters = name.replace(/_?\d{1,2}$/, "");
  const isMixed = /[A-Z]/.test(letters) && /[_-]/.test(letters);
  return !isMixed && letters.split(/[_-]|(?<=[a-z])(?=[A-Z])/).every(isPronounceable);
}

function isPronounceable(part: string): boolean {
  return part !== "" && part.length <= 16 && (part.length <= 4 || /[aeiouy]/i.test(part));
}

/**
 * Forms that a schema has a word for. They are tested as the validator tests them, so that a form
 * which is proposed refuses nothing that was seen.
 */
const schemaFormats = ["uuid", "date-time", "date", "uri"] as const;

/** Whether a form of {@link formatOf} is one that a schema has a word for. */
export function isSchemaFormat(form: string): boolean {
  return schemaFormats.some((name) => name === form);
}

/** Longer texts are not tested for being JSON or a URL: their length says enough. */
const maxTested = 100_000;

/**
 * The form of a string: one of the formats above, `empty`, `json`, `word`, or `text` for everything else.
 */
export function formatOf(text: string): string {
  if (text === "") return "empty";
  if (text.length > maxTested) return "text";
  if (isWord(text)) return "word";
  const format = schemaFormats.find((name) => hasFormat(name, text));
  if (format !== undefined) return format;
  return /^\s*[[{]/.test(text) && parseJson(text) !== undefined ? "json" : "text";
}

function hasFormat(name: (typeof schemaFormats)[number], text: string): boolean {
  // `urn:uuid:…` is a UUID to the validator, and a URI to everybody else.
  if (name === "uuid" && text.startsWith("urn:")) return false;
  if (name === "uri" && !text.includes("://")) return false;
  const format = formats[name];
  const validate = typeof format === "object" && "validate" in format ? format.validate : format;
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate === "function" && (validate as (text: string) => boolean)(text);
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Media types that are named in reports, beside those of the document. A server may write anything
 * into the header, so the rest is `other`.
 */
const isNamed = /^(application\/(json|problem\+json|xml)|text\/(html|plain|xml))$/;

export function nameMediaType(mediaType: string | undefined, known: string[] = []): string {
  if (mediaType === undefined) return "none";
  return isNamed.test(mediaType) || known.includes(mediaType) ? mediaType : "other";
}

/** The JSON type of a value; `integer` is distinguished from `number`. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
