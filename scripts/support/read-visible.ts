/** What a folder holds, but for what editors and file systems leave in it. */
import { readdir } from "node:fs/promises";
import { basename } from "node:path";

/** Paths below a folder without those of hidden files, such as the lock of an editor. */
export async function readVisible(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => !basename(path).startsWith("."));
}
