/** The TypeScript compilers that consumers may have. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../../scripts/support/locations.ts";
import { type Tool } from "./requires.ts";

export interface Compiler {
  name: string;
  /** Script behind its `tsc`. */
  script: () => string;
  /** What a test needs that uses it. */
  tools: Tool[];
}

/** A binary of 27 MB for each system. It is installed with the benches, so that it is in nobody's `npm ci`. */
const newest = join(root, "bench/node_modules/typescript-7/bin/tsc");
const newestTool: Tool = {
  name: "TypeScript 7",
  isPresent: () => existsSync(newest),
  install: "npm ci --prefix bench",
};

export const compilers: Compiler[] = [
  { name: "TypeScript 5.9", script: () => installed("typescript"), tools: [] },
  { name: "TypeScript 6", script: () => installed("typescript-6"), tools: [] },
  { name: "TypeScript 7", script: () => newest, tools: [newestTool] },
];

function installed(name: string): string {
  return join(createRequire(import.meta.url).resolve(`${name}/package.json`), "../bin/tsc");
}
