/** A release, in a repository of its own, and everything that stops one. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asList, asObject, type JsonObject } from "openapi-gaps/document";
import { stringify } from "yaml";
import { contract } from "../../../test/support/contract.ts";
import { frozenContract } from "../../../test/support/frozen.ts";
import { RepositoryCopy } from "../../../test/support/repository-copy.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { checkChange, rateChange } from "../diff.ts";

const run = promisify(execFile);
const schemaFile = "openapi/slides/SlideCustomization.yaml";
let copy: RepositoryCopy;

beforeAll(async () => {
  copy = await RepositoryCopy.create();
  await git("init", "--quiet");
  await git("config", "user.email", "release@example.com");
  await git("config", "user.name", "Release");
  await commit("Begin");
});
afterAll(() => copy[Symbol.asyncDispose]());

async function git(...words: string[]): Promise<string> {
  return (await run("git", words, { cwd: copy.folder })).stdout.trim();
}

async function commit(message: string): Promise<void> {
  await git("add", "--all");
  await git("commit", "--quiet", "--allow-empty", "--message", message);
}

const release = (...words: string[]) => copy.run("scripts/release/release.ts", ...words);

/** Commits an unreleased part of the changelog, and a change of a schema. */
async function change(pattern: string, replacement: string): Promise<void> {
  for (const file of ["CHANGELOG.md", "docs/pages/changelog.md"]) {
    const changelog = await copy.read(file);
    if (!/unreleased/i.test(changelog))
      await copy.write(file, changelog.replace("## ", "## Unreleased\n\n- A change.\n\n## "));
  }
  const schema = await copy.read(schemaFile);
  expect(schema).toContain(pattern);
  await copy.write(schemaFile, schema.replace(pattern, replacement));
  await commit("Change something");
}

test("what is unreleased has no notes", async () => {
  const { exitCode, output } = await release("notes", "v0.1.0");
  expect(exitCode).toBe(1);
  expect(output).toContain('no part "## 0.1.0" with a date. Use npm run release.');
});

test("a first release has at least the version of the packages", async () => {
  const { exitCode, output } = await release("0.0.1");
  expect(exitCode).toBe(1);
  expect(output).toContain("The packages have version 0.1.0. Choose that one, or a higher one.");
  expect(await git("tag")).toBe("");
});

test("a release leaves every file with the version, and nothing over", async () => {
  const version = "0.2.0";
  await change("description: ", `description: For ${version}. `);
  const { exitCode, output } = await release(version);
  expect(exitCode, output).toBe(0);
  expect(output).toContain(`git push origin HEAD v${version}`);
  expect(await git("status", "--porcelain")).toBe("");
  expect(await git("describe", "--tags")).toBe(`v${version}`);
  for (const file of [
    "openapi/openapi.yaml",
    "generated/openapi.json",
    "emulator/package.json",
    "package-lock.json",
    "clients/python/pyproject.toml",
    "clients/python/src/video_generation/version.py",
    "clients/go/client.go",
    "clients/typescript/README.md",
    "clients/go/README.md",
    "docs/pages/test-your-app.md",
    "docs/pages/changelog.md",
    "clients/typescript/src/options.ts",
  ]) {
    expect(await copy.read(file), file).toContain(version);
  }
  expect(await copy.read("docs/pages/changelog.md")).not.toMatch(/unreleased/i);
  expect(await copy.read("CHANGELOG.md")).toContain(`\n## ${version} (20`);
  const renderer = JSON.parse(await copy.read("renderer/package.json"));
  expect(renderer.peerDependencies["video-generation-emulator"]).toContain(version);
  const notes = await release("notes", `v${version}`);
  expect(notes.exitCode, notes.output).toBe(0);
  expect(notes.output.trim()).not.toBe("");
  expect((await release("notes", "v9.9.9")).output).toMatch(
    /another version stands in .*gaps\/package\.json/,
  );
});

describe("a release is refused, and changes nothing:", () => {
  beforeAll(async () => {
    await git("tag", "v0.5.0", await git("commit-tree", "-m", "Elsewhere", "HEAD^{tree}"));
    // Where this one is, git makes no v0.6.0.
    await git("tag", "v0.6.0/rehearsal");
    // Takes a browser, and once is enough.
    await copy.write("test/support/pictures.ts", "");
    await commit("Take no pictures");
  });

  test.each<[what: string, version: string, message: RegExp]>([
    ["a version of another form", "v0.4", /Write three numbers/],
    ["a version with more words", "0.4.0-beta.1", /Write three numbers/],
    ["a version that is released", "0.2.0", /v0\.2\.0 is released/],
    ["a tag on another branch", "0.5.0", /The tag v0\.5\.0 exists already/],
    ["nothing to release", "0.4.0", /no part "## Unreleased"/],
  ])("%s", async (_, version, message) => {
    const { exitCode, output } = await release(version);
    expect(exitCode).toBe(1);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/\n {4}at /);
    expect(await git("status", "--porcelain")).toBe("");
    expect(await git("log", "-1", "--format=%s")).toBe("Take no pictures");
  });

  test("a tree with changes", async () => {
    await copy.write("README.md", "# Changed\n");
    const { exitCode, output } = await release("0.4.0");
    expect(exitCode).toBe(1);
    expect(output).toContain("README.md");
    await git("checkout", "--", ".");
  });

  test.each<[what: string, version: string, says: RegExp, edits: [string, string, string][]]>([
    [
      "a version that promises less than the change",
      "0.2.1",
      /asks for version 0\.3\.0, and info\.version is 0\.2\.1/,
      [
        ["openapi/lipsync/LipsyncModel.yaml", "  - v1\n  - v2\n", "  - v1\n  - v2\n  - v3\n"],
        ["scripts/lint/facts/facts.yaml", "one of v1 v2", "one of v1 v2 v3"],
      ],
    ],
    ["a tag that git cannot make", "0.6.0", /v0\.6\.0 is not released, and nothing is changed/, []],
  ])("%s", async (_, version, says, edits) => {
    for (const [file, from, to] of edits)
      await copy.edit(file, (text) => text.replaceAll(from, to));
    await change("description", "description");
    const head = await git("rev-parse", "HEAD");
    const { exitCode, output } = await release(version);
    expect(exitCode).toBe(1);
    expect(output).toMatch(says);
    expect(await git("status", "--porcelain")).toBe("");
    expect(await git("rev-parse", "HEAD")).toBe(head);
    await git("reset", "--quiet", "--hard", "HEAD~1");
  });
});

test("closing a gap asks for a minor version at least", async () => {
  const older = structuredClone(frozenContract);
  const newer = structuredClone(frozenContract);
  for (const { info } of [older, newer]) info["version"] = "1.2.3";
  const said = { kind: "stated by the owner", by: "Product owner", evidence: "One value." };
  const evidence = { gap: "job-type-values", date: "2026-11-21", ...said };
  const job = asObject(asObject(newer.components.schemas["HpJob"])["properties"]);
  const { "x-gap": _, ...type } = asObject(job["job_type"]);
  job["job_type"] = { ...type, "x-verified": evidence };
  await using folder = await temporaryFolder();
  const base = await folder.write("older.yaml", stringify(older));
  const head = await folder.write("newer.yaml", stringify(newer));
  const rating = await rateChange(base, head);
  expect(rating).toMatchObject({ required: "1.3.0", closed: ["job-type-values"], guessed: [] });
  rating.guessed.push("job-type-values");
  expect(() => checkChange(rating)).toThrow("Closed without evidence: job-type-values");
});

test("npm run release -- diff rates the change, and refuses a gap that was closed without evidence", async () => {
  const older = structuredClone(contract);
  const [note] = frozenContract.info["x-gap"] as JsonObject[];
  older.info["version"] = "0.2.0";
  older.info["x-gap"] = [...asList(older.info["x-gap"]), { ...note, id: "closed-by-nobody" }];
  delete older.components.schemas["SlideCustomization"]!["required"];
  await copy.write("older.yaml", stringify(older));
  const { exitCode, output } = await release("diff", join(copy.folder, "older.yaml"), "--check");
  expect(exitCode).toBe(1);
  expect(output).toContain("# Version 0.2.0 → 0.2.0; this change asks for at least 0.3.0");
  expect(output).toContain("Gaps closed **without evidence**: `closed-by-nobody`");
  expect(output).toContain("Closed without evidence: closed-by-nobody");
});
