#!/usr/bin/env node
/** Runs the built package, or in a repository where nothing is built, the source. */
import { existsSync } from "node:fs";

const built = new URL("../dist/cli.js", import.meta.url);
if (!existsSync(built)) {
  const { runSource } = await import("../../scripts/support/run-source.js");
  await runSource(new URL("../src/cli.ts", import.meta.url));
} else if ("22.13".localeCompare(process.versions.node, "en", { numeric: true }) > 0) {
  // It would end with a stack trace.
  console.error(
    `✗ video-generation-renderer needs Node 22.13 or later, and this is ${process.version}.`,
  );
  process.exitCode = 2;
} else {
  await import(built.href);
}
