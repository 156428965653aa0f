import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { contractFolder } from "../../scripts/locations.ts";
import { redocly, runTool } from "../../scripts/tool.ts";

const folder = join(contractFolder, "workflows");
const workflows = (await readdir(folder)).filter((name) => name.endsWith(".arazzo.yaml"));

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
});
afterAll(() => emulator.close());

describe.each(workflows)("%s", (name) => {
  const file = `openapi/workflows/${name}`;

  it("is sound", async () => {
    const { exitCode, stdout, stderr } = await runTool(redocly, "lint", file);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  it("holds against the emulator", async () => {
    const { exitCode, output } = await respect(file, emulator.token);
    expect(exitCode, output).toBe(0);
  });

  it("fails with a wrong token", async () => {
    const { exitCode } = await respect(file, "a-wrong-token");
    expect(exitCode).toBe(1);
  });
});

async function respect(file: string, token: string) {
  const options = ["-S", `contract=${emulator.url}`, "-i", `token=${token}`];
  const { exitCode, stdout, stderr } = await runTool(redocly, "respect", file, ...options);
  return { exitCode, output: stdout + stderr };
}
