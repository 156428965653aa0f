/** Puts a reviewed overlay into the source of the contract, and generates everything again. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleContract } from "../../../scripts/contract/bundle.ts";
import { generatedFolder, root } from "../../../scripts/support/locations.ts";
import { UserError } from "../../../scripts/support/problem.ts";
import { RepositoryCopy } from "../../../scripts/support/repository-copy.ts";
import { applyActions } from "../../../scripts/contract/overlay.ts";
import { evidenceOverlay } from "../overlay/evidence-overlay.ts";
import type { Overlay } from "../overlay/overlay.ts";
import { writeWhole } from "../write-whole.ts";
import { dropAssumptions } from "./drop-assumptions.ts";
import { SourceEditor } from "./source-editor.ts";

export interface Applied {
  /** Ids of the gaps that are closed now. */
  closed: string[];
  /** Paths of the changed files, relative to the repository. */
  files: string[];
  /** Ids of the emulator's assumptions that the evidence has replaced. */
  superseded: string[];
}

/**
 * Applies an overlay. All work is done in a copy of the repository, linters included, and only then
 * taken over: whatever fails, nothing is left half done.
 *
 * @throws {UserError} when a target selects nothing, an expectation does not hold, or the new
 * contract breaks a rule
 */
export async function applyOverlay({ actions }: Overlay): Promise<Applied> {
  const { document } = await bundleContract();
  const editor = new SourceEditor();
  for (const edit of applyActions(document, actions, evidenceOverlay)) await editor.edit(edit);
  const closed = [
    ...new Set(actions.flatMap((action) => (action["x-verified"] ? [action["x-closes"]] : []))),
  ];
  const superseded = await dropAssumptions(closed);
  const changes = new Map([...editor.changes(), ...superseded.changes]);
  await using copy = await RepositoryCopy.create();
  for (const [file, text] of changes) await copy.write(file, text);
  await runIn(
    copy,
    "The files cannot be formatted",
    "node_modules/prettier/bin/prettier.cjs",
    "--write",
    ...changes.keys(),
  );
  await runIn(
    copy,
    "The contract would break a rule, so nothing was changed",
    "scripts/cli.ts",
    "generate",
  );
  for (const file of changes.keys())
    await writeWhole(join(root, file), await readFile(join(copy.folder, file), "utf8"));
  for (const name of await readdir(join(copy.folder, "generated"))) {
    await writeWhole(
      join(generatedFolder, name),
      await readFile(join(copy.folder, "generated", name), "utf8"),
    );
  }
  return { closed, files: [...changes.keys()].sort(), superseded: superseded.ids };
}

async function runIn(copy: RepositoryCopy, failure: string, ...command: string[]): Promise<void> {
  const { exitCode, output } = await copy.run(...command);
  if (exitCode !== 0)
    throw new UserError(`${failure}:\n${output.replaceAll(`${copy.folder}/`, "").trim()}`);
}
