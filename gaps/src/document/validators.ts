/** Validators of a document's schemas. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { isObject, type JsonObject } from "./json.ts";
import { parsePointer } from "./pointer.ts";
import { walkNodes } from "./walk.ts";

export type { ErrorObject, ValidateFunction };

/** The formats of JSON Schema: without them a `format` only annotates. */
export { fullFormats as formats };

/** Name under which the document is registered; never fetched. */
const documentId = "contract:";

/** Some documents hold expressions that only the old syntax of JavaScript takes. */
const regExp = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: "new RegExp" },
);

/** Validators of the schemas of one OpenAPI document. Each is compiled once, at its first use. */
export class Validators {
  readonly #ajv: Ajv2020;

  /**
   * @param document the whole of it, so that references within it resolve
   * @param options `formats` are checked where they are given
   */
  constructor(document: object, options: Options = {}) {
    this.#ajv = new Ajv2020({
      // OpenAPI has more keywords than JSON Schema, and linters have a better word for a schema that is wrong.
      strict: false,
      validateSchema: false,
      validateFormats: options.formats !== undefined,
      logger: false,
      code: { regExp },
      ...options,
    });
    this.#ajv.addSchema(withSchemasOf31(document), documentId);
  }

  /**
   * @param pointer of a schema, such as `#/components/schemas/LoanId`
   * @throws when the schema cannot be compiled, for instance because of an invalid expression
   */
  at(pointer: string): ValidateFunction {
    const fragment = ["#", ...pointer.split("/").slice(1).map(encodeURIComponent)].join("/");
    const validate = this.#ajv.getSchema(documentId + fragment);
    if (!validate) throw new Error(`No schema stands at ${pointer}.`);
    return validate;
  }

  /** What the schema at a pointer refuses of a value; empty when the value is valid. */
  errors(pointer: string, value: unknown): ErrorObject[] {
    const validate = this.at(pointer);
    return validate(value) ? [] : (validate.errors ?? []);
  }
}

/** The path of what a validator has found, from the value that it was given. */
export const pathOf = ({ instancePath }: ErrorObject): string[] => parsePointer(instancePath);

/** The document itself where it is not of OpenAPI 3.0, or else a copy whose schemas mean the same in 3.1. */
function withSchemasOf31(document: object): object {
  if (!("openapi" in document && String(document.openapi).startsWith("3.0"))) return document;
  const copy: object = structuredClone(document);
  for (const { value } of walkNodes(copy, "schema")) {
    if (!isObject(value)) continue;
    makeExclusive(value, "exclusiveMinimum", "minimum");
    makeExclusive(value, "exclusiveMaximum", "maximum");
    if (value["nullable"] === true) makeNullable(value);
    delete value["nullable"];
  }
  return copy;
}

function makeExclusive(schema: JsonObject, exclusive: string, bound: string): void {
  const { [exclusive]: isExclusive, [bound]: limit } = schema;
  if (typeof isExclusive !== "boolean") return;
  delete schema[exclusive];
  if (!isExclusive || limit === undefined) return;
  schema[exclusive] = limit;
  delete schema[bound];
}

function makeNullable(schema: JsonObject): void {
  const { type, enum: list } = schema;
  if (Array.isArray(list)) schema["enum"] = [...list, null];
  if (typeof type === "string") schema["type"] = [type, "null"];
  else if ("$ref" in schema || "allOf" in schema) {
    const { nullable: _, ...rest } = schema;
    for (const key of Object.keys(rest)) delete schema[key];
    schema["anyOf"] = [rest, { type: "null" }];
  }
}
