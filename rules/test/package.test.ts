/** The packed rules beside Spectral's command line, on the document of their README. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startRegistry } from "../../test/support/registry.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type {} from "../../test/support/pack.ts";

const run = promisify(execFile);
const readme = await readFile(join(import.meta.dirname, "../README.md"), "utf8");
const library = /^```yaml\n(openapi:.*?)^```$/ms.exec(readme)![1]!;
const withOptions = /^```js\n(.*?)^```$/ms.exec(readme)![1]!;

const { path: app, remove } = await temporaryFolder();
afterAll(() => remove());

/** An empty folder, into which npm installs both. */
beforeAll(async () => {
  await using registry = await startRegistry();
  await writeFile(join(app, "package.json"), "{}");
  await writeFile(join(app, "plain.yaml"), "extends: spectral-ruleset-gaps\n");
  await writeFile(join(app, "options.mjs"), withOptions);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--registry", registry.url];
  const cache = ["--cache", join(app, ".cache")];
  const packages = ["@stoplight/spectral-cli", inject("tarballs")["rules"]!];
  await run("npm", ["install", ...quiet, ...cache, ...packages], { cwd: app });
});

interface Found {
  code: string;
  message: string;
}

/** What `spectral lint` finds, by its own report. */
async function lint(ruleset: string, document: string): Promise<Found[]> {
  await writeFile(join(app, "library.yaml"), document);
  const words = ["lint", "library.yaml", "--ruleset", ruleset, "--format", "json", "--quiet"];
  const spectral = join(app, "node_modules/.bin/spectral");
  const { stdout, stderr } = await run(spectral, words, { cwd: app }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Found[];
}

/** The document with one thing changed. */
function spoilt(part: string | RegExp, replacement: string): string {
  const changed = library.replace(part, replacement);
  expect(changed).not.toBe(library);
  return changed;
}

const spoils: [what: string, document: string, code: string, message: string][] = [
  [
    "a gap without a question",
    spoilt(/^ +question: .*\n/m, ""),
    "gap-well-formed",
    'Gap "loan-reader": "question" is missing.',
  ],
  [
    "an unstated constraint",
    spoilt("x-stated-by: { maximum: Terms }", ""),
    "claim-stated",
    "maximum rests on no section.",
  ],
  [
    "an open value that nothing explains",
    spoilt(/reader:\n +x-gap:[^]*/, "reader: {}\n"),
    "open-schema-has-gap",
    "This schema accepts anything, and nothing says why.",
  ],
];

describe.each(["plain.yaml", "options.mjs"])("the packed rules, by %s", (ruleset) => {
  test("pass a sound document", async () => {
    expect(await lint(ruleset, library)).toEqual([]);
  });

  test.each(spoils)("find %s", async (_what, document, code, message) => {
    const found = await lint(ruleset, document);
    expect(found).toMatchObject([{ code, message: expect.stringContaining(message) }]);
    expect(readme).toContain(message);
  });
});

test.each([
  ["source-known", /source: Loans/, "source: Loan", 'Did you mean "Loans"?'],
  ["extension-registered", "x-gap:", "x-gaps:", "x-gaps is not registered. Did you mean x-gap?"],
])("%s needs to be told what there is", async (code, part, replacement, message) => {
  const document = spoilt(part, replacement);
  const findsOf = async (ruleset: string) =>
    (await lint(ruleset, document)).filter((found) => found.code === code);
  expect(await findsOf("plain.yaml")).toEqual([]);
  expect(await findsOf("options.mjs")).toMatchObject([
    { message: expect.stringContaining(message) },
  ]);
  expect(readme).toContain(message);
});
