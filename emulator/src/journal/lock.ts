/** Keeps a second emulator out of a data folder. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OptionError } from "../options.ts";

/** Locks that this process holds: after a restart in a container a new process can have the number of the old one. */
const held = new Set<string>();

/**
 * Locks a folder and returns how to release it.
 *
 * @throws {OptionError} when a living process holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, "lock");
  if (!(await tryWrite(file))) {
    const owner = Number(await readFile(file, "utf8").catch(() => "0"));
    if (held.has(file) || (owner !== process.pid && isAlive(owner)))
      throw new OptionError(
        `${folder} is in use by process ${owner}. Stop that emulator, choose another folder, or remove ${file} if it is none.`,
      );
    await rm(file, { force: true });
    if (!(await tryWrite(file)))
      throw new OptionError(`${folder} has just been taken by another emulator.`);
  }
  held.add(file);
  return async () => {
    held.delete(file);
    await rm(file, { force: true });
  };
}

async function tryWrite(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
