/** Every place that holds the version of a release. One version counts for the contract and all packages. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "openapi-gaps";
import { root } from "../support/locations.ts";

const packages = "{gaps,conformance,emulator,renderer,clients/*}";
const ownPackage = /(?:video[-_]?generation[\w-]*|openapi-gaps)/.source;

/** Files that have the version, each somewhere behind one of these beginnings. */
const holders = [
  "openapi/{openapi,overlays/emulator,workflows/*}.yaml",
  `{package,package-lock,${packages}/package}.json`,
  "clients/python/{pyproject.toml,src/video_generation/version.py}",
  "clients/go/client.go",
  "clients/typescript/src/platform.ts",
];
const declarations = [
  '^ {2}"?version"?: "?',
  '^(?:const )?version = "',
  // A package of ours that another one needs: exactly, or as a range that begins with it.
  `"${ownPackage}": "[\\^~]?`,
  // npm would ask the registry about packages that are not published yet, so the lock file is written like any other.
  `"name": "${ownPackage}",\\n +"version": "`,
];

/** Files that a reader copies from: names of tarballs, of the wheel, of the Go module, and of the container. */
const pages = [`{README.md,docs/pages/*.md,${packages}/README.md}`];
const mentions = [`(?:${ownPackage}|/emulator)[-@:]v?`];

/**
 * The files that change when the version does, with their new text. Writes nothing.
 *
 * @throws {UserError} for a file in which the place of the version is not found: it would be left behind
 */
export async function planVersion(next: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const plan = async (files: string[], beginnings: string[], isSure: boolean) => {
    const version = new RegExp(`(${beginnings.join("|")})\\d+\\.\\d+\\.\\d+`, "gim");
    for await (const file of glob(files, { cwd: root })) {
      const text = await readFile(join(root, file), "utf8");
      if (isSure && !text.match(version))
        throw new UserError(`${file} has no version where scripts/release/versions.ts expects it.`);
      texts.set(file, text.replace(version, `$1${next}`));
    }
  };
  await plan(holders, declarations, true);
  await plan(pages, mentions, false);
  return texts;
}
