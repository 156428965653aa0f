/** Validators compiled from a whole contract document. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
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
      allErrors: true,
      discriminator: true,
      formats: { uri: isHttpAddress, "date-time": isTimestamp },
    });
    this.#ajv.addSchema(withoutMappings(document), documentId);
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

export type { ErrorObject };

/** An absolute URL of the only two schemes that the emulator can speak. */
function isHttpAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * Ajv reads the values of a discriminator from the `const` of each branch and refuses a `mapping`. The mapping is dropped after
 * a check that it says the same.
 */
function withoutMappings(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const schema of reachableFrom(copy, copy.components.schemas)) {
    const discriminator = schema["discriminator"];
    if (!isObject(discriminator) || !isObject(discriminator["mapping"])) continue;
    const name = String(discriminator["propertyName"]);
    for (const [value, reference] of Object.entries(discriminator["mapping"])) {
      const branch = resolvePointer(copy, String(reference)) as JsonObject;
      const property = (branch["properties"] as JsonObject)[name] as JsonObject;
      if (property["const"] !== value) {
        throw new Error(`${String(reference)} is mapped to "${value}" but its ${name} is another`);
      }
    }
    delete discriminator["mapping"];
  }
  return copy;
}
