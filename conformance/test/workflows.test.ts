import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { contractFolder } from "../../scripts/support/locations.ts";
import { redocly, runTool } from "../../scripts/support/tool.ts";
import { areOpen } from "../../test/support/gaps.ts";
import { workflowFiles } from "../src/contract.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
});
afterAll(() => emulator.close());

it("every file of workflows is run", () => {
  const files = globSync(join(contractFolder, "workflows/*.arazzo.yaml"));
  expect(workflowFiles.toSorted()).toEqual(files.toSorted());
});

// Another runner sends the list of segments too that the owner has said is never there.
const isEachTaken = areOpen("variables-or-customizations");
it.runIf(isEachTaken)("all hold against the emulator, to another runner too", async () => {
  const service = ["-S", `contract=${emulator.url}`, "-i", `token=${emulator.token}`];
  const { exitCode, stdout, stderr } = await runTool(
    redocly,
    "respect",
    ...workflowFiles,
    ...service,
  );
  expect(exitCode, stdout + stderr).toBe(0);
  for (const file of workflowFiles) expect(stdout + stderr).toContain(file.split("/").at(-1));
});
