/** The generated contract, for tests: read once, looked at by operation and by place. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type OpenApiDocument } from "../../scripts/contract/document.ts";
import { generatedFolder } from "../../scripts/support/locations.ts";

export {
  type OperationPlace as Operation,
  operationsOf,
  resolved,
} from "../../scripts/contract/document.ts";

export function readGenerated(name: string): string {
  return readFileSync(join(generatedFolder, name), "utf8");
}

export const contract = JSON.parse(readGenerated("openapi.json")) as OpenApiDocument;
export const strictContract = JSON.parse(readGenerated("openapi.strict.json")) as OpenApiDocument;

/** Compiles the schema at a pointer of the document, with all references inside the document. */
export function validatorOf(document: OpenApiDocument): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "contract:/openapi.json" });
  return (pointer) => {
    const fragment = pointer.slice(1).split("/").map(encodeURIComponent).join("/");
    return ajv.compile({ $ref: `contract:/openapi.json#${fragment}` });
  };
}
