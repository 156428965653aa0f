/** Makes folders. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** With its parents. Where nothing can be made, such as below `/proc`, Node's own way to make parents never ends. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}
