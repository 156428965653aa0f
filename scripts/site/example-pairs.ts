/** The examples of an operation: what is sent, and what comes back for it. */
import {
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../gaps/src/document/document.ts";
import { successOf } from "../../gaps/src/document/message.ts";

export interface ExamplePair {
  /** Key of the example in the contract. */
  name: string;
  summary: string;
  request?: Json;
  response?: Json;
}

/** Examples of the same key in request and success belong together. */
export function examplesOf(document: OpenApiDocument, operation: JsonObject): ExamplePair[] {
  const requests = mediaExamples(document, operation["requestBody"]);
  const responses = mediaExamples(document, successOf(operation));
  const names = new Set([...requests.keys(), ...responses.keys()]);
  return [...names].map((name) => {
    const request = requests.get(name);
    const response = responses.get(name);
    return {
      name,
      summary: String(request?.["summary"] ?? response?.["summary"] ?? name),
      ...(request && { request: request["value"] ?? null }),
      ...(response && { response: response["value"] ?? null }),
    };
  });
}

function mediaExamples(document: OpenApiDocument, body: unknown): Map<string, JsonObject> {
  if (!isObject(body)) return new Map();
  const { content = {} } = resolved(document, body);
  const entries = Object.values(content as JsonObject).flatMap((media) =>
    isObject(media) ? Object.entries((media["examples"] ?? {}) as JsonObject) : [],
  );
  return new Map(
    entries.flatMap(([name, example]) =>
      isObject(example) ? [[name, resolved(document, example)] as const] : [],
    ),
  );
}
