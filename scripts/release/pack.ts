/** Builds and packs the packages of this repository, as they are published. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packagesFolder, root, siteFolder } from "../support/locations.ts";
import { publishedPackages, wheelName } from "../support/packages.ts";
import { packLanguages } from "./language-packages.ts";
import { step } from "../support/step.ts";

const run = promisify(execFile);

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
    // Those of earlier versions would go to the site too.
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

/** As `npm pack` does it with one package after the other, in half of its time and with the same bytes. */
async function packInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = publishedPackages().flatMap(({ name }) => ["--workspace", name]);
  try {
    // In a process of its own: who waits for it goes on serving, and it reads everything anew.
    await run(process.execPath, [join(root, "scripts/cli.ts"), "packages"], { cwd: root });
    // They are built, which is all that their scripts would do.
    const words = ["pack", ...names, "--ignore-scripts", "--pack-destination", folder];
    await run("npm", words, { cwd: root });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The packages cannot be packed:\n${stdout}${stderr}`, { cause: error });
  }
}
