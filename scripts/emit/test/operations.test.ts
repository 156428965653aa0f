import { expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "../../contract/document.ts";
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

test("a new operation appears with its arguments, result, route and an example", () => {
  const text = generateOperations(
    contract("/things/{thing_id}", "put", {
      description: "Does */ it.",
      parameters: [thingId],
      requestBody: json("Wish", { examples: { one: { value: { a: "b" } } } }),
      responses: { "2XX": json("Thing") },
    }),
  );
  expect(text).toContain("arguments: [thingId: ThingId, body: Wish];\n    result: Thing;");
  expect(text).toContain('method: "PUT",');
  expect(text).toContain('parameters: ["thing_id"],');
  expect(text).toContain("hasBody: true,");
  expect(text).toContain('jobIdField: "job_id",');
  expect(text).toContain('await client.doThing("thing-1", {\n   *   a: "b"\n   * });');
  expect(text, "a description cannot end the comment").toContain("Does *\\/ it.");
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
  expect(() => generateOperations(document)).toThrow(message);
  expect(() => generateOperations(document)).toThrow("doThing");
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
