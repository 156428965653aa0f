/** The TypeScript compilers that consumers may have. */
import { join } from "node:path";
import { root } from "../../scripts/support/locations.ts";
import { benchPackage, type Tool } from "./requires.ts";

export interface Compiler {
  name: string;
  /** Path of its `tsc`. */
  script: string;
  /** What a test needs that uses it. */
  tools: Tool[];
}

/** All but the first are installed with the benches: with their 30 MB each they are in nobody's `npm ci`. */
export const compilers: Compiler[] = [
  { name: "TypeScript 5.9", script: join(root, "node_modules/typescript/bin/tsc"), tools: [] },
  ...["5.4", "6", "7"].map((version) => ({
    name: `TypeScript ${version}`,
    script: join(root, `bench/node_modules/typescript-${version}/bin/tsc`),
    tools: [benchPackage(`TypeScript ${version}`, `typescript-${version}`)],
  })),
];
