/** Builds and packs the packages of this repository, once for all tests that install them. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { root } from "../../scripts/support/locations.ts";

const workspaces = ["clients/typescript", "emulator"] as const;

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the tarball of each workspace. */
    tarballs: Record<(typeof workspaces)[number], string>;
  }
}

/** A global setup of Vitest. Returns its teardown. */
export default async function packAll(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tarballs-"));
  const tarballs = await Promise.all(workspaces.map((workspace) => pack(workspace, folder)));
  const byWorkspace = workspaces.map((workspace, index) => [workspace, tarballs[index]]);
  project.provide("tarballs", Object.fromEntries(byWorkspace));
  return () => rm(folder, { recursive: true });
}

async function pack(workspace: string, folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--json", "--pack-destination", folder],
    { cwd: join(root, workspace) },
  );
  // What the build prints comes first.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ filename: string }];
  return join(folder, packed.filename);
}
