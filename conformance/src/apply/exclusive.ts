/** One `apply` at a time in a repository. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../../gaps/src/problem.ts";

/**
 * Runs the work while nobody else does. What a process that was killed has left is taken over.
 *
 * @param folder for the lock; made when it is not there
 * @throws {UserError} when another process is at work
 */
export async function exclusively<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, "lock");
  await acquire(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = Number(await readFile(lock, "utf8").catch(() => ""));
    if (isRunning(owner)) {
      throw new UserError(
        `Another apply (process ${owner}) is at work here, so nothing was changed. Wait until it has ended.`,
      );
    }
    await rm(lock, { force: true });
  }
}

function isRunning(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
