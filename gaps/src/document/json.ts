/** Values as YAML or JSON spells them, and places in them. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as an object, or an empty one: a document may hold anything anywhere. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value as a list, or an empty one. */
export const asList = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The objects of a list such as `oneOf` or `parameters`; whatever else stands in it is left out. */
export const asObjectList = (value: unknown): JsonObject[] => asList(value).filter(isObject);

/** The objects of a map such as `properties` or `content`, by name. */
export const asObjectMap = (value: unknown): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(asObject(value)).filter((entry): entry is [string, JsonObject] =>
      isObject(entry[1]),
    ),
  );

/** The keys and indexes that lead from the root of a document to a place in it. */
export type Path = readonly (string | number)[];

export const escapeSegment = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;

/**
 * A JSON pointer (RFC 6901) as a fragment, for people to read: `#/paths/~1loans~1{id}`. A "%" is spelled out, since
 * {@link parsePointer} decodes it.
 */
export const toPointer = (path: Path): string =>
  ["#", ...path]
    .map((key) => escapeSegment(String(key)))
    .join("/")
    .replaceAll("%", "%25");

/** A pointer as a `$ref` has to spell it: a URI has no braces, no space and no second `#` (RFC 3986). */
export function toReference(pointer: string): string {
  if (!pointer.startsWith("#")) return pointer;
  const encode = (key: string) => encodeURI(escapeSegment(key)).replaceAll("#", "%23");
  return ["#", ...parsePointer(pointer).map(encode)].join("/");
}

/** The keys of a pointer. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => decode(segment).replaceAll("~1", "/").replaceAll("~0", "~"));

/** A "%" that begins no character stands for itself. */
export function decode(segment: string): string {
  try {
    return segment.includes("%") ? decodeURIComponent(segment) : segment;
  } catch {
    return segment;
  }
}

/**
 * What stands at a place, be it a reference; nothing where the place does not exist.
 *
 * @param place a pointer, or a path
 */
export function valueAt(document: unknown, place: string | Path): Json | undefined {
  let value = document as Json | undefined;
  for (const key of typeof place === "string" ? parsePointer(place) : place) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** A JSON pointer into a document as a JSONPath (RFC 9535). */
export function toJsonPath(document: Json, pointer: string): string {
  const path = parsePointer(pointer);
  const isElement = (depth: number) => Array.isArray(valueAt(document, path.slice(0, depth)));
  return `$${path.map((key, depth) => (isElement(depth) ? `[${key}]` : toSelector(key))).join("")}`;
}

function toSelector(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
  return `['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
