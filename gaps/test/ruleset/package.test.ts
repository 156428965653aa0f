/** The packed rules beside Spectral's command line, on the document of their README. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { startRegistry } from "../../../test/support/registry.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type {} from "../../../test/support/pack.ts";

const run = promisify(execFile);
const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
const library = /^```yaml\n(openapi:.*?)^```$/ms.exec(readme)![1]!;
const withOptions = /^```js\n(.*?)^```$/ms.exec(readme)![1]!;

/** The document with one thing changed. */
function spoilt(part: string | RegExp, replacement: string): string {
  const changed = library.replace(part, replacement);
  expect(changed).not.toBe(library);
  return changed;
}

interface Case {
  what: string;
  document: string;
  /** Of the rule that finds it. */
  code: string;
  message: string;
}

/** What the rules find by themselves. */
const spoils: Case[] = [
  {
    what: "a gap without a question",
    document: spoilt(/^ +question: .*\n/m, ""),
    code: "gap-well-formed",
    message: 'Gap "loan-reader": "question" is missing.',
  },
  {
    what: "an unstated constraint",
    document: spoilt("x-stated-by: { maximum: Terms }", ""),
    code: "claim-stated",
    message: "maximum rests on no section.",
  },
  {
    what: "an open value that nothing explains",
    document: spoilt(/reader:\n +x-gap:[^]*/, "reader: {}\n"),
    code: "open-schema-has-gap",
    message: "This schema accepts anything, and nothing says why.",
  },
];

/** What they find once they are told which sections and extensions there are. */
const strangers: Case[] = [
  {
    what: "an unknown section",
    document: spoilt(/source: Loans/, "source: Loan"),
    code: "source-known",
    message: 'Did you mean "Loans"?',
  },
  {
    what: "an unknown extension",
    document: spoilt("x-gap:", "x-gaps:"),
    code: "extension-registered",
    message: "x-gaps is not registered. Did you mean x-gap?",
  },
];

interface Found {
  code: string;
  message: string;
  /** Path of the document. */
  source: string;
}

describe("the packed rules", () => {
  const documents = [library, ...[...spoils, ...strangers].map(({ document }) => document)];
  const fileOf = (document: string) => `library-${documents.indexOf(document)}.yaml`;
  let app: string;
  let found: Record<"plain.yaml" | "options.mjs", Found[]>;

  /** An empty folder, into which npm installs both, and where one start of Spectral lints all documents. */
  beforeAll(async () => {
    await using registry = await startRegistry();
    const { path, remove } = await temporaryFolder();
    app = path;
    await writeFile(join(app, "package.json"), "{}");
    await writeFile(join(app, "plain.yaml"), "extends: openapi-gaps\n");
    await writeFile(join(app, "options.mjs"), withOptions);
    for (const document of documents) await writeFile(join(app, fileOf(document)), document);
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--registry", registry.url];
    const cache = ["--cache", join(app, ".cache")];
    const packages = ["@stoplight/spectral-cli", inject("tarballs")["gaps"]!];
    await run("npm", ["install", ...quiet, ...cache, ...packages], { cwd: app });
    found = { "plain.yaml": await lint("plain.yaml"), "options.mjs": await lint("options.mjs") };
    return remove;
  });

  /** What `spectral lint` finds, by its own report. */
  async function lint(ruleset: string): Promise<Found[]> {
    const words = ["lint", ...documents.map(fileOf), "--ruleset", ruleset];
    const spectral = join(app, "node_modules/.bin/spectral");
    const { stdout, stderr } = await run(spectral, [...words, "--format", "json", "--quiet"], {
      cwd: app,
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Found[];
  }

  const findsOf = (ruleset: keyof typeof found, document: string) =>
    found[ruleset].filter(({ source }) => basename(source) === fileOf(document));

  describe.each(["plain.yaml", "options.mjs"] as const)("by %s", (ruleset) => {
    test("pass a sound document", () => {
      expect(findsOf(ruleset, library)).toEqual([]);
    });

    test.each(spoils)("find $what", ({ document, code, message }) => {
      expect(findsOf(ruleset, document)).toMatchObject([
        { code, message: expect.stringContaining(message) },
      ]);
      expect(readme).toContain(message);
    });
  });

  test.each(strangers)("find $what when told what there is", ({ document, code, message }) => {
    const ofRule = (ruleset: keyof typeof found) =>
      findsOf(ruleset, document).filter((problem) => problem.code === code);
    expect(ofRule("plain.yaml")).toEqual([]);
    expect(ofRule("options.mjs")).toMatchObject([{ message: expect.stringContaining(message) }]);
    expect(readme).toContain(message);
  });
});
