/** Mutants that add what no section states: constraints, parameters, headers, media types, codes, callbacks. */
import { asObject, type Json, type JsonObject } from "../../../../gaps/src/document/document.ts";
import type { Mutation } from "./mutant.ts";

const add = (what: string, change: (node: JsonObject) => void): Mutation => ({
  what: `invent ${what}`,
  change,
});

/** Keywords that could stand on a schema, by the type of its values. */
const constraints: Record<string, JsonObject> = {
  string: { format: "uri", maxLength: 500, minLength: 1, pattern: "^[a-z]", default: "" },
  integer: { minimum: 1, maximum: 100, exclusiveMinimum: 0, multipleOf: 1, format: "int32" },
  boolean: { default: true },
  array: { minItems: 1, maxItems: 10, uniqueItems: true, default: [] },
  object: { additionalProperties: false, minProperties: 1, unevaluatedProperties: false },
};
const ofAnyType: JsonObject = { deprecated: true, readOnly: true };

export function inventConstraints(schema: JsonObject): Mutation[] {
  if ("$ref" in schema) return [];
  const types = [schema["type"] ?? []].flat().map(String);
  const fitting = Object.assign({}, ofAnyType, ...types.map((type) => constraints[type]));
  return Object.entries(fitting as JsonObject)
    .filter(([keyword]) => !(keyword in schema))
    .map(([keyword, value]) => add(keyword, (node) => (node[keyword] = value)));
}

export function inventParameters(operation: JsonObject): Mutation[] {
  const places = { query: "page", header: "Idempotency-Key", cookie: "session" };
  return [
    ...Object.entries(places).map(([place, name]) =>
      add(`a parameter of the ${place}`, (node) => {
        const schema = { type: "string" };
        const parameter = { name, in: place, description: "An invention.", example: "a", schema };
        node["parameters"] = [...((operation["parameters"] ?? []) as Json[]), parameter];
      }),
    ),
    add("a callback", (node) => (node["callbacks"] = { done: {} })),
    add("that it is deprecated", (node) => (node["deprecated"] = true)),
  ];
}

export function inventAnswers(response: JsonObject): Mutation[] {
  return [
    add("a header", (node) => {
      const schema = { type: "integer" };
      node["headers"] = { "Retry-After": { description: "An invention.", schema } };
    }),
    add("a link", (node) => (node["links"] = { job: { operationId: "getHpJob" } })),
    ...("content" in response
      ? [
          add("a media type", (node) => {
            const [first = {}] = Object.values(asObject(node["content"]));
            asObject(node["content"])["application/problem+json"] = structuredClone(first);
          }),
        ]
      : []),
  ];
}

export function inventCodes(responses: JsonObject): Mutation[] {
  const codes = ["201", "401", "404", "429"];
  return codes.map((code) =>
    add(`the answer ${code}`, (node) => (node[code] = structuredClone(responses["default"] ?? {}))),
  );
}

export function inventVersion(): Mutation[] {
  return [
    add("another version of OpenAPI", (node) => (node["openapi"] = "3.2.0")),
    add("a webhook", (node) => (node["webhooks"] = { done: { post: { responses: {} } } })),
  ];
}
