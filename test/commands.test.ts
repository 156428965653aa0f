/** Commands that documents and help texts name: they exist, and run on the Node of the machine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/support/locations.ts";

const folders =
  "{.ci,.github,bench,clients,conformance,docs,emulator,gaps,mutation,openapi,renderer,scripts}";
const hasWords = /\.(?:md|ts|js|ya?ml)$|\.ci\/run$/;

interface Manifest {
  scripts?: Record<string, string>;
}

/** Every text written by hand in which a command may be named. */
const texts = new Map<string, string>();
for await (const path of glob([`${folders}/**`, ".ci/*", ".github/**", "*.md"], {
  cwd: root,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist|reports)$/.test(name),
})) {
  if (hasWords.test(path)) texts.set(path, await readFile(join(root, path), "utf8"));
}

function find(pattern: RegExp): { path: string; found: RegExpExecArray }[] {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map((found) => ({ path, found })),
  );
}

test("each npm script that is named exists", () => {
  const manifests = ["", ...manifest.workspaces].map(
    (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest,
  );
  const scripts = new Set(manifests.flatMap(({ scripts = {} }) => Object.keys(scripts)));
  const named = find(/npm run (?:--silent )?([a-z][\w:]*)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ found }) => !scripts.has(found[1]!))).toEqual([]);
});

test("ARCHITECTURE names every folder", () => {
  const { stdout } = spawnSync("git", ["ls-tree", "-d", "--name-only", "HEAD"], { cwd: root });
  const folders = stdout
    .toString()
    .split("\n")
    .filter((name) => /^[a-z]/.test(name));
  expect(folders.length).toBeGreaterThan(8);
  const architecture = readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8");
  expect(folders.filter((name) => !architecture.includes(`${name}/`))).toEqual([]);
});

test("nobody is told to run TypeScript on a Node that may not know it", () => {
  expect(find(/(?<!npx )\bnode [\w./-]+\.ts\b/g)).toEqual([]);
});
