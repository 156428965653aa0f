// @ts-check

/** @param {object} [parts] */
export const contract = (parts) => ({
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  ...parts,
});

/** @param {unknown} schema */
export const withSchema = (schema) => withSchemas({ Thing: schema });

/** @param {Record<string, unknown>} schemas */
export const withSchemas = (schemas) => contract({ components: { schemas } });

/**
 * @param {object} operation
 * @param {{ path?: string, method?: string, parts?: object }} [options]
 */
export const withOperation = (operation, { path = "/things", method = "get", parts } = {}) =>
  contract({ paths: { [path]: { [method]: operation } }, ...parts });

export const thing = ["components", "schemas", "Thing"];
