#!/usr/bin/env node
/** Runs the built package, or in its repository the source, which is never older than the package. */
import { existsSync } from "node:fs";

const source = new URL("../src/cli.ts", import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (existsSync(source)) {
  const { runSource } = await import("../../scripts/support/run-source.js");
  await runSource(source);
} else if (major < 22 || (major === 22 && minor < 13)) {
  // It would end with a stack trace.
  console.error(`✗ openapi-gaps needs Node 22.13 or later, and this is ${process.version}.`);
  process.exitCode = 2;
} else {
  await import(new URL("../dist/cli.js", import.meta.url).href);
}
