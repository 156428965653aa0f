/** What holds for every package that is published, in the tarball that a user gets. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { root } from "../scripts/support/locations.ts";
import { publishedPackages } from "../scripts/support/packages.ts";

const run = promisify(execFile);
const published = publishedPackages();

/** The files of the repository, a line each. */
const { stdout: listed } = await run("git", ["ls-files"], { cwd: root });
const tracked = `\n${listed}`;

const publint = join(root, "node_modules/.bin/publint");

/** The packages hold no CommonJS, and say so. */
const isOfEsModules = (problem: Problem) =>
  !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind));

describe.each(published)("the tarball of $name", async ({ folder }) => {
  const tarball = inject("tarballs")[folder]!;
  const { path: unpacked, remove } = await temporaryFolder();
  beforeAll(() => run("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]));
  afterAll(() => remove());

  test("holds the licence of the repository", async () => {
    const licence = await readFile(join(unpacked, "LICENSE"), "utf8");
    expect(licence).toBe(await readFile(join(root, "LICENSE"), "utf8"));
  });

  test("has a README that names no file which it does not hold", async () => {
    const readme = await readFile(join(unpacked, "README.md"), "utf8");
    // Samples name files of those who read them.
    const prose = readme.replace(/^```.*?^```$/gms, "");
    const paths = prose.match(/(?<![\w/:.])(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)+\/?|[\w-]+\.\w+/g);
    const isOurs = (path: string) =>
      [path, join(folder, path)].some(
        (file) =>
          tracked.includes(`\n${file}\n`) || tracked.includes(`\n${file.replace(/\/?$/, "/")}`),
      );
    const missing = paths?.filter((path) => isOurs(path) && !existsSync(join(unpacked, path)));
    expect(missing).toEqual([]);
  });

  test("is sound to publint", () =>
    run(publint, ["run", tarball, "--strict"]).catch(({ stdout, stderr }) =>
      expect.fail(`${stdout}${stderr}`),
    ));

  test("has types that resolve wherever ES modules do", async () => {
    const { types, ...found } = await checkPackage(
      createPackageFromTarballData(new Uint8Array(await readFile(tarball))),
    );
    expect(types).toMatchObject({ kind: "included" });
    expect("problems" in found && found.problems.filter(isOfEsModules)).toEqual([]);
  });

  test("has nothing that a user does not run", async () => {
    const extra: string[] = [];
    for await (const path of glob("**/*.{ts,map,tgz}", { cwd: unpacked }))
      if (!path.endsWith(".d.ts")) extra.push(path);
    expect(extra).toEqual([]);
  });
});

test("documents name tarballs that exist", async () => {
  const named: string[] = [];
  const documents = ["*.md", "docs/**/*.md", ...published.map(({ folder }) => `${folder}/*.md`)];
  for await (const path of glob(documents, { cwd: root })) {
    const text = await readFile(join(root, path), "utf8");
    named.push(...[...text.matchAll(/packages\/([\w.-]+\.tgz)/g)].map(([, name]) => name!));
  }
  expect(new Set(named)).toEqual(new Set(published.map(({ tarball }) => tarball)));
});
