/** Discriminators in the form in which Ajv reads them. */
import { isObject, resolvePointer } from "./document.ts";
import type { JsonObject, OpenApiDocument } from "./json.ts";
import { reachableFrom } from "./reach.ts";

/**
 * A copy of a document with its discriminators fitted to Ajv. It reads their values from the `const` of each branch and refuses a
 * `mapping`, which is dropped after a check that it says the same. And it applies the choice to objects only, so that anything else
 * would pass: every branch is an object, and then the choice is one too.
 */
export function prepareDiscriminators(document: OpenApiDocument): OpenApiDocument {
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
