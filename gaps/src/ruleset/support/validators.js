// @ts-check
import { Ajv2020 } from "ajv/dist/2020.js";

/**
 * @typedef {import("ajv").ErrorObject} ErrorObject
 * @typedef {import("ajv").ValidateFunction} ValidateFunction
 */

/** Name under which the document is registered; never fetched. */
const documentId = "contract:";

/** Validators of the schemas of one OpenAPI document. Each is compiled once, at its first use. */
export class Validators {
  /** @type {Map<string, ValidateFunction>} */
  #compiled = new Map();
  #ajv;

  /**
   * @param {object} document the whole of it, so that references within it resolve
   * @param {import("ajv").Options} [options] `formats` are checked where they are given
   */
  constructor(document, options = {}) {
    this.#ajv = new Ajv2020({
      // OpenAPI has more keywords than JSON Schema, and linters have a better word for a schema that is wrong.
      strict: false,
      validateSchema: false,
      validateFormats: options.formats !== undefined,
      ...options,
    });
    this.#ajv.addSchema(document, documentId);
  }

  /**
   * @param {string} pointer of a schema, such as `#/components/schemas/JobId`
   * @returns {ValidateFunction}
   * @throws {import("ajv").MissingRefError} when the schema refers to something that is not in the
   *   document
   */
  at(pointer) {
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      const fragment = ["#", ...pointer.split("/").slice(1).map(encodeURIComponent)].join("/");
      validate = this.#ajv.compile({ $ref: documentId + fragment });
      this.#compiled.set(pointer, validate);
    }
    return validate;
  }

  /**
   * What the schema at a pointer refuses of a value.
   *
   * @param {string} pointer
   * @param {unknown} value
   * @returns {ErrorObject[]} empty when the value is valid
   */
  errors(pointer, value) {
    const validate = this.at(pointer);
    return validate(value) ? [] : (validate.errors ?? []);
  }
}
