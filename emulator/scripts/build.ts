/**
 * Builds the package into `dist/`. Node strips types in a repository but not below `node_modules`, so what is published is
 * JavaScript. `dist/` repeats the layout of the repository, so that every relative address holds in both.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

const workspace = join(import.meta.dirname, "..");
const root = join(workspace, "..");
const dist = join(workspace, "dist");

/** What the emulator reads at run time beside its code, relative to the repository. */
const data = [
  "generated/openapi.json",
  "generated/emulator.openapi.json",
  "generated/assumptions.json",
  "generated/schema.d.ts",
  "emulator/assets",
  "emulator/package.json",
];

await rm(dist, { recursive: true, force: true });
const compiler = join(
  createRequire(import.meta.url).resolve("typescript/package.json"),
  "../bin/tsc",
);
await promisify(execFile)(process.execPath, [
  compiler,
  "-p",
  join(workspace, "tsconfig.build.json"),
]);
await mkdir(join(dist, "generated"), { recursive: true });
for (const path of data) await cp(join(root, path), join(dist, path), { recursive: true });
