/** Tries a tool on a document. */
import { mkdtempDisposable, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bench, Failure, type Tool, type Trial } from "./tool.ts";

export interface Outcome {
  works: string[];
  fails: { does: string; message: string }[];
  /** The program for want of which the rest was not tried. */
  lacks?: string;
}

/** Tries what the tool should do, until something fails that the rest builds on. */
export async function tryTool(tool: Tool, subject: Omit<Bench, "folder">): Promise<Outcome> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tools-"));
  await symlink(join(import.meta.dirname, "node_modules"), join(folder.path, "node_modules"));
  const bench = { ...subject, folder: folder.path };
  const lacks = tool.lacks?.();
  const outcome: Outcome = { works: [], fails: [], ...(lacks && { lacks }) };
  for (const trial of lacks ? tool.trials.slice(0, 1) : tool.trials) {
    const message = await failureOf(trial, bench, outcome);
    if (message === undefined) continue;
    outcome.fails.push({ does: trial.does, message });
    if (trial.isBasis) break;
  }
  return outcome;
}

async function failureOf(
  { does, run }: Trial,
  bench: Bench,
  { works }: Outcome,
): Promise<string | undefined> {
  try {
    const figure = await run(bench);
    works.push(figure ? `${does} ${figure}` : does);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return shorten(error.message, bench);
  }
}

/** The message without what differs from run to run. */
function shorten(message: string, { folder, document, origin }: Bench): string {
  const text = message
    .replaceAll(document, "the document")
    .replaceAll(`${folder}/`, "")
    .replaceAll(origin, "the emulator")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
