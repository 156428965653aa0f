import { expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { generateMethods } from "../methods.ts";
import { generateObservations } from "../observations.ts";
import { generateOperations } from "../operations.ts";
import { strictCopy } from "../../contract/strict.ts";

const json = (name: string, extra: JsonObject = {}): JsonObject => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` }, ...extra } },
});

/** A contract with one operation. */
function contract(path: string, method: string, operation: JsonObject): OpenApiDocument {
  return {
    info: { title: "Test" },
    paths: { [path]: { [method]: { operationId: "doThing", summary: "Do it", ...operation } } },
    components: {
      schemas: {
        Thing: { type: "object", required: ["job_id"], properties: { job_id: { type: "string" } } },
        Wish: { type: "object", properties: {} },
        ThingId: { type: "string", examples: ["thing-1"] },
      },
    },
  };
}

const thingId = {
  name: "thing_id",
  in: "path",
  required: true,
  schema: { $ref: "#/components/schemas/ThingId" },
};

const renew = (responses: JsonObject) =>
  contract("/things/{thing_id}", "put", {
    description: "Does */ it.",
    parameters: [{ ...thingId, description: "Names\nthe thing.\n\n> A gap." }],
    requestBody: {
      description: "What to do.",
      ...json("Wish", { examples: { one: { value: { a: "b" } } } }),
    },
    responses,
  });

test("a new operation appears as a method, with documentation, arguments and an example", () => {
  const text = generateMethods(renew({ "2XX": json("Thing") }));
  expect(text).toContain(
    "  doThing(thingId: ThingId, body: Wish, options?: CallOptions): Call<Thing>;",
  );
  expect(text).toContain("@param thingId Names the thing.\n");
  expect(text).toContain("@param body What to do.\n");
  expect(text).toContain('await client.doThing("thing-1", {\n   *   a: "b"\n   * });');
  expect(text, "a description cannot end the comment").toContain("Does *\\/ it.");
});

test("a new operation appears with its route", () => {
  const text = generateOperations(renew({ "2XX": json("Thing") }));
  expect(text).toContain('doThing: ["PUT", "/things/{thing_id}", { job_id: "string" }, true],');
});

test("an answer that names no job must have its required lists", () => {
  const document = renew({ "2XX": json("Thing") });
  const list = { type: "array", items: {} };
  document.components.schemas["Thing"] = {
    type: "object",
    required: ["all", "total"],
    properties: { all: list, some: list, total: { type: "integer" } },
  };
  expect(generateOperations(document)).toContain('{ all: "array" }');
});

test.each<[string, string, JsonObject]>([
  [
    "a query parameter",
    "no place for query page",
    { parameters: [{ name: "page", in: "query" }], responses: { "2XX": json("Thing") } },
  ],
  [
    "a placeholder without a parameter",
    "{thing_id} is not described",
    { responses: { "2XX": json("Thing") } },
  ],
  [
    "a result that is not JSON",
    "application/json only",
    { parameters: [thingId], responses: { "2XX": { content: { "text/csv": {} } } } },
  ],
  [
    "a schema without a name",
    "give the schema a name",
    {
      parameters: [thingId],
      responses: { "2XX": { content: { "application/json": { schema: { type: "object" } } } } },
    },
  ],
])("an operation with %s is refused, by name", (_, message, operation) => {
  const document = contract("/things/{thing_id}", "get", operation);
  expect(() => generateMethods(document)).toThrow(message);
  expect(() => generateMethods(document)).toThrow("doThing");
});

test("the observer's table closes what the contract leaves open by name, and leads to the gaps", () => {
  const document = contract("/things", "get", {
    responses: { "2XX": json("Thing"), 404: { description: "Documented" } },
  });
  const { Thing } = document.components.schemas;
  Thing!["x-gap"] = [{ id: "thing-fields" }];
  Thing!["properties"] = {
    state: { type: "string", "x-extensible-enum": ["new"] },
    next: { $ref: "#/components/schemas/Thing" },
    open: {},
  };
  const text = generateObservations(strictCopy(document));
  const table = JSON.parse(text.slice(text.indexOf("InlineSchema } = ") + 17, -2));
  expect(table).toEqual({
    Thing: {
      types: ["object"],
      fields: { state: { types: ["string"], values: ["new"] }, next: "Thing", open: {} },
      gap: "thing-fields",
    },
  });
  expect(text).toContain("404");
});
