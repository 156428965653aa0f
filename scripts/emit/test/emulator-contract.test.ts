import { join } from "node:path";
import { expect, test } from "vitest";
import { contract } from "../../../test/support/contract.ts";
import { resolvePointer } from "openapi-gaps/document";
import { emulatorLintRules, generatedFolder } from "../../support/locations.ts";
import { redocly, runTool } from "../../support/tool.ts";
import { emulatorContract } from "../emulator/contract.ts";

test("what the emulator assumes fits the contract", async () => {
  const file = join(generatedFolder, "emulator.openapi.yaml");
  const words = ["lint", file, "--config", emulatorLintRules];
  const { exitCode, stdout, stderr } = await runTool(redocly, ...words);
  expect(exitCode, stdout + stderr).toBe(0);
});

test("an object that evidence describes has the fields that are assumed, too", async () => {
  const document = structuredClone(contract);
  const row = { type: "integer", description: "What the owner says of it." };
  Object.assign(resolvePointer(document, "#/components/schemas/HpJobOutput"), {
    type: "object",
    properties: {
      videos: { type: "array", items: { type: "object", required: ["row"], properties: { row } } },
    },
  });
  const emulated = await emulatorContract(document);
  const videos = "#/components/schemas/HpJobOutput/properties/videos/items";
  const item = resolvePointer(emulated, videos);
  expect(item).toMatchObject({ type: "object", required: ["row", "status"] });
  expect(Object.keys(item["properties"] as object).toSorted()).toEqual([
    "error",
    "expires_at",
    "row",
    "status",
    "video_url",
  ]);
  expect(item).toHaveProperty("properties.row", row);
  expect(item).not.toHaveProperty("$ref");
  // It would be one that nothing refers to.
  expect(emulated.components.schemas).not.toHaveProperty("HpVideo");
});
