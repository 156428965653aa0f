/** Every place that holds the version of a release. One version counts for the contract and all packages. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "openapi-gaps";
import { root } from "../support/locations.ts";

/** What comes before the version, in the files that match. The version itself follows. */
interface Place {
  files: string;
  before: RegExp;
  /** Whether every file has to hold the place. */
  isOptional?: boolean;
}

const manifests = "{gaps,conformance,emulator,renderer,clients/*}/package.json";
const ownPackage = /(?:video[-_]?generation[\w-]*|openapi-gaps)/;

const places: Place[] = [
  { files: "openapi/openapi.yaml", before: /^ {2}version: / },
  { files: "openapi/overlays/emulator.yaml", before: /^ {2}version: / },
  { files: "openapi/workflows/*.yaml", before: /^ {2}version: / },
  { files: "package.json", before: /^ {2}"version": "/ },
  { files: manifests, before: /^ {2}"version": "/ },
  // A package of ours that another one needs: exactly, or as a range that begins with it.
  {
    files: manifests,
    before: new RegExp(`^ {4}"${ownPackage.source}": "[\\^~]?`),
    isOptional: true,
  },
  // npm would ask the registry about packages that are not published yet, so the lock file is written like any other.
  {
    files: "package-lock.json",
    before: new RegExp(`"name": "${ownPackage.source}",\\n +"version": "`),
  },
  { files: "package-lock.json", before: new RegExp(`^ {8}"${ownPackage.source}": "[\\^~]?`) },
  { files: "clients/python/pyproject.toml", before: /^version = "/ },
  { files: "clients/python/src/video_generation/version.py", before: /^VERSION = "/ },
  { files: "clients/go/client.go", before: /^const Version = "/ },
  { files: "clients/typescript/src/options.ts", before: /^const version = "/ },
  // What a reader copies: names of tarballs, of the wheel, of the Go module, and of the container.
  {
    files: "{README.md,docs/pages/*.md,{gaps,conformance,emulator,renderer,clients/*}/README.md}",
    before: new RegExp(`(?:${ownPackage.source}|/emulator)[-@:]v?`),
    isOptional: true,
  },
];

const version = /\d+\.\d+\.\d+/.source;

/**
 * The files that change when the version does, with their new text. Writes nothing.
 *
 * @throws {UserError} for a file in which the place of the version is not found: it would be left behind
 */
export async function planVersion(next: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { files, before, isOptional } of places) {
    const pattern = new RegExp(`(${before.source})${version}`, "gm");
    let count = 0;
    for await (const file of glob(files, { cwd: root })) {
      count++;
      const text = texts.get(file) ?? (await readFile(join(root, file), "utf8"));
      if (!isOptional && !text.match(pattern))
        throw new UserError(`${file} has no version where scripts/release/versions.ts expects it.`);
      texts.set(file, text.replace(pattern, `$1${next}`));
    }
    if (count === 0) throw new UserError(`scripts/release/versions.ts finds no ${files}.`);
  }
  return texts;
}
