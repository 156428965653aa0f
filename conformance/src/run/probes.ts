/** Requests that are no story of a consumer, made from the contract. */
import { type JsonObject, type OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { type WrongCredential, wrongCredentials } from "../exchange.ts";
import type { CreatedJob } from "../judge/finding.ts";
import { jobReader, openPathsOf, type Operation, operationsOf } from "../operations.ts";
import { invalidBodies } from "./invalid-bodies.ts";
import type { Call } from "./send.ts";

/** Bodies by operation: one that is valid, of each kind. */
export type ValidBodies = Map<string, JsonObject[]>;

/** An operation with credentials that it has to refuse. */
export function credentialCall(
  { method, path, operationId }: Operation,
  bodies: ValidBodies,
  credential: WrongCredential,
): Call {
  return {
    story: `a request ${wrongCredentials[credential]}`,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, "no-such-job"),
    body: bodies.get(operationId)?.[0],
    credential,
    expects: "refusal",
  };
}

/** Bodies that are malformed, or wrong in one place. */
export function invalidCalls(
  document: OpenApiDocument,
  operation: Operation,
  bodies: ValidBodies,
): Call[] {
  const { operationId, method, path } = operation;
  const schema = requestSchema(operation);
  if (!schema) return [];
  const invalid = (bodies.get(operationId) ?? []).flatMap((body) =>
    invalidBodies(document, schema, body),
  );
  // Kinds of one request share most of their fields.
  const different = new Map(invalid.map((each) => [each.what, each]));
  return [...different.values()].map(({ what, body, expects }) => ({
    story: `${operationId} ${what}`,
    method: method.toUpperCase(),
    path,
    body,
    credential: "token" as const,
    expects,
  }));
}

function requestSchema({ node }: Operation): JsonObject | undefined {
  const body = node["requestBody"] as JsonObject | undefined;
  const content = (body?.["content"] ?? {}) as { [type: string]: JsonObject };
  return content["application/json"]?.["schema"] as JsonObject | undefined;
}

/** Reads what the contract names without saying how it is used. */
export function openPathCalls(document: OpenApiDocument): Call[] {
  return openPathsOf(document).map((path) => ({
    story: "open-paths",
    method: "GET",
    path,
    credential: "token",
    expects: "undecided",
  }));
}

/** Reads jobs. One that another operation has created may be known there or not. */
export function readingCalls(
  document: OpenApiDocument,
  jobs: readonly CreatedJob[],
  story: string,
): Call[] {
  const { reader, own } = jobReader(operationsOf(document));
  return jobs.map(({ id, operation }) => ({
    story,
    method: "GET",
    path: reader.path.replace(/\{\w+\}/, () => encodeURIComponent(id)),
    credential: "token",
    expects: operation === own.operationId ? "success" : "undecided",
    creator: operation,
  }));
}
