import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { contractFolder } from "../../scripts/support/locations.ts";
import { redocly, runTool } from "../../scripts/support/tool.ts";
import { areOpen } from "../../test/support/gaps.ts";
import type { OpenApiDocument } from "openapi-gaps/document";
import { holds } from "../src/arazzo.ts";
import { hasEnded, workflowFiles } from "../src/contract.ts";
import type { Exchange } from "../src/result.ts";

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

it.each([
  ["$statusCode >= 300", [300, 301, 404]],
  ["$statusCode < 300", [200, 299]],
  ["$statusCode == 300", [300]],
  ["$statusCode != 300", [200, 299, 301, 404]],
])("the condition %s holds of %j", (condition, statuses) => {
  const isHeld = (status: number) => holds(condition, { status } as Exchange, new Map());
  expect([200, 299, 300, 301, 404].filter(isHeld)).toEqual(statuses);
});

it("a condition of another form is named", () => {
  const condition = "$statusCode ~ 300";
  expect(() => holds(condition, { status: 300 } as Exchange, new Map())).toThrow(
    new Error(`The condition "${condition}" cannot be read.`),
  );
});

it.each<[final: string[] | undefined, ended: unknown[]]>([
  [undefined, ["queued", "completed", undefined]],
  [[], ["queued", "completed", undefined]],
  [["completed"], ["completed"]],
])("where the final statuses are %j, a job has ended with %j", (final, ended) => {
  const JobStatus = { ...(final && { "x-final-values": final }) };
  const document = { components: { schemas: { JobStatus } } } as unknown as OpenApiDocument;
  const all = ["rendering", "queued", "completed", undefined];
  expect(all.filter((status) => hasEnded(document, status))).toEqual(ended);
});
