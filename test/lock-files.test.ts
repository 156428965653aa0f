/**
 * `npm ci` refuses a lock file that lacks an optional dependency, such as the binary of a tool for another system. npm writes such
 * a file without a word when a registry does not have all of them.
 */
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";

interface Locked {
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const files: string[] = [];
for await (const file of glob("{,bench/,*/runtimes/,*/*/runtimes/}package-lock.json", {
  cwd: root,
})) {
  files.push(file);
}

test("there are lock files, each beside its manifest", () => {
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) expect(existsSync(join(root, file, "../package.json"))).toBe(true);
});

test.each(files)("%s holds every dependency of what it holds", async (file) => {
  const { packages } = JSON.parse(await readFile(join(root, file), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const missing = Object.entries(packages)
    .filter(([, { link }]) => !link)
    .flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter((name) => !placesOf(name, path).some((place) => place in packages))
        .map((name) => `${name}, for ${path}`),
    );
  expect(missing).toEqual([]);
});

/** Where a package may lie for another one to find it, as Node looks for it. */
function placesOf(name: string, path: string): string[] {
  const folders = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  return ["", ...folders].map((folder) => join(folder, "node_modules", name));
}
