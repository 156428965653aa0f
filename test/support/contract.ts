/** The contract, for tests: read once, looked at by operation and by place. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
export { operationsOf } from "openapi-gaps/document";
import { formats, type ValidateFunction, Validators } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { bundleContract } from "../../scripts/support/contract.ts";
import { generatedFolder } from "../../scripts/support/locations.ts";

export function readGenerated(name: string): string {
  return readFileSync(join(generatedFolder, name), "utf8");
}

export const contract: OpenApiDocument = bundleContract().document;
export const strictContract = JSON.parse(readGenerated("openapi.strict.json")) as OpenApiDocument;

/** Gives the validator of the schema at a pointer of the document. */
export function validatorOf(document: OpenApiDocument): (pointer: string) => ValidateFunction {
  const validators = new Validators(document, { formats, allErrors: true });
  return (pointer) => validators.at(pointer);
}
