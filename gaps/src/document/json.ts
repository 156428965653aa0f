/** Values as YAML or JSON spells them. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The value as an object, or an empty one: a document may hold anything anywhere, and nobody should trip over
 * what a rule reports.
 */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value as a list, or an empty one. */
export const asList = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The objects of a list such as `oneOf` or `parameters`; whatever else stands in it is left out. */
export const asObjectList = (value: unknown): JsonObject[] => asList(value).filter(isObject);

/** The objects of a map such as `properties` or `content`, by name. */
export const asObjectMap = (value: unknown): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([name, item]) =>
      isObject(item) ? [[name, item]] : [],
    ),
  );
