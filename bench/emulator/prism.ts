import { createRequire } from "node:module";

/** Finds the script behind the `prism` command. */
export function findPrism(): string {
  return createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
}
