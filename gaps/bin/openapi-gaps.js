#!/usr/bin/env node
/** Runs the built package, or in its repository the source, which is never older than the package. */
import { existsSync } from "node:fs";

const source = new URL("../src/cli.ts", import.meta.url);
if (existsSync(source)) {
  const { runSource } = await import("../../scripts/support/run-source.js");
  await runSource(source);
} else {
  await import(new URL("../dist/cli.js", import.meta.url).href);
}
