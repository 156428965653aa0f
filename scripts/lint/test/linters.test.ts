import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../../support/locations.ts";

const run = promisify(execFile);

/**
 * The commands as a contributor types them after `npx`. Each fails on an error; its output tells of
 * warnings.
 */
const commands = [
  "redocly lint",
  "openapi-gaps lint openapi/openapi.yaml --preset sources --headings openapi/outline.yaml",
];

describe("the linters, run by hand, find nothing", () => {
  it.each(commands)("%s", async (command) => {
    const [name, ...options] = command.split(" ");
    const tool = join(root, "node_modules/.bin", name!);
    const { stdout, stderr } = await run(tool, options, { cwd: root });
    expect(stdout + stderr).not.toMatch(/warning|error(?! level|.*found!)/i);
  });
});
