/** The TypeScript compilers that consumers may have. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../../scripts/support/locations.ts";
import { benchPackage, type Tool } from "./requires.ts";

export interface Compiler {
  name: string;
  /** Script behind its `tsc`. */
  script: () => string;
  /** What a test needs that uses it. */
  tools: Tool[];
}

export const compilers: Compiler[] = [
  { name: "TypeScript 5.9", script: () => installed("typescript"), tools: [] },
  ofBenches("TypeScript 5.4", "typescript-5.4"),
  ofBenches("TypeScript 6", "typescript-6"),
  ofBenches("TypeScript 7", "typescript-7"),
];

/** Compilers of 30 MB that are installed with the benches, so that they are in nobody's `npm ci`. */
function ofBenches(name: string, alias: string): Compiler {
  const script = join(root, "bench/node_modules", alias, "bin/tsc");
  return { name, script: () => script, tools: [benchPackage(name, alias)] };
}

function installed(name: string): string {
  return join(createRequire(import.meta.url).resolve(`${name}/package.json`), "../bin/tsc");
}
