/** Puts a reviewed overlay into the source of the contract, and generates everything again. */
import { glob, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleContract } from "../../../scripts/contract/bundle.ts";
import { root } from "../../../scripts/support/locations.ts";
import { UserError } from "../../../scripts/support/problem.ts";
import { RepositoryCopy } from "../../../scripts/support/repository-copy.ts";
import { applyActions } from "../../../scripts/contract/overlay.ts";
import { evidenceOverlay } from "../overlay/evidence-overlay.ts";
import type { Overlay } from "../overlay/overlay.ts";
import { dropAssumptions } from "./drop-assumptions.ts";
import { exclusively } from "./exclusive.ts";
import { SourceEditor } from "./source-editor.ts";
import { type Contents, recover, takeOver } from "./take-over.ts";

/** On the disk of the repository, so that a file can be moved into it as a whole. */
const scratch = join(root, ".apply");

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
 * contract breaks a rule; also when another process applies one, or when a file changes meanwhile
 */
export function applyOverlay(overlay: Overlay): Promise<Applied> {
  return exclusively(scratch, async () => {
    recover(root, scratch);
    return await applyAlone(overlay);
  });
}

async function applyAlone({ actions }: Overlay): Promise<Applied> {
  const before = await readContents();
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
  const made = new Map<string, string>();
  const generated = await readdir(join(copy.folder, "generated"));
  for (const file of [...changes.keys(), ...generated.map((name) => `generated/${name}`)])
    made.set(file, await copy.read(file));
  takeOver(root, scratch, before, made);
  return { closed, files: [...changes.keys()].sort(), superseded: superseded.ids };
}

/** Everything that the result is made from, and everything that it replaces. */
async function readContents(): Promise<Contents> {
  const contents: Contents = new Map();
  for (const pattern of ["openapi/**/*.yaml", "generated/*"]) {
    for await (const file of glob(pattern, { cwd: root }))
      contents.set(file, await readFile(join(root, file), "utf8"));
  }
  return contents;
}

async function runIn(copy: RepositoryCopy, failure: string, ...command: string[]): Promise<void> {
  const { exitCode, output } = await copy.run(...command);
  if (exitCode !== 0)
    throw new UserError(`${failure}:\n${output.replaceAll(`${copy.folder}/`, "").trim()}`);
}
