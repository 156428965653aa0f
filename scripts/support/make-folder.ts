/** Folders that a user names. */
import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
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
