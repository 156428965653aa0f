import { describe, expect, it } from "vitest";
import {
  applyAssumptions,
  type AssumingAction,
  collectAssumptions,
} from "../emulator/assumptions.ts";
import type { Gap } from "openapi-gaps";
import { type JsonObject, type OpenApiDocument, walk } from "openapi-gaps/document";

const document = {
  openapi: "3.1.1",
  info: { title: "Example", version: "1.0.0" },
  paths: {
    "/things": {
      get: { operationId: "listThings", responses: { "2XX": { description: "All." } } },
    },
  },
  components: {
    schemas: {
      Name: { type: "string", examples: ["Ada"] },
      Thing: {
        type: "object",
        required: ["name"],
        properties: { name: { $ref: "#/components/schemas/Name" } },
      },
    },
  },
} as unknown as OpenApiDocument;

const assumed = { id: "a-decision", closes: "a-gap", because: "It has to be decided." };

function apply(...actions: Partial<AssumingAction>[]): OpenApiDocument {
  const complete = actions.map((action) => ({
    target: "$",
    description: "Decided.",
    "x-assumed": assumed,
    ...action,
  }));
  return applyAssumptions(document, complete);
}

const schema = (result: OpenApiDocument, name: string) =>
  result.components.schemas[name] as JsonObject;
const mark = { ...assumed, decides: "Decided." };

describe("an overlay action", () => {
  it("marks every object it selects", () => {
    const result = apply({ target: "$.components.schemas[?@.type]", update: { title: "Typed" } });
    expect(schema(result, "Name")["x-assumed"]).toEqual([mark]);
    expect(schema(result, "Thing")["x-assumed"]).toEqual([mark]);
  });

  it("marks what it adds, not the map it adds it to", () => {
    const update = { "200": { description: "All.", headers: {} } };
    const result = apply({ target: "$.paths['/things'].get.responses", update });
    const operation = (result.paths["/things"] as JsonObject)["get"] as JsonObject;
    const responses = operation["responses"] as JsonObject;
    expect((responses["200"] as JsonObject)["x-assumed"]).toEqual([mark]);
    expect(responses["x-assumed"]).toBeUndefined();
  });

  it.each([
    ["$.components.schemas.Nothing", /a-decision: .*Nothing selects nothing.*remove the action/s],
    ["$.components[", /a-decision: .* is no JSONPath/],
    ["$.openapi", /a-decision: .* selects something that is not an object/],
  ])("stops the pipeline when its target is %s", (target, message) => {
    expect(() => apply({ target, update: { a: 1 } })).toThrow(message);
  });
});

describe("the mark of a decision", () => {
  const pathOfMark = (update: JsonObject) => {
    const [node] = walk(apply({ target: "$.components.schemas.Thing", update })).filter(
      ([{ "x-assumed": marks }]) => marks,
    );
    return node?.[1].replace("#/components/schemas/Thing", "");
  };

  it.each<[string, JsonObject, string]>([
    ["the one schema that is changed", { items: { maxLength: 3 } }, "/items"],
    ["what holds all changes", { title: "x", items: { maxLength: 3 } }, ""],
    ["the holder of a map of names", { properties: { size: { type: "integer" } } }, ""],
    ["the holder of a reference", { items: { $ref: "#/components/schemas/Name" } }, ""],
    ["the target itself where nothing is changed", {}, ""],
  ])("stands on %s", (_, update, place) => {
    expect(pathOfMark(update)).toBe(place);
  });
});

describe("the register of assumptions", () => {
  const gaps = [{ id: "a-gap" }] as Gap[];

  it("gathers the marks of one decision under its id", () => {
    const result = apply({ target: "$.components.schemas.*", update: { title: "x" } });
    const [found, ...others] = collectAssumptions(result, gaps);
    expect(others).toEqual([]);
    expect(found).toEqual({ ...assumed, decides: ["Decided."] });
  });

  it("refuses a decision about a gap that does not exist", () => {
    const result = apply({ target: "$.components.schemas.Name", update: { title: "x" } });
    expect(() => collectAssumptions(result, [])).toThrow(/a-decision closes a-gap/);
  });

  it("refuses two decisions under one id", () => {
    const result = apply(
      { target: "$.components.schemas.Name", update: { title: "x" } },
      {
        target: "$.components.schemas.Thing",
        update: { title: "x" },
        "x-assumed": { ...assumed, because: "Else." },
      },
    );
    expect(() => collectAssumptions(result, gaps)).toThrow(
      /Two different assumptions are called a-decision/,
    );
  });
});
