/** Validators of the schemas of a contract. */
import type { ValidateFunction } from "ajv/dist/2020.js";
import { Validators } from "../../../scripts/contract/validators.ts";
import { isObject, resolvePointer } from "./document.ts";
import type { JsonObject, OpenApiDocument } from "./json.ts";
import { reachableFrom } from "./reach.ts";

/** Gives the validator of the schema at a JSON pointer, for instance `#/components/schemas/JobId`. */
export interface Schemas {
  at(pointer: string): ValidateFunction;
}

/** Each schema is compiled at its first use. */
export function createSchemas(document: OpenApiDocument): Schemas {
  return new Validators(prepareDiscriminators(document), {
    allErrors: true,
    discriminator: true,
    formats: { uri: isHttpAddress, "date-time": isTimestamp },
  });
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
