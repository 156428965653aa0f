/**
 * Spectral with the rules of `.spectral.yaml`: what `npx spectral lint` does, in a third of its
 * time.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ISpectralDiagnostic, RulesetDefinition } from "@stoplight/spectral-core";
import { parse } from "yaml";
import { root } from "../support/locations.ts";

export type LintYaml = (yaml: string) => Promise<ISpectralDiagnostic[]>;

/**
 * Loads Spectral and the ruleset, which takes longer than linting. Returns a function that lints
 * one document.
 */
export async function loadSpectral(): Promise<LintYaml> {
  const [{ default: core }, { default: parsers }, definition] = await Promise.all([
    import("@stoplight/spectral-core"),
    import("@stoplight/spectral-parsers"),
    readRuleset(),
  ]);
  const source = join(root, ".spectral.yaml");
  const spectral = new core.Spectral();
  spectral.setRuleset(new core.Ruleset(definition, { severity: "recommended", source }));
  // Some settings are those of certain files.
  const bundle = join(root, "generated/openapi.yaml");
  return (yaml) => spectral.run(new core.Document(yaml, parsers.Yaml, bundle));
}

/**
 * Imports what `.spectral.yaml` extends. The command line does the same by way of a bundler,
 * because a ruleset may come from anywhere; ours are modules that Node loads as they are. They are
 * read anew each time: the headings and extensions that they hold may have changed since `npm start`.
 */
async function readRuleset(): Promise<RulesetDefinition> {
  const text = await readFile(join(root, ".spectral.yaml"), "utf8");
  const ruleset = parse(text) as { extends: (string | [name: string, severity: string])[] };
  const load = async (name: string) => {
    if (name === "spectral:oas") return (await import("@stoplight/spectral-rulesets")).default.oas;
    const address = `${pathToFileURL(join(root, name)).href}?read=${Date.now()}`;
    return ((await import(address)) as { default: RulesetDefinition }).default;
  };
  const extend = async (entry: string | [string, string]) =>
    typeof entry === "string" ? load(entry) : [await load(entry[0]), entry[1]];
  const extended = await Promise.all(ruleset.extends.map(extend));
  return { ...ruleset, extends: extended } as RulesetDefinition;
}
