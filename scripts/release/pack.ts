/** Builds and packs the packages of this repository, as they are published. */
import { existsSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { UserError } from "openapi-gaps";
import { packagesFolder, root, siteFolder } from "../support/locations.ts";
import { type PublishedPackage, publishedPackages } from "../support/packages.ts";
import { packLanguages } from "./language-packages.ts";
import { replaceFolder } from "../support/make-folder.ts";
import { step } from "../support/step.ts";
import { runIn, saidBy } from "../support/tool.ts";

interface Manifest {
  exports: Record<string, unknown>;
  files: string[];
  scripts?: unknown;
}

/**
 * The step of the pipeline that fills `dist/packages/`, from `generated/` as it stands. A site that is
 * already there takes them over.
 *
 * @throws {UserError} with what the build or npm says
 */
export async function packPackages(): Promise<void> {
  await step("packages", async () => {
    // In a process of its own: who waits for it goes on serving, and it reads everything anew.
    await run(process.execPath, join(root, "scripts/cli.ts"), "packages");
    const packages = publishedPackages();
    const folders = await Promise.all(packages.map(publishedFolder));
    const others = await replaceFolder(packagesFolder, async (next) => {
      // They are built, which is all that their scripts would do.
      await run("npm", "pack", ...folders, "--ignore-scripts", "--pack-destination", next);
      return packLanguages(next);
    });
    const inSite = join(siteFolder, "packages");
    await rm(inSite, { recursive: true, force: true });
    if (existsSync(siteFolder)) await cp(packagesFolder, inSite, { recursive: true });
    const names = [...packages.map(({ tarball }) => tarball), ...others];
    return `dist/packages/: ${names.join(", ")}`;
  });
}

async function run(command: string, ...words: string[]): Promise<void> {
  const output = await runIn(root, command, ...words);
  if (output.exitCode !== 0)
    throw new UserError(`The packages cannot be packed:\n${saidBy(output)}`);
}

/**
 * The folder that npm packs. Where the entries of a package lead to its source, so that the rest of the repository runs it
 * as it stands, this is a copy whose entries lead to what was built.
 */
async function publishedFolder({ folder }: PublishedPackage): Promise<string> {
  const source = join(root, folder);
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as Manifest;
  const { scripts: _, ...published } = manifest;
  const entries = Object.entries(manifest.exports).map(([name, target]) => {
    const [, path] = /^\.\/src\/(.+)\.ts$/.exec(String(target)) ?? [];
    return [name, path ? { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` } : target];
  });
  published.exports = Object.fromEntries(entries) as Manifest["exports"];
  if (isDeepStrictEqual(published.exports, manifest.exports)) return source;
  const copy = join(root, "dist/publish", folder);
  await rm(copy, { recursive: true, force: true });
  for (const name of ["LICENSE", "README.md", ...manifest.files])
    await cp(join(source, name), join(copy, name), { recursive: true });
  await writeFile(join(copy, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  return copy;
}
