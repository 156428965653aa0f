import { expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { readModel } from "../model/model.ts";
import { renderMethods } from "../typescript/methods.ts";
import { renderRoutes } from "../typescript/routes.ts";

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
  const text = renderMethods(readModel(renew({ "2XX": json("Thing") })));
  expect(text).toContain(
    "  doThing(thingId: ThingId, body: Wish, options?: CallOptions): Call<Thing>;",
  );
  expect(text).toContain("@param thingId Names the thing.\n");
  expect(text).toContain("@param body What to do.\n");
  expect(text).toContain('await client.doThing("thing-1", {\n   *   a: "b"\n   * });');
  expect(text, "a description cannot end the comment").toContain("Does *\\/ it.");
});

test("a new operation appears with its route", () => {
  const text = renderRoutes(readModel(renew({ "2XX": json("Thing") })));
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
  expect(renderRoutes(readModel(document))).toContain('{ all: "array" }');
});
