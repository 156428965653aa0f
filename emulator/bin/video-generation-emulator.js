#!/usr/bin/env node
/** Runs the built package, or in a repository where nothing is built, the source. */
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";

// What Node has compiled at one start, it need not compile at the next.
enableCompileCache();

const built = new URL("../dist/cli.js", import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  const { runSource } = await import("../../scripts/support/run-source.js");
  await runSource(new URL("../src/cli.ts", import.meta.url));
}
