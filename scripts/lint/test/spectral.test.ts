/**
 * Spectral with `.spectral.yaml`, in one run over many documents: each has what is wrong with it in its own name, whatever stands in the
 * documents before and after it.
 */
import { cp, mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { gapRules } from "openapi-gaps/ruleset";
import { refused } from "../../../gaps/test/support/refused-schemas.ts";
import { surroundings } from "../../../gaps/test/support/surroundings.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { contractFolder, root } from "../../support/locations.ts";
import { runTool, spectral } from "../../support/tool.ts";
import { sourceRules } from "../source-rules.js";
import { refusedBySources } from "./support/refused-schemas.ts";

const rules = [...gapRules, ...sourceRules({ headings: [], extensions: [] })].map(
  ({ code }) => code,
);

/** Then no rule on sources has anything to say of what those on notes refuse. */
const source = { "x-source": ["Avatar"], "x-stated-by": { enum: "Avatar" } };
const faults: Record<string, object> = {
  ...{ ...refused, ...refusedBySources },
  "source-required": { type: "string" },
};
const right = surroundings["a component"]!({ type: "string", ...source });

interface Found {
  code: string;
  message: string;
  source: string;
  path: string[];
}

/** Of each document, by its name, what has to be found in it: the rule, and the file in which it stands. */
const expected: Record<string, [rule: string, file: string][]> = {};
const found: Record<string, Found[]> = {};
/** Files of this repository that `.spectral.yaml` names. */
const named = ["openapi/openapi.yaml", "generated/openapi.yaml"];

beforeAll(async () => {
  await using folder = await temporaryFolder();
  const write = async (name: string, document: object) => {
    await mkdir(join(folder.path, name, ".."), { recursive: true });
    await folder.write(name, stringify(document, { aliasDuplicateObjects: false }));
  };
  // A contract of its own: its extensions and headings are not those of the other one.
  for (const of of ["openapi", "other/openapi"]) {
    await mkdir(join(folder.path, of), { recursive: true });
    for (const file of ["EXTENSIONS.md", "outline.yaml"])
      await cp(join(contractFolder, file), join(folder.path, of, file));
  }
  await folder.write(
    "other/openapi/EXTENSIONS.md",
    "## `x-source`\n\n## `x-stated-by`\n\n## `x-invented`\n",
  );
  const add = async (name: string, document: object, ...told: [string, string][]) => {
    await write(name, document);
    expected[name] = told;
  };
  await add("first/openapi.yaml", right);
  for (const [rule, schema] of Object.entries(faults)) {
    const wrong = surroundings["a component"]!(
      rule === "source-required" ? schema : { ...source, ...schema },
    );
    await add(`${rule}/openapi.yaml`, wrong, [rule, `${rule}/openapi.yaml`]);
    await add(`files/${rule}.yaml`, structuredClone(wrong), [rule, `files/${rule}.yaml`]);
    const part = `behind/part/${rule}.yaml`;
    await write(part, (wrong["components"] as { schemas: { Thing: object } }).schemas.Thing);
    const behind = surroundings["a component"]!({ $ref: `part/${rule}.yaml` });
    // Whether something refers to a component is not what its own file says.
    await add(`behind/${rule}.yaml`, behind, [rule, part]);
  }
  await add("files/last.yaml", right);
  const invented = surroundings["a component"]!({ type: "string", ...source, "x-invented": 1 });
  await add("other/generated/openapi.yaml", invented);
  await add("last/openapi.yaml", right);
  const names = Object.keys(expected);
  const files = [...names.map((name) => join(folder.path, name)), ...named];
  const words = ["--format=json", "--quiet"];
  const { stdout, stderr } = await runTool(spectral, "lint", ...files, ...words);
  expect(stderr).toBe("");
  const inFolder = (file: string) => relative(folder.path, join(root, file));
  for (const problem of JSON.parse(stdout) as Found[]) {
    const name = named.find((file) => problem.source === join(root, file));
    const [, elsewhere] = /^(\S+?):\d+:\d+ /.exec(problem.message) ?? [];
    const told = { ...problem, ...(elsewhere && { source: resolve(root, elsewhere) }) };
    const key = name ?? inFolder(relative(root, problem.source));
    (found[key] ??= []).push({ ...told, source: relative(folder.path, told.source) });
  }
});

test.each([...rules, "none"])(
  "%s is what Spectral tells of the documents it is about, and of no other",
  (rule) => {
    const isOf = (name: string) => new RegExp(`/?${rule}(/openapi)?\\.?`).test(name);
    const names = Object.keys(expected).filter((name) =>
      rule === "none" ? expected[name]!.length === 0 : isOf(name),
    );
    expect(names.length).toBe(rule === "none" ? 4 : 3);
    const tell = (told: [string, string][]) => told.map((each) => each.join(" in "));
    for (const name of names) {
      const ours = (found[name] ?? []).filter(({ code }) => rules.includes(code));
      const told = ours.map(({ code, source: file }): [string, string] => [code, file]);
      expect(tell(told), `what Spectral tells of ${name}`).toEqual(tell(expected[name]!));
    }
  },
);

test.each(named)("`npx spectral lint %s` has nothing to say", (file) => {
  const told = (found[file] ?? []).map(({ code, path }) => `${code} at ${path.join("/")}`);
  expect(told).toEqual([]);
});
