// @ts-check
/** The rules about gaps, with the headings and the vendor extensions of this contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { rulesetOf } from "openapi-gaps/ruleset";

// Spectral's command line packs its rulesets into one script, which has no place of its own. It is
// started in the repository.
const here = import.meta.dirname;
const root = here === undefined ? process.cwd() : join(here, "../..");

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), "utf8");

/**
 * @param {string} registry the text of EXTENSIONS.md, where each extension has a heading
 * @returns {string[]}
 */
export const extensionNames = (registry) =>
  [...registry.matchAll(/^## `(x-[^`]+)`\s*$/gm)].map(([, name = ""]) => name);

const { rules } = rulesetOf("sources", {
  headings: /** @type {string[]} */ (parse(read("openapi/outline.yaml"))),
  extensions: extensionNames(read("openapi/EXTENSIONS.md")),
});

const registered = {
  ...rules["extension-registered"],
  message: "{{error}} The extensions are the headings of openapi/EXTENSIONS.md.",
};

export default { rules: { ...rules, "extension-registered": registered } };
