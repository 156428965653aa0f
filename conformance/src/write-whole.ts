/** Writes a result as a whole or not at all. */
import { rename, writeFile } from "node:fs/promises";
import { InputError } from "./input-error.ts";

/** @throws {InputError} when the folder does not exist or may not be written to */
export async function writeWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } catch (error) {
    throw new InputError(
      `${file} cannot be written: ${(error as Error).message}. Choose another file with --output.`,
    );
  }
}
