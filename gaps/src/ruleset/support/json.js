// @ts-check

/**
 * @typedef {import("./json-value.d.ts").Json} Json
 * @typedef {import("./json-value.d.ts").JsonObject} JsonObject
 */

/**
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The value as an object, or an empty one: a document under lint may hold anything anywhere, and a
 * rule should not trip over what another rule reports.
 *
 * @param {unknown} value
 * @returns {JsonObject}
 */
export const asObject = (value) => (isObject(value) ? value : {});

/**
 * The value as a list, or an empty one.
 *
 * @param {unknown} value
 * @returns {Json[]}
 */
export const asList = (value) => (Array.isArray(value) ? value : []);

/**
 * The objects of a list such as `oneOf` or `parameters`; whatever else stands in it is left out.
 *
 * @param {unknown} value
 */
export const asObjectList = (value) => asList(value).filter(isObject);

/**
 * The objects of a map such as `properties` or `content`, by name.
 *
 * @param {unknown} value
 * @returns {Record<string, JsonObject>}
 */
export const asObjectMap = (value) =>
  Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([name, item]) =>
      isObject(item) ? [[name, item]] : [],
    ),
  );
