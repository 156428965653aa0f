/** Commands that documents and help texts name: they exist, and run on the Node of the machine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/support/locations.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const git = (...words: string[]) =>
  spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.split("\n").filter(Boolean);

/** What an expression finds in the texts that are written by hand. */
const find = (pattern: string) =>
  git(
    ...["grep", "--perl-regexp", "--only-matching", "-h", pattern, "--"],
    ...["*.md", "*.ts", "*.js", "*.yaml", "*.yml", ".ci/run", ":!generated"],
  );

test("each npm script that is named exists", () => {
  const scripts = ["", ...manifest.workspaces].flatMap((folder) =>
    Object.keys(JSON.parse(read(join(folder, "package.json"))).scripts ?? {}),
  );
  const named = find("npm run (--silent )?\\K[a-z][\\w:]*");
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test("ARCHITECTURE names every folder", () => {
  const folders = git("ls-tree", "-d", "--name-only", "HEAD").filter((name) => /^\w/.test(name));
  const architecture = read("docs/ARCHITECTURE.md");
  expect(folders.filter((name) => !architecture.includes(`${name}/`))).toEqual([]);
});

test("nobody is told to run TypeScript on a Node that may not know it", () => {
  expect(find("(?<!npx )\\bnode [\\w./-]+\\.ts\\b")).toEqual([]);
});
