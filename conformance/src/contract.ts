/** The contract and its workflows, which the package brings along. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "openapi-gaps/document";
import type { Interface, Operation } from "openapi-gaps/evidence";

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
  reader: Operation;
  /** Creates the jobs that it is there for. */
  own: Operation;
  /** Create jobs of other kinds. */
  others: Operation[];
}

export function jobOperations(of: Interface): JobOperations {
  const reader = of.operations.find((each) => of.identifierOf(each) === "job_id")!;
  return { reader, ...of.creatorsFor(reader) } as JobOperations;
}
