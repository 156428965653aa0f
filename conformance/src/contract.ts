/** The contract and its workflows, which the package brings along. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  asList,
  asObject,
  asObjectList,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  resolved,
} from "openapi-gaps/document";
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

/** Whether a job has ended, as far as the contract can tell: as long as it names no final status, any may be one but `rendering`. */
export function hasEnded(document: OpenApiDocument, status: unknown): boolean {
  const final = asList(asObject(document.components.schemas["JobStatus"])["x-final-values"]);
  return final.length > 0 ? final.includes(status as string) : status !== "rendering";
}

/** A path with its parameters, encoded. A client refuses an odd value; here the service is to answer it. */
export const encodedPath = ({ path }: OperationPlace, valueOf: (name: string) => unknown): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(valueOf(name))));

/** The path of what every consumer may read: it needs no parameter. */
export const openPath = ({ operations }: Interface): string =>
  operations.find(({ method, path }) => method === "get" && !path.includes("{"))!.path;

/** The schema of the body of an operation. */
export function bodySchema(of: Interface, { pointer }: OperationPlace): JsonObject {
  const place = of.schemaOf(of.locateAt(`${pointer}/requestBody`));
  return resolved(of.document, asObject(place && of.locateAt(place)?.node));
}

/** A field of a body that the owner says is never there; the contract keeps it, as deprecated. */
export const deniedField = (schema: JsonObject, body: JsonObject): string | undefined =>
  Object.keys(body).find(
    (name) => asObject(asObject(schema["properties"])[name])["deprecated"] === true,
  );

/** The fields that the claims of an open contradiction do not all have: the service need not know them. */
export function doubtfulFields(schema: JsonObject): string[] {
  const samples = asObjectList(schema["x-gap"])
    .flatMap(({ states }) => asObjectList(states))
    .flatMap(({ sample }) => (sample === undefined ? [] : [asObject(sample)]));
  const names = new Set(samples.flatMap(Object.keys));
  return [...names].filter((name) => samples.some((sample) => !(name in sample)));
}
