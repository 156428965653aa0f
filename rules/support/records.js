// @ts-check

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isRecord = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The value as a record, or an empty one: a document under lint may hold anything anywhere, and a
 * rule should not trip over what another rule reports.
 *
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
export const asRecord = (value) => (isRecord(value) ? value : {});

/**
 * @param {unknown} value
 * @returns {unknown[]}
 */
export const asList = (value) => (Array.isArray(value) ? value : []);
