/** Puts a reviewed overlay into the source of the contract, and generates everything again. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { bundleContract } from "../../../scripts/contract/bundle.ts";
import { root } from "../../../scripts/support/locations.ts";
import { UserError } from "../../../gaps/src/problem.ts";
import { rewriteGuides } from "../overlay/guides.ts";
import type { Overlay } from "../overlay/overlay.ts";
import { exclusively } from "./exclusive.ts";
import { type Plan, planChanges } from "./plan.ts";
import { type Contents, recover, takeOver } from "./take-over.ts";
import { makeAndVerify } from "./verify.ts";
import { clearWorkingCopy, createWorkingCopy } from "./working-copy.ts";

/** The contract as it was before the first gap was closed, for the tests of this tool. */
export const openContractFile = "conformance/test/fixtures/open-contract.json";

/** On the disk of the repository, so that a file can be moved into it as a whole. */
const scratch = join(root, ".apply");

export interface Applied extends Pick<Plan, "closed" | "kept"> {
  /** Paths of the changed files, relative to the repository. */
  files: string[];
}

/**
 * Applies an overlay, as `propose` writes it. All work is done in a copy of the repository, checks
 * included, and only then taken over: whatever fails, nothing is left half done.
 *
 * @throws {UserError} when a target selects nothing, an expectation does not hold, or something
 * contradicts the new contract; also when another process applies one, or when a file changes
 * meanwhile
 */
export function applyOverlay(overlay: Overlay): Promise<Applied> {
  return exclusively(scratch, async () => {
    recover(root, scratch);
    await clearWorkingCopy(scratch);
    return await applyAlone(overlay).catch(explainDisk);
  });
}

/** A disk that is full or may not be written to is nothing that we did wrong. */
function explainDisk(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error;
  throw new UserError(
    `A file cannot be written, so nothing was changed: ${error.message}. Make room, or set TMPDIR to a folder that has it, then apply again.`,
  );
}

async function applyAlone(overlay: Overlay): Promise<Applied> {
  const before = await readContents();
  const { document } = await bundleContract();
  const { changes, closed, kept } = await planChanges(document, overlay);
  for (const [file, text] of await rewriteGuides(closed, overlay["x-guides"] ?? []))
    changes.set(file, text);
  for (const file of changes.keys())
    before.set(file, before.get(file) ?? (await readFile(join(root, file), "utf8")));
  await using copy = await createWorkingCopy(scratch);
  for (const [file, text] of changes) await copy.write(file, text);
  await copy.run(
    "node_modules/prettier/bin/prettier.cjs",
    "--write",
    "--ignore-unknown",
    ...changes.keys(),
  );
  await makeAndVerify(copy);
  const made = new Map<string, string>();
  for (const file of [...changes.keys(), ...(await filesIn(copy.folder, "generated"))])
    made.set(file, await copy.read(file));
  if (!existsSync(join(root, openContractFile)))
    made.set(openContractFile, `${JSON.stringify(document)}\n`);
  takeOver(root, scratch, before, made);
  return {
    closed,
    kept,
    files: [...changes.keys()].sort(),
  };
}

/** Everything that the result is made from, and everything that it replaces. */
async function readContents(): Promise<Contents> {
  const contents: Contents = new Map();
  for (const folder of ["openapi", "generated"]) {
    for (const file of await filesIn(root, folder))
      contents.set(file, await readFile(join(root, file), "utf8"));
  }
  return contents;
}

/** Paths of all files below a folder, relative to the root that it stands in. */
async function filesIn(from: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(from, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(from, join(parentPath, name)));
}
