/** What holds for every package that is published, in the tarball that a user gets. */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { describe, expect, inject, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import { publishedPackages } from "../scripts/support/packages.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const published = publishedPackages();
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The files of the repository, and its folders with a slash. */
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const isInGit = (path: string) =>
  files.some((file) => file === path || file.startsWith(path.replace(/\/?$/, "/")));

/** The packages hold no CommonJS, and say so. */
const isOfEsModules = (problem: Problem) =>
  !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind));

describe.each(published)("the tarball of $name", ({ folder, name }) => {
  const tarball = new Uint8Array(readFileSync(inject("tarballs")[folder]!));
  const unpacked = createPackageFromTarballData(tarball);
  const place = (path: string) => `/node_modules/${name}/${path}`;

  test("holds the licence of the repository", () => {
    expect(unpacked.readFile(place("LICENSE"))).toBe(read("LICENSE"));
  });

  test("has a README that names no file which it does not hold", () => {
    // Samples name files of those who read them.
    const prose = unpacked.readFile(place("README.md")).replace(/^```.*?^```$/gms, "");
    const paths = prose.match(/(?<![\w/:.])(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)+\/?|[\w-]+\.\w+/g);
    const isHeld = (path: string) =>
      unpacked.fileExists(place(path)) || unpacked.directoryExists(place(path.replace(/\/$/, "")));
    const missing = paths?.filter(
      (path) => [path, join(folder, path)].some(isInGit) && !isHeld(path),
    );
    expect(missing).toEqual([]);
  });

  test("is sound to publint", async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    // Bundlers take one module for another by the field "browser". "imports", which it suggests, would lead into what is not built yet.
    expect(messages.filter(({ code }) => code !== "USE_EXPORTS_OR_IMPORTS_BROWSER")).toEqual([]);
  });

  test("has types that resolve wherever ES modules do", async () => {
    const { types, ...found } = await checkPackage(unpacked);
    expect(types).toMatchObject({ kind: "included" });
    expect("problems" in found && found.problems.filter(isOfEsModules)).toEqual([]);
  });

  const { bin = {}, engines } = JSON.parse(unpacked.readFile(place("package.json")));
  test.each(Object.values<string>(bin))("says which Node %s needs", async (file) => {
    await using user = await temporaryFolder();
    const old = `Object.defineProperty(process, "versions", { value: { node: "20.9.0" } });`;
    for (const folder of ["bin", "dist"]) mkdirSync(join(user.path, folder));
    const command = await user.write("bin/command.mjs", unpacked.readFile(place(file)));
    await user.write("dist/cli.js", "");
    const words = ["--import", `data:text/javascript,${encodeURIComponent(old)}`, command];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    const needs = `✗ ${name} needs Node ${engines.node.slice(">=".length)} or later, `;
    expect([status, stderr.startsWith(needs), stderr.split("\n").length]).toEqual([2, true, 2]);
  });

  test("has nothing that a user does not run", () => {
    const extra = unpacked.listFiles().filter((path) => /(?<!\.d)\.ts$|\.(map|tgz)$/.test(path));
    expect(extra).toEqual([]);
  });
});

test("documents name tarballs that exist", () => {
  const documents = ["*.md", "docs/**/*.md", ...published.map(({ folder }) => `${folder}/*.md`)];
  const named = globSync(documents, { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/packages\/([\w.-]+\.tgz)/g)].map(([, name]) => name),
  );
  expect(new Set(named)).toEqual(new Set(published.map(({ tarball }) => tarball)));
});
