/** The packages of this repository. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./locations.ts";

export interface PublishedPackage {
  /** Relative to the repository. */
  folder: string;
  name: string;
  version: string;
  /** What `npm pack` calls its tarball. */
  tarball: string;
}

/** The workspaces that are published: all that are not private. */
export function publishedPackages(): PublishedPackage[] {
  const { workspaces } = readManifest("") as { workspaces: string[] };
  return workspaces.flatMap((folder) => {
    const manifest = readManifest(folder) as { name: string; version: string; private?: boolean };
    const { name, version } = manifest;
    return manifest.private ? [] : { folder, name, version, tarball: `${name}-${version}.tgz` };
  });
}

/** One version counts for the contract and all packages. */
const { version } = readManifest("") as { version: string };

/** What the wheel of the Python client is called. */
export function wheelName(): string {
  return `video_generation_client-${version}-py3-none-any.whl`;
}

/** The Go client, as a module proxy names it. */
export function goModule(): { path: string; version: string } {
  return { path: "video-generation.example/videogeneration", version: `v${version}` };
}

function readManifest(folder: string): unknown {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}
