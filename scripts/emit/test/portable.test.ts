import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  contract as honest,
  operationsOf,
  readGenerated,
  validatorOf,
} from "../../../test/support/contract.ts";
import {
  asObjectList,
  type JsonObject,
  messageExamples,
  type OpenApiDocument,
  schemaExamples,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { variantsOf } from "../../../test/support/variants.ts";
import { emulatorLintRules, generatedFolder } from "../../support/locations.ts";
import { redocly, runTool } from "../../support/tool.ts";
import { portableCopy } from "../portable.ts";

const portable = JSON.parse(readGenerated("openapi.portable.json")) as OpenApiDocument;

/** The contract without the responses that the copy leaves out: a documented `200` counts, and not its range. */
const contract = structuredClone(honest);
for (const { node } of operationsOf(contract)) {
  const responses = node["responses"] as JsonObject;
  if ("200" in responses) delete responses["2XX"];
}

/** Where the copy has what stands at a place of the contract. */
function placeInCopy(pointer: string): string {
  return pointer
    .replace("/responses/2XX/", "/responses/200/")
    .replace("/*~1*/", "/application~1json/");
}

const ofAnyType = [null, 1.5, "another", [], {}].map((value): [string, unknown] => [
  JSON.stringify(value),
  value,
]);
const examples = [...messageExamples(contract), ...schemaExamples(contract)];

describe("the portable copy", () => {
  it("is OpenAPI 3.0.3, the same as JSON and as YAML", () => {
    expect(portable["openapi"]).toBe("3.0.3");
    expect(parse(readGenerated("openapi.portable.yaml"))).toEqual(portable);
  });

  it.each([
    ["openapi.portable.yaml", "--extends", "spec"],
    // What the emulator assumes fits the contract.
    ["emulator.openapi.yaml", "--config", emulatorLintRules],
  ])("is sound to Redocly, and so is what the emulator reads: %s", async (name, ...words) => {
    const file = join(generatedFolder, name);
    const { exitCode, stdout, stderr } = await runTool(redocly, "lint", file, ...words);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  it.each(examples.map(({ pointer, schema, value }) => ({ pointer, schema, value })))(
    "accepts and refuses what the contract does: $pointer, and what is next to it",
    ({ schema, value }) => {
      const original = validatorOf(contract)(schema);
      const copy = validatorOf(portable)(placeInCopy(schema));
      for (const [change, variant] of [...variantsOf(value), ...ofAnyType])
        expect(copy(variant), change).toBe(original(variant));
    },
  );

  it("says that it is derived, and has no notes, no vendor extension but the known values, and no server variable", () => {
    expect(portable.info["description"]).toMatch(/derived copy.*`openapi\.yaml`/s);
    const text = JSON.stringify(portable);
    const address = valueAt(contract, "#/servers/0/variables/base_url/default");
    expect(text).not.toContain("**Gap");
    expect(text).not.toMatch(/"x-(?!extensible-enum")/);
    expect(portable["servers"]).toEqual([{ url: address, description: expect.any(String) }]);
  });

  it("does not call an address a placeholder that has been answered", () => {
    const closed = structuredClone(honest);
    for (const { value } of walk(closed)) delete value["x-gap"];
    expect(asObjectList(portableCopy(closed)["servers"])[0]).toMatchObject({
      description: "Service",
    });
  });
});

describe("the success of an operation", () => {
  const codesOf = (responses: JsonObject) => {
    const document = structuredClone(contract);
    operationsOf(document)[0]!.node["responses"] = responses;
    return operationsOf(portableCopy(document))[0]!.node["responses"];
  };
  const any = { description: "Any success." };
  const one = { description: "This success." };

  it.each<{ of: string; responses: JsonObject; copy: JsonObject }>([
    { of: "any code is 200", responses: { "2XX": any }, copy: { "200": any } },
    { of: "a documented code keeps it", responses: { "201": one }, copy: { "201": one } },
    {
      of: "200, and any other, is what 200 says",
      responses: { "200": one, "2XX": any },
      copy: { "200": one },
    },
  ])("of $of", ({ responses, copy }) => expect(codesOf(responses)).toEqual(copy));
});

/** The contract with one more schema, copied. */
function copyOf(schema: JsonObject): JsonObject {
  const document = structuredClone(contract);
  document.components.schemas["Another"] = schema;
  return portableCopy(document).components.schemas["Another"]!;
}

describe("a schema", () => {
  it.each<{ of: string; schema: JsonObject; copy: JsonObject }>([
    {
      of: "a type and null",
      schema: { type: ["string", "null"] },
      copy: { type: "string", nullable: true },
    },
    {
      of: "any object",
      schema: { type: "object" },
      copy: { type: "object", additionalProperties: true },
    },
    {
      of: "a described reference",
      schema: { $ref: "#/components/schemas/JobId", description: "The job." },
      copy: { description: "The job.", allOf: [{ $ref: "#/components/schemas/JobId" }] },
    },
    {
      of: "properties that are called as keywords are",
      schema: { properties: { title: { type: "string" }, const: { type: "string" } } },
      copy: { properties: { title: { type: "string" }, const: { type: "string" } } },
    },
  ])("of $of", ({ schema, copy }) => {
    expect(copyOf(schema)).toEqual(copy);
  });
});
