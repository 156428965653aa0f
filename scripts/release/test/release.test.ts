/** A release, in a repository of its own, and everything that stops one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asObject, type JsonObject } from "openapi-gaps/document";
import { stringify } from "yaml";
import manifest from "../../../package.json" with { type: "json" };
import { frozenContract } from "../../../test/support/frozen.ts";
import { RepositoryCopy } from "../../../test/support/repository-copy.ts";

const schemaFile = "openapi/slides/SlideCustomization.yaml";
let copy: RepositoryCopy;
beforeAll(async () => void (copy = await RepositoryCopy.create()));
afterAll(() => copy[Symbol.asyncDispose]());

const git = (...words: string[]) => copy.git(...words);
const release = (...words: string[]) => copy.run("scripts/release/release.ts", ...words);
const replaceIn = (file: string, from: string, to: string) =>
  copy.edit(file, (text) => text.replaceAll(from, to));

function commit(): void {
  git("commit", "--quiet", "--all", "--message", "Change something");
}

/** Writes an unreleased part into the changelog and its page, where there is none. */
async function writeUnreleased(): Promise<void> {
  for (const file of ["CHANGELOG.md", "docs/pages/changelog.md"])
    if (!/unreleased/i.test(await copy.read(file)))
      await copy.edit(file, (text) => text.replace("## ", "## Unreleased\n\n- A change.\n\n## "));
}

async function expectRefusal(words: string, says: RegExp, code = 1): Promise<void> {
  const state = () => [git("rev-parse", "HEAD"), git("status", "--porcelain"), git("tag")];
  const before = state();
  const { exitCode, output } = await release(...words.split(" "));
  expect(exitCode).toBe(code);
  expect(output).toMatch(says);
  expect(output).not.toMatch(/\n {4}at /);
  expect(state()).toEqual(before);
}

/** Lines that name the version of the contract or of a package, but of tests and records. Other things may have the same one. */
function linesWith(version: string): string[] {
  const others = [
    "test/",
    "*/test/*",
    "docs/decisions/",
    "*-lock.json",
    ".github/",
    "*changelog.md",
  ];
  const excluded = others.map((path) => `:(exclude,icase)${path}`);
  const ours = /video.?generation|openapi-gaps|\/emulator:|^\s*("|const )?version\b/i;
  return git("ls-files", "--", ...excluded)
    .split("\n")
    .flatMap((file) => readFileSync(join(copy.folder, file), "utf8").split("\n"))
    .filter((line) => line.includes(version) && ours.test(line));
}

test.each<[string, RegExp, code?: number]>([
  ["v0.4", /The version is "v0\.4"\. Write three numbers, for instance 0\.2\.0\.\n$/, 2],
  [
    "90.0.0-beta.1",
    /The version is "90\.0\.0-beta\.1"\. Write three numbers, for instance 0\.2\.0\.\n$/,
    2,
  ],
  ["0.0.1 0.0.2", /Usage: /, 2],
  [
    "0.0.1",
    new RegExp(
      `The packages have version ${manifest.version.replaceAll(".", "\\.")}\\. Choose that one, or a higher one\\.\n$`,
    ),
  ],
  [
    "notes v90.0.0",
    /The tag is v90\.0\.0, and another version stands in .*gaps\/package\.json.*\. Use npm run release\.\n$/,
  ],
])("before the first release, %s is refused", expectRefusal);

test("a release leaves every file with the version, and nothing over", async () => {
  const lines = linesWith(manifest.version);
  expect(lines.length).toBeGreaterThan(30);
  await writeUnreleased();
  await replaceIn(schemaFile, "description: ", "description: Of one slide. ");
  // Rendering takes a minute, and the tests of the renderer hold it.
  const clip = "docs/pictures/slides.jpg";
  const makesClip = `import { writeFileSync } from "node:fs";\nwriteFileSync("${clip}", "new");`;
  await copy.write("test/support/clips.ts", makesClip);
  commit();
  const { exitCode, output } = await release("90.0.0");
  expect(exitCode, output).toBe(0);
  expect(output).toContain(
    "✓ v90.0.0 is committed and tagged. To publish it:\n\n  git push origin HEAD v90.0.0\n",
  );
  expect(git("status", "--porcelain")).toBe("");
  expect(git("describe", "--tags")).toBe("v90.0.0");
  expect(git("show", `v90.0.0:${clip}`)).toBe("new");
  expect(linesWith(manifest.version)).toEqual([]);
  expect(linesWith("90.0.0")).toHaveLength(lines.length);
  const { packages } = JSON.parse(await copy.read("package-lock.json"));
  expect(packages.renderer).toMatchObject({
    version: "90.0.0",
    peerDependencies: { "video-generation-emulator": "^90.0.0" },
  });
  for (const file of ["CHANGELOG.md", "docs/pages/changelog.md"])
    expect(await copy.read(file)).toContain("\n## 90.0.0 (20");
  const notes = await release("notes", "v90.0.0");
  expect(notes.exitCode, notes.output).toBe(0);
  const [, part] = (await copy.read("CHANGELOG.md")).split(/^## .*\n/m);
  expect(notes.output).toBe(`${part!.trim()}\n`);
});

describe("a release is refused, and changes nothing:", () => {
  beforeAll(async () => {
    git("tag", "v95.0.0", git("commit-tree", "-m", "Elsewhere", "HEAD^{tree}"));
    // Where this one is, git makes no v96.0.0.
    git("tag", "v96.0.0/rehearsal");
    // What generates and what takes pictures ran above, and once is enough.
    await copy.write("scripts/cli.ts", "");
    await copy.write("test/support/pictures.ts", "");
    commit();
  });

  test.each([
    [
      "a version that is released",
      "90.0.0",
      /v90\.0\.0 is released\. Choose a higher version than 90\.0\.0\.\n$/,
    ],
    [
      "a tag on another branch",
      "95.0.0",
      /The tag v95\.0\.0 exists already\. Choose a higher version than 95\.0\.0\.\n$/,
    ],
    [
      "nothing to release",
      "94.0.0",
      /CHANGELOG\.md has no part "## Unreleased"\. Write one, with what changes for users\.\n$/,
    ],
  ])("%s", (_, version, says) => expectRefusal(version, says));

  test("a tree with changes", async () => {
    await copy.write("README.md", "# Changed\n");
    await expectRefusal(
      "94.0.0",
      /These files are changed, or not in git\. Commit or remove them first:\n *M README\.md\n$/,
    );
    git("checkout", "--quiet", ".");
  });

  test("notes without a date", async () => {
    await replaceIn("CHANGELOG.md", "## 90.0.0 (", "## 90.0.0, ");
    await expectRefusal(
      "notes v90.0.0",
      /CHANGELOG\.md has no part "## 90\.0\.0" with a date\. Use npm run release\.\n$/,
    );
    git("checkout", "--quiet", ".");
  });

  test("a file without the version", async () => {
    await copy.edit("clients/go/client.go", (text) =>
      text.replace(/\bversion = "/i, 'edition = "'),
    );
    await expectRefusal(
      "notes v90.0.0",
      /✗ clients\/go\/client\.go has no version where scripts\/release\/versions\.ts expects it\.\n$/,
    );
    git("checkout", "--quiet", ".");
  });

  test("a tag that git cannot make", async () => {
    await writeUnreleased();
    commit();
    await expectRefusal(
      "96.0.0",
      /v96\.0\.0 is not released, and nothing is changed:\ngit tag v96\.0\.0:\nfatal: .+\n$/,
    );
  });

  test("pictures that cannot be taken", async () => {
    const lines = [
      'import { writeFileSync } from "node:fs";',
      'writeFileSync("docs/new.jpg", "");',
    ];
    await copy.write("test/support/pictures.ts", [...lines, "process.exit(1);"].join("\n"));
    commit();
    await expectRefusal(
      "96.0.1",
      /v96\.0\.1 is not released, and nothing is changed:\nnode test\/support\/pictures\.ts:\nIt printed nothing, and ended with exit code 1\.\n$/,
    );
  });

  test("a version that promises less than the change", async () => {
    await replaceIn("generated/openapi.yaml", "        - v2\n", "        - v2\n        - v3\n");
    await replaceIn("generated/openapi.yaml", "version: 90.0.0", "version: 90.0.1");
    commit();
    await expectRefusal("90.0.1", /asks for version 91\.0\.0, and info\.version is 90\.0\.1/);
  });
});

test("npm run release -- diff asks for a minor version where a gap is closed, and for evidence", async () => {
  const older = structuredClone(frozenContract);
  const newer = structuredClone(frozenContract);
  const notes = older.info["x-gap"] as JsonObject[];
  notes.push({ ...notes[0], id: "closed-by-nobody" });
  older.components.schemas["Gone"] = { "x-gap": [{ ...notes[0], id: "of-a-schema-that-is-gone" }] };
  older.components.schemas["Never"] = { "x-gap": [{ ...notes[0], id: "answered-and-gone" }] };
  const hpJob = asObject(newer.components.schemas["HpJob"]);
  const job = asObject(hpJob["properties"]);
  const { "x-gap": _, ...type } = asObject(job["job_type"]);
  const said = { kind: "stated by the owner", by: "Product owner", evidence: "One value." };
  const evidence = { gap: "job-type-values", date: "2026-11-21", ...said };
  job["job_type"] = { ...type, "x-verified": evidence };
  hpJob["x-verified"] = { ...evidence, gap: "answered-and-gone" };
  await copy.write("older.yaml", stringify(older));
  await copy.write("generated/openapi.yaml", stringify(newer));
  const { exitCode, output } = await release("diff", "older.yaml", "--check");
  expect(exitCode).toBe(1);
  expect(output).toContain("# Version 0.1.0 → 0.1.0; this change asks for at least 0.2.0");
  expect(output).toContain(
    "Gaps closed: `closed-by-nobody`, `job-type-values`, `answered-and-gone`",
  );
  expect(output).toContain("Gaps removed with their place: `of-a-schema-that-is-gone`");
  expect(output).toContain("Closed without evidence: closed-by-nobody. Give the node an");
});
