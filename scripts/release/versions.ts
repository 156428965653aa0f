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
  texts.set("package-lock.json", await planLockFile(next));
  return texts;
}

interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** npm would ask the registry about packages that are not published yet, so the entries of the workspaces are written here. */
async function planLockFile(next: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    version?: string;
    packages: Record<string, LockedPackage>;
  };
  if (lock.version) lock.version = next;
  const isOwn = new RegExp(`^${ownPackage.source}$`);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes("node_modules/")) continue;
    if (entry.version) entry.version = next;
    for (const list of [entry.dependencies, entry.devDependencies, entry.peerDependencies]) {
      for (const [name, range] of Object.entries(list ?? {}))
        if (isOwn.test(name)) list![name] = range.replace(new RegExp(version), next);
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}
