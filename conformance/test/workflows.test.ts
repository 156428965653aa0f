import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { redocly, runTool } from "../../scripts/support/tool.ts";
import { workflowFiles } from "../src/contract.ts";
import { runWorkflows, workflows } from "../../test/support/workflows.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
});
afterAll(() => emulator.close());

it("every file of stories is run", () => {
  expect(workflowFiles.toSorted()).toEqual(workflows.toSorted());
});

describe.each(workflows.map((file) => [basename(file), file]))("%s", (_, file) => {
  it("is sound", async () => {
    const { exitCode, stdout, stderr } = await runTool(redocly, "lint", file);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  it("holds against the emulator", async () => {
    const { exitCode, stdout, stderr } = await runWorkflows(file, emulator.url, emulator.token);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  it("fails with a wrong token", async () => {
    const { exitCode } = await runWorkflows(file, emulator.url, "a-wrong-token");
    expect(exitCode).toBe(1);
  });
});
