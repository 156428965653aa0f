import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file whole or leaves it as it was. What is no file, such as a link or `/dev/stdout`, is written to. */
export function writeWhole(file: string, text: string): void {
  const isReplaced = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const draft = isReplaced ? `${file}.${process.pid}.draft` : file;
  try {
    writeFileSync(draft, text);
    if (isReplaced) renameSync(draft, file);
  } catch (error) {
    if (isReplaced) rmSync(draft, { force: true });
    throw error;
  }
}
