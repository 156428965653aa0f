/** The contract and its workflows, which the package brings along. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OpenApiDocument, OperationPlace } from "openapi-gaps/document";
import type { Interface } from "openapi-gaps/evidence";

export const readContract = (): OpenApiDocument =>
  JSON.parse(
    readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
  ) as OpenApiDocument;

/** The workflows, in the order of the report. A test holds that no file of `openapi/workflows/` is missing. */
export const workflowFiles = [
  new URL("../../openapi/workflows/read.arazzo.yaml", import.meta.url),
  new URL("../../openapi/workflows/lipsync.arazzo.yaml", import.meta.url),
  new URL("../../openapi/workflows/jobs.arazzo.yaml", import.meta.url),
].map((url) => fileURLToPath(url));

export interface JobOperations {
  /** Reads jobs. */
  reader: OperationPlace;
  /** Creates the jobs that it is there for. */
  own: OperationPlace;
  /** Create jobs of other kinds. */
  others: OperationPlace[];
}

export function jobOperations({ operations }: Interface): JobOperations {
  const reader = operations.find(({ operationId }) => operationId === "getHpJob");
  const creators = operations.filter(({ method }) => method === "post");
  const own = creators.find(({ operationId }) => operationId === "createHpJob");
  return { reader, own, others: creators.filter((each) => each !== own) } as JobOperations;
}
