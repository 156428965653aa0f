/** Folders: those that a user names, and those that are made anew as a whole. */
import { existsSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder with its parents. @throws what `mkdir` says of the first one that cannot be made */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const parent = dirname(path);
  // With `recursive`, Node never ends below `/proc`.
  if (parent !== path && !existsSync(parent)) await makeFolder(parent, mode);
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    const present = await stat(path).catch(() => undefined);
    if (!present?.isDirectory()) throw error;
  });
}

/** Fills a folder anew. What was there stays until the new one is complete, and nothing else is left where it cannot be. */
export async function replaceFolder<Made>(
  folder: string,
  fill: (next: string) => Promise<Made>,
): Promise<Made> {
  const next = `${folder}.${process.pid}`;
  try {
    await mkdir(next, { recursive: true });
    const made = await fill(next);
    await rm(folder, { recursive: true, force: true });
    await rename(next, folder);
    return made;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}
