import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { root } from "../scripts/support/locations.ts";

const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");

/** A file that is imported and does not exist. */
const nowhere = "scripts/nowhere.ts";

interface Report {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

/** Plants the imports in an empty house, and returns `from → to` and the rule of each that is refused. */
async function violationsOf(imports: [from: string, to: string][]): Promise<[string, string][]> {
  await using folder = await temporaryFolder();
  const files = new Map(imports.flat().map((file) => [file, ""]));
  for (const [from, to] of imports) {
    const path = relative(dirname(from), to);
    files.set(from, `${files.get(from)}import "${path.startsWith(".") ? path : `./${path}`}";\n`);
  }
  files.delete(nowhere);
  for (const [file, text] of files) {
    await mkdir(join(folder.path, dirname(file)), { recursive: true });
    await folder.write(file, text);
  }
  const config = join(root, ".dependency-cruiser.mjs");
  const words = [cruiser, "--config", config, "--output-type", "json", "."];
  const output = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, words, { cwd: folder.path }, (error, stdout) =>
      stdout ? resolve(stdout) : reject(error ?? new Error("The report is empty")),
    ),
  );
  return (JSON.parse(output) as Report).summary.violations
    .map(({ rule, from, to }): [string, string] => [`${from} → ${to}`, rule.name])
    .sort();
}

const upward: [from: string, to: string, rule: string][] = [
  ["scripts/support/a.ts", "scripts/emit/a.ts", "arrows-of-scripts-support"],
  ["gaps/src/a.ts", "scripts/support/b.ts", "arrows-of-gaps"],
  ["scripts/lint/d.ts", "scripts/emit/d.ts", "arrows-of-scripts-lint"],
  ["scripts/emit/e.ts", "scripts/lint/e.ts", "arrows-of-scripts-emit"],
  ["scripts/emit/go/f.ts", "scripts/emit/python/f.ts", "emitters-know-the-model-alone"],
  ["scripts/emit/go/g.ts", "gaps/src/document.ts", "languages-read-no-document"],
  ["generated/a.ts", "clients/typescript/src/a.ts", "arrows-of-generated"],
  ["clients/typescript/src/b.ts", "emulator/src/b.ts", "arrows-of-clients"],
  ["clients/typescript/src/c.ts", "clients/command/src/c.ts", "arrows-between-clients"],
  ["clients/command/src/k.ts", "clients/typescript/src/retry.ts", "arrows-of-the-command-line"],
  ["emulator/src/d.ts", "renderer/src/d.ts", "arrows-of-emulator"],
  ["renderer/src/e.ts", "emulator/src/e.ts", "arrows-of-renderer"],
  ["conformance/src/f.ts", "clients/typescript/src/retry.ts", "arrows-of-conformance"],
  ["docs/samples/a.ts", "clients/typescript/src/send.ts", "arrows-of-docs"],
  ["scripts/site/g.ts", "emulator/src/g.ts", "arrows-of-scripts-site"],
  ["scripts/release/h.ts", "scripts/site/h.ts", "arrows-of-scripts-release"],
  ["scripts/other.ts", "bench/i.ts", "nothing-imports-what-stands-above"],
  ["scripts/app/s.ts", "test/support/j.ts", "only-tests-import-tests"],
  ["scripts/support/t.ts", "gaps/src/notes/t.ts", "gaps-by-its-entries"],
];

it("refuses each import that goes upwards", async () => {
  const planted = upward.map(([from, to]): [string, string] => [from, to]);
  expect(await violationsOf(planted)).toEqual(
    upward.map(([from, to, rule]) => [`${from} → ${to}`, rule]).sort(),
  );
});

it("refuses a cycle, and an import that leads nowhere", async () => {
  const found = await violationsOf([
    ["scripts/emit/a.ts", "scripts/emit/b.ts"],
    ["scripts/emit/b.ts", "scripts/emit/a.ts"],
    ["scripts/other.ts", nowhere],
  ]);
  expect(new Set(found.map(([, rule]) => rule))).toEqual(new Set(["no-cycles", "no-dead-imports"]));
});
