/** Commands that documents and help texts name: they exist, and run on the Node of the machine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/support/locations.ts";

const git = (...words: string[]) =>
  spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.split("\n").filter(Boolean);

/** What an expression finds in the texts that are written by hand. */
const find = (pattern: string) => {
  const texts = ["*.md", "*.ts", "*.js", "*.yaml", "*.yml", ".ci/run"];
  return git(
    "grep",
    "--perl-regexp",
    "--only-matching",
    "-h",
    pattern,
    "--",
    ...texts,
    ":!generated",
  );
};

test("each npm script that is named exists", () => {
  const scripts = ["", ...manifest.workspaces].flatMap((folder) => {
    const text = readFileSync(join(root, folder, "package.json"), "utf8");
    return Object.keys((JSON.parse(text) as { scripts?: object }).scripts ?? {});
  });
  const named = find("npm run (--silent )?\\K[a-z][\\w:]*");
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test("ARCHITECTURE names every folder", () => {
  const folders = git("ls-tree", "-d", "--name-only", "HEAD");
  const architecture = readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8");
  const missing = folders.filter(
    (name) => /^[a-z]/.test(name) && !architecture.includes(`${name}/`),
  );
  expect(missing).toEqual([]);
});

test("nobody is told to run TypeScript on a Node that may not know it", () => {
  expect(find("(?<!npx )\\bnode [\\w./-]+\\.ts\\b")).toEqual([]);
});
