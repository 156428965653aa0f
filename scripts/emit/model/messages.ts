/** What requests and responses carry: JSON, in both directions, and examples of it. */
import {
  asList,
  asObject,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "openapi-gaps/document";
import { findDeprecatedFields } from "../../support/deprecated-fields.ts";

export const jsonType = "application/json";

/** The keys of an operation's successes: `2XX` where it is described, and each code of its own otherwise. */
export function successesOf(operation: JsonObject): string[] {
  const codes = Object.keys(asObject(operation["responses"]));
  return codes.includes("2XX") ? ["2XX"] : codes.filter((code) => /^2\d\d$/.test(code));
}

/** The media type object of a message; an empty one for a message without JSON. */
export function jsonMediaOf(message: Json | undefined): JsonObject {
  return asObject(asObject(asObject(message)["content"])[jsonType]);
}

/** The schema of a message, be it a reference. */
export function jsonSchemaOf(message: Json | undefined): JsonObject | undefined {
  const { schema } = jsonMediaOf(message);
  return isObject(schema) ? schema : undefined;
}

/** What is sent, and what comes back for it. */
export interface ExamplePair {
  /** Key of the example in the contract. */
  name: string;
  summary: string;
  request?: Json;
  response?: Json;
}

/**
 * Examples of the same key in request and success belong together. One that sends a deprecated field would be refused, and is left
 * out where another one sends none.
 */
export function examplePairsOf(document: OpenApiDocument, operation: JsonObject): ExamplePair[] {
  const requests = mediaExamples(document, operation["requestBody"]);
  const [success = "2XX"] = successesOf(operation);
  const responses = mediaExamples(document, asObject(operation["responses"])[success]);
  const names = new Set([...requests.keys(), ...responses.keys()]);
  const body = isObject(operation["requestBody"]) && resolved(document, operation["requestBody"]);
  const schema = (body && jsonSchemaOf(body)) || {};
  const isOld = (name: string) => isOutdated(document, schema, requests.get(name)?.["value"]);
  const current = [...names].filter((name) => !isOld(name));
  return (current.length > 0 ? current : [...names]).map((name) => {
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

/** The first example of a parameter or a media type that sends no deprecated field, its own or that of its schema. */
export function firstExample(
  document: OpenApiDocument,
  holder: JsonObject,
  schema: JsonObject,
): Json | undefined {
  if (holder["example"] !== undefined) return holder["example"];
  const named = [...namedExamples(document, holder).values()].map(({ value }) => value ?? null);
  const values = named.length > 0 ? named : asList(schema["examples"]);
  return values.find((value) => !isOutdated(document, schema, value)) ?? values[0];
}

const isOutdated = (document: OpenApiDocument, schema: JsonObject, value: unknown): boolean =>
  findDeprecatedFields(document, schema, value).length > 0;

function mediaExamples(document: OpenApiDocument, message: unknown): Map<string, JsonObject> {
  if (!isObject(message)) return new Map();
  const media = Object.values(asObjectMap(resolved(document, message)["content"]));
  return new Map(media.flatMap((each) => [...namedExamples(document, each)]));
}

function namedExamples(document: OpenApiDocument, holder: JsonObject): Map<string, JsonObject> {
  const entries = Object.entries(asObjectMap(holder["examples"]));
  return new Map(entries.map(([name, example]) => [name, resolved(document, example)]));
}
