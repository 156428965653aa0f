/** Writes a result as a whole or not at all. */
import { access, constants, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "./input-error.ts";

/** @throws {InputError} when the folder does not exist, is full, or may not be written to */
export async function writeWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw notWritable(file, error);
  }
}

/** @throws {InputError} when there is no folder to write the file to */
export async function requireFolderOf(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw notWritable(file, error);
  });
}

function notWritable(file: string, error: unknown): InputError {
  return new InputError(
    `${file} cannot be written: ${(error as Error).message}. Choose another file.`,
  );
}
