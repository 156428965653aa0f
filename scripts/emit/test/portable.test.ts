/** The portable copy for tools that read no OpenAPI 3.1: it means what the contract means. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import {
  contract as honest,
  operationsOf,
  readGenerated,
  validatorOf,
} from "../../../test/support/contract.ts";
import {
  asObjectList,
  examplesOf,
  type JsonObject,
  type OpenApiDocument,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { variantsOf } from "../../../test/support/variants.ts";
import { generatedFolder } from "../../support/locations.ts";
import { redocly, runToolIn } from "../../support/tool.ts";
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
const examples = examplesOf(contract);

/** What becomes of a part of the contract, by what it is. */
type Copies = Record<string, { of: JsonObject; copy: JsonObject }>;
const copies = readFileSync(join(import.meta.dirname, "portable.yaml"), "utf8");
const { schemas, responses } = parse(copies) as { schemas: Copies; responses: Copies };

it.each([
  ["openapi.portable.yaml", "--extends", "spec"],
  // What the emulator assumes fits the contract.
  ["emulator.openapi.yaml", "--config", "../openapi/overlays/redocly.yaml"],
])("%s is sound to Redocly", async (name, ...words) => {
  // The rules of this project are for what is written by hand.
  const linted = ["lint", name, ...words];
  const { exitCode, stdout, stderr } = await runToolIn(generatedFolder, redocly, ...linted);
  expect(exitCode, stdout + stderr).toBe(0);
});

it.each(examples)(
  "accepts and refuses what the contract does: $pointer, and what is next to it",
  ({ schema, value }) => {
    const original = validatorOf(contract)(schema);
    const copy = validatorOf(portable)(placeInCopy(schema));
    for (const [change, variant] of [
      ["as it is", value] as const,
      ...variantsOf(value),
      ...ofAnyType,
    ])
      expect(copy(variant), change).toBe(original(variant));
  },
);

it("says that it is derived, and has no notes, no vendor extension but the known values, and no server variable", () => {
  expect(portable["openapi"]).toBe("3.0.3");
  expect(parse(readGenerated("openapi.portable.yaml"))).toEqual(portable);
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
  const [server] = asObjectList(portableCopy(closed)["servers"]);
  expect(server).toMatchObject({ description: "Service" });
});

it.each(Object.entries(responses))("of responses: %s", (_, { of, copy }) => {
  const document = structuredClone(contract);
  operationsOf(document)[0]!.node["responses"] = of;
  expect(operationsOf(portableCopy(document))[0]!.node["responses"]).toEqual(copy);
});

it.each(Object.entries(schemas))("of a schema: %s", (_, { of, copy }) => {
  const document = structuredClone(contract);
  document.components.schemas["Another"] = of;
  expect(portableCopy(document).components.schemas["Another"]).toEqual(copy);
});
