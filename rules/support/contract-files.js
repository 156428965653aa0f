// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/**
 * @typedef {{ document: { source: string | null } }} Context the part of Spectral's function
 * context that is read here
 */

/**
 * @param {Context} context
 * @returns {string[]} the headings of the interface specification
 */
export const readOutline = (context) => parse(readContractFile("outline.yaml", context));

/**
 * @param {Context} context
 * @returns {string[]} the names of the vendor extensions, such as `x-gap`
 */
export const readExtensionNames = (context) =>
  [...readContractFile("EXTENSIONS.md", context).matchAll(/^## `(x-[^`]+)`\s*$/gm)].map(
    ([, name = ""]) => name,
  );

/**
 * Reads a file of the folder `openapi/`. Spectral packs the rules into one script without a place
 * of its own, so the folder is searched upward from the linted document, and then from where the
 * linter was started.
 *
 * @param {string} name relative to `openapi/`
 * @param {Context} context
 */
function readContractFile(name, { document }) {
  const starts = [process.cwd()];
  if (document.source !== null) starts.unshift(dirname(document.source));

  for (const start of starts) {
    for (const folder of selfAndAncestors(start)) {
      const file = join(folder, "openapi", name);
      if (existsSync(file)) return readFileSync(file, "utf8");
    }
  }
  throw new Error(`openapi/${name} is missing. Looked in ${starts.join(", ")} and above.`);
}

/** @param {string} folder @returns {string[]} */
const selfAndAncestors = (folder) =>
  dirname(folder) === folder ? [folder] : [folder, ...selfAndAncestors(dirname(folder))];
