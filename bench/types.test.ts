/** The part of `npm test -- --checks types` that needs the packages of the benches. */
import { expect, test } from "vitest";
import { runTool } from "../scripts/support/tool.ts";
import { requires } from "../test/support/requires.ts";
import { benchPackages } from "./packages.ts";
import { createRequire } from "node:module";
import { join } from "node:path";

test("the benches compile strictly", requires(benchPackages), async () => {
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
  const compiler = join(manifest, "../bin/tsc");
  const { exitCode, stdout } = await runTool(compiler, "--project", import.meta.dirname);
  expect(exitCode, stdout).toBe(0);
});
