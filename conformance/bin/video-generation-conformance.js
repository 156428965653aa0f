#!/usr/bin/env node
/** Runs the built package, or in a repository where nothing is built, the source. */
import { existsSync } from "node:fs";

const built = new URL("../dist/cli.js", import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (!existsSync(built)) {
  const { runSource } = await import("../../scripts/support/run-source.js");
  await runSource(new URL("../src/cli.ts", import.meta.url));
} else if (major < 22 || (major === 22 && minor < 13)) {
  // It would end with a stack trace.
  console.error(
    `✗ video-generation-conformance needs Node 22.13 or later, and this is ${process.version}.`,
  );
  process.exitCode = 2;
} else {
  await import(built.href);
}
