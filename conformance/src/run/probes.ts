/** Requests that have to be refused, made from the contract: they are no story of a consumer. */
import { type JsonObject, type OpenApiDocument } from "../../../scripts/contract/document.ts";
import type { Credential } from "../exchange.ts";
import { type Operation, operationsOf } from "../operations.ts";
import { invalidBodies } from "./invalid-bodies.ts";
import type { Call } from "./send.ts";

/** Bodies by operation: one that is valid, of each kind. */
export type ValidBodies = Map<string, JsonObject[]>;

const wrongCredentials: Credential[] = ["none", "wrong", "other-scheme"];

const titles: Record<Credential, string> = {
  token: "",
  none: "a request without a token",
  wrong: "a request with a wrong token",
  "other-scheme": "a request with another scheme than Bearer",
};

/** Every operation, without a token, with a wrong one, and with another scheme. */
export function credentialCalls(document: OpenApiDocument, bodies: ValidBodies): Call[] {
  return operationsOf(document).flatMap((operation) =>
    wrongCredentials.map((credential) => ({
      story: titles[credential],
      method: operation.method.toUpperCase(),
      path: operation.path.replaceAll(/\{\w+\}/g, "no-such-job"),
      body: bodies.get(operation.operationId)?.[0],
      credential,
      expects: "refusal" as const,
    })),
  );
}

/** Bodies that are malformed, or wrong in one place. */
export function invalidCalls(document: OpenApiDocument, bodies: ValidBodies): Call[] {
  return operationsOf(document).flatMap((operation) => {
    const schema = requestSchema(operation);
    if (!schema) return [];
    const invalid = (bodies.get(operation.operationId) ?? []).flatMap((body) =>
      invalidBodies(document, schema, body),
    );
    // Kinds of one request share most of their fields.
    const different = new Map(invalid.map((each) => [each.what, each]));
    return [...different.values()].map(({ what, body, expects }) => ({
      story: `${operation.operationId} ${what}`,
      method: operation.method.toUpperCase(),
      path: operation.path,
      body,
      credential: "token" as const,
      expects,
    }));
  });
}

function requestSchema({ node }: Operation): JsonObject | undefined {
  const body = node["requestBody"] as JsonObject | undefined;
  const content = (body?.["content"] ?? {}) as { [type: string]: JsonObject };
  return content["application/json"]?.["schema"] as JsonObject | undefined;
}
