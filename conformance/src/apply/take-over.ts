/**
 * Puts new contents into many files as one step: a process that is killed on the way leaves a journal,
 * and whoever comes next puts the old contents back.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../gaps/src/problem.ts";

/** Contents by path, relative to the folder; undefined for a file that is not there. */
export type Contents = Map<string, string | undefined>;

interface Journal {
  files: { file: string; isNew: boolean }[];
}

/**
 * @param folder whose files are changed
 * @param scratch on the same disk, for what is half done
 * @param before what the files were made from
 * @throws {UserError} when one of them was changed meanwhile; then nothing is changed
 */
export function takeOver(
  folder: string,
  scratch: string,
  before: Contents,
  changes: Map<string, string>,
): void {
  for (const [file, content] of before) {
    if (read(join(folder, file)) === content) continue;
    throw new UserError(
      `${file} was changed while the overlay was applied, so nothing was changed. Look at it, and apply again.`,
    );
  }
  const files = [...changes.keys()].map((file) => ({
    file,
    isNew: !existsSync(join(folder, file)),
  }));
  for (const [index, { file, isNew }] of files.entries()) {
    write(join(scratch, "new", String(index)), changes.get(file)!);
    if (!isNew) write(join(scratch, "old", String(index)), read(join(folder, file))!);
  }
  write(join(scratch, "journal.json"), JSON.stringify({ files } satisfies Journal));
  // Nothing is awaited from here on, so only a kill can come between.
  for (const [index, { file }] of files.entries())
    move(join(scratch, "new", String(index)), join(folder, file));
  clear(scratch);
}

/** Puts back what a killed process has begun to replace. */
export function recover(folder: string, scratch: string): void {
  const text = read(join(scratch, "journal.json"));
  if (text !== undefined) {
    for (const [index, { file, isNew }] of (JSON.parse(text) as Journal).files.entries()) {
      const old = join(scratch, "old", String(index));
      if (isNew) rmSync(join(folder, file), { force: true });
      else if (existsSync(old)) renameSync(old, join(folder, file));
    }
  }
  clear(scratch);
}

function move(from: string, to: string): void {
  mkdirSync(join(to, ".."), { recursive: true });
  renameSync(from, to);
}

/** The journal goes first: without it, the rest means nothing. */
function clear(scratch: string): void {
  for (const name of ["journal.json", "new", "old"])
    rmSync(join(scratch, name), { recursive: true, force: true });
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Whole and on the disk, before anything rests on it. */
function write(path: string, content: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(`${path}.draft`, content, { flush: true });
  renameSync(`${path}.draft`, path);
}
