/** Validators compiled from a whole contract document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isObject, type JsonObject, type OpenApiDocument, resolvePointer } from "./document.ts";
import { reachableFrom } from "./reach.ts";

/** Name under which the document is registered; never fetched. */
const documentId = "contract:";

/** Compiles schemas of one contract, each once, at their first use. */
export class Schemas {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#ajv = new Ajv2020({
      // The document is OpenAPI, which has more keywords than JSON Schema.
      strict: false,
      // The linters have checked the schemas. To compile the schema of schemas takes a quarter of the time of a start.
      validateSchema: false,
      allErrors: true,
      discriminator: true,
      formats: { uri: isHttpAddress, "date-time": isTimestamp },
    });
    this.#ajv.addSchema(prepareDiscriminators(document), documentId);
  }

  /** The validator of the schema at a JSON pointer, for instance `#/components/schemas/JobId`. */
  at(pointer: string): ValidateFunction {
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: documentId + pointer });
      this.#compiled.set(pointer, validate);
    }
    return validate;
  }
}

/** An absolute URL of the only two schemes that the emulator can speak. */
function isHttpAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * Fits the discriminators to Ajv. It reads their values from the `const` of each branch and refuses a `mapping`, which is dropped
 * after a check that it says the same. And it applies the choice to objects only, so that anything else would pass: every branch
 * is an object, and then the choice is one too.
 */
function prepareDiscriminators(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const schema of reachableFrom(copy, copy.components.schemas)) {
    const discriminator = schema["discriminator"];
    if (!isObject(discriminator)) continue;
    const name = String(discriminator["propertyName"]);
    for (const [value, reference] of Object.entries(
      (discriminator["mapping"] ?? {}) as JsonObject,
    )) {
      const branch = resolvePointer(copy, String(reference)) as JsonObject;
      const property = (branch["properties"] as JsonObject)[name] as JsonObject;
      if (property["const"] !== value || branch["type"] !== "object") {
        throw new Error(`${String(reference)} is no object whose ${name} is "${value}"`);
      }
    }
    delete discriminator["mapping"];
    schema["type"] = "object";
  }
  return copy;
}
