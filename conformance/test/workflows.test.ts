import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { redocly, runTool } from "../../scripts/support/tool.ts";
import { workflowFiles } from "../src/contract.ts";
import { runWorkflows, workflows } from "../../test/support/workflows.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
});
afterAll(() => emulator.close());

it("every file of workflows is run", () => {
  expect(workflowFiles.toSorted()).toEqual(workflows.toSorted());
});

it("all are sound", async () => {
  const { exitCode, stdout, stderr } = await runTool(redocly, "lint", ...workflows);
  expect(exitCode, stdout + stderr).toBe(0);
});

it.each(workflows)("%s holds against the emulator", async (file) => {
  const { exitCode, stdout, stderr } = await runWorkflows(file, emulator.url, emulator.token);
  expect(exitCode, stdout + stderr).toBe(0);
});

it("a workflow fails with a wrong token", async () => {
  const { exitCode } = await runWorkflows(workflows[0]!, emulator.url, "a-wrong-token");
  expect(exitCode).toBe(1);
});
