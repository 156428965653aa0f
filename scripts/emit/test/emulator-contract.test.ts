import { join } from "node:path";
import { expect, test } from "vitest";
import { emulatorLintRules, generatedFolder } from "../../support/locations.ts";
import { redocly, runTool } from "../../support/tool.ts";

test("what the emulator assumes fits the contract", async () => {
  const file = join(generatedFolder, "emulator.openapi.yaml");
  const words = ["lint", file, "--config", emulatorLintRules];
  const { exitCode, stdout, stderr } = await runTool(redocly, ...words);
  expect(exitCode, stdout + stderr).toBe(0);
});
