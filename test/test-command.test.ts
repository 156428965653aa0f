/** `npm test`: what it says of checks that pass and fail. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { root } from "../scripts/support/locations.ts";
import { runChecks } from "../scripts/support/run-checks.ts";
import { runTool } from "../scripts/support/tool.ts";
import { longest } from "./support/longest-first.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("runs every check, and reports each that fails with what it says", async () => {
  await using folder = await temporaryFolder();
  const script = join(folder.path, "check.cjs");
  await writeFile(
    script,
    "console.error(process.argv[2]); process.exitCode = Number(process.argv[3]);",
  );
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  const failed = await runChecks({
    types: [
      [script, "wrong type", "2"],
      [script, "never run", "0"],
    ],
    imports: [[script, "fine", "0"]],
    fresh: [[script, "stale", "1"]],
  });
  const lines = printed.mock.calls.map(([line]) => String(line)).join("\n");
  printed.mockRestore();
  expect(failed).toEqual(["types", "fresh"]);
  expect(lines).toMatch(/^wrong type\n✗ types \(/m);
  expect(lines).toMatch(/^fine\n✓ imports \(/m);
  expect(lines).toMatch(/^stale\n✗ fresh \(/m);
  expect(lines).not.toContain("never run");
});

test("names the checks when there is none of a name", async () => {
  const { exitCode, stderr } = await runTool(join(root, "scripts/test.ts"), "--checks", "tipes");
  expect(exitCode).toBe(2);
  expect(stderr).toContain("There is no check tipes, but format, types,");
});

test("begins with test files that exist", () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
