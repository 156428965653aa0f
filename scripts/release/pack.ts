/** Builds and packs the packages of this repository, as they are published. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { UserError } from "openapi-gaps";
import { packagesFolder, root, siteFolder } from "../support/locations.ts";
import { type PublishedPackage, publishedPackages, wheelName } from "../support/packages.ts";
import { packLanguages } from "./language-packages.ts";
import { step } from "../support/step.ts";

const run = promisify(execFile);

interface Manifest {
  exports: Record<string, unknown>;
  files: string[];
  scripts?: unknown;
}

/**
 * The step of the pipeline that fills `dist/packages/`, from `generated/` as it stands. A site that is
 * already there takes them over.
 */
export async function packPackages(): Promise<void> {
  await step("packages", async () => {
    const packages = publishedPackages();
    await packInto(packagesFolder);
    const tarballs = packages.map(({ tarball }) => tarball);
    const names = [...tarballs, ...(await packLanguages(packagesFolder))];
    // Those of other versions would go to the site too.
    for (const name of await readdir(packagesFolder)) {
      if (![...tarballs, wheelName(), "go"].includes(name))
        await rm(join(packagesFolder, name), { recursive: true });
    }
    if (existsSync(siteFolder)) {
      await cp(packagesFolder, join(siteFolder, "packages"), { recursive: true });
    }
    return `dist/packages/: ${names.join(", ")}`;
  });
}

/**
 * As `npm pack` does it with one package after the other, in half of its time and with the same bytes.
 *
 * @throws {UserError} with what the build or npm says
 */
async function packInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    // In a process of its own: who waits for it goes on serving, and it reads everything anew.
    await run(process.execPath, [join(root, "scripts/cli.ts"), "packages"], { cwd: root });
    const folders = await Promise.all(publishedPackages().map(publishedFolder));
    // They are built, which is all that their scripts would do.
    const words = ["pack", ...folders, "--ignore-scripts", "--pack-destination", folder];
    await run("npm", words, { cwd: root });
  } catch (error) {
    const { stdout = "", stderr = (error as Error).message } = error as Partial<
      Record<"stdout" | "stderr", string>
    >;
    throw new UserError(`The packages cannot be packed:\n${(stdout + stderr).trimEnd()}`);
  }
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
