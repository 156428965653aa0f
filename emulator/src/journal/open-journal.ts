/** Opens a journal, and reads what it holds. */
import { rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../check/check.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { OptionError } from "../options.ts";
import { type JournalContent, reconcile, type WantedStart } from "./beginning.ts";
import { Compaction } from "./compaction.ts";
import { Journal } from "./journal.ts";
import { format, type Line } from "./line.ts";
import { lockFolder } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";
import { readLines } from "./read-lines.ts";

/**
 * Opens the journal of a folder, makes both if they do not exist, and puts its jobs into a store.
 *
 * @throws {OptionError} when the folder cannot be used or is in use, holds a journal that cannot be read, or one that began otherwise
 */
export async function openJournal(
  folder: string,
  wanted: WantedStart,
  store: JobStore,
): Promise<Journal> {
  try {
    await makeFolder(folder);
    const release = await lockFolder(folder);
    try {
      return await read(join(folder, "journal.ndjson"), wanted, store, release);
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof OptionError || code === undefined) throw error;
    throw new OptionError(
      `The data folder ${folder} cannot be used: ${message}. Choose another one with --data.`,
    );
  }
}

async function read(
  path: string,
  wanted: WantedStart,
  store: JobStore,
  release: () => Promise<void>,
): Promise<Journal> {
  const draft = `${path}.new`;
  // The process may have ended while it was written.
  await rm(draft, { force: true });
  const content = await replay(path, store);
  const { beginning, clock, isNew } = reconcile(content, wanted);
  if (isNew) {
    await new Compaction(draft, beginning, clock, store).write();
    await rename(draft, path);
  }
  const lines = isNew ? store.size : content.lines;
  return new Journal({ path, lines, beginning, clock, release });
}

async function replay(path: string, store: JobStore): Promise<JournalContent> {
  const content: JournalContent = { lines: 0 };
  const visit = (line: string, number: number) => {
    try {
      apply(content, store, check("journalLine", JSON.parse(line)));
    } catch (error) {
      throw new OptionError(
        `${path}:${number} is no line of a journal (${(error as Error).message}). Choose another folder with --data, or remove the file and its jobs.`,
      );
    }
    content.lines = number;
  };
  try {
    const wholeBytes = await readLines(path, visit);
    // A line without its end was being written when the process ended; nobody was told of it.
    await truncate(path, wholeBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return content;
}

function apply(content: JournalContent, store: JobStore, line: Line): void {
  if (content.lines === 0) {
    if (!("format" in line) || line.format !== format)
      throw new Error("it is from another version of the emulator");
    const { format: _, sequence, ...beginning } = line;
    content.beginning = beginning;
    store.sequence = sequence;
  } else if ("created" in line) store.apply({ type: "created", job: line.created });
  else if ("changed" in line) {
    const job = store.get(line.changed);
    if (job) store.apply({ type: "changed", job, change: line.change, atMs: line.atMs });
  } else if ("clock" in line) content.clock = line.clock;
  else if ("cleared" in line) store.apply({ type: "cleared" });
  else throw new Error("it says nothing");
}
