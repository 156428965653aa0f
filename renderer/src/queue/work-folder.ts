/** The folder in which a worker makes its videos. It is locked while the worker lives: the number of a process says nothing in another container. */
import { lstat, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const [lockName, draftPrefix, prefix] = ["lock.sqlite", "new-", "worker-"];

export interface WorkFolder {
  path: string;
  remove: () => Promise<void>;
}

/** Makes a folder, after those of workers that were killed are gone. */
export async function openWorkFolder(): Promise<WorkFolder> {
  const parent = join(tmpdir(), "video-generation-renderer");
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (/^worker-\w{6}$/.test(name)) await removeAbandoned(join(parent, name)).catch(() => {});
  // Under another name until it is locked: nobody takes it for abandoned.
  const draft = await mkdtemp(join(parent, draftPrefix));
  const lock = takeLock(draft);
  const path = draft.replace(join(parent, draftPrefix), join(parent, prefix));
  await rename(draft, path);
  const remove = async () => {
    lock.close();
    await rm(path, { recursive: true, force: true });
  };
  return { path, remove };
}

/** @throws {Error} when a process holds the lock, whichever container it is in */
function takeLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, lockName), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Removes what a worker of this user has left. What a link leads to, and what has no lock, is somebody else's. */
async function removeAbandoned(folder: string): Promise<void> {
  const [found, lockFile] = [await lstat(folder), await lstat(join(folder, lockName))];
  if (!found.isDirectory() || !lockFile.isFile() || found.uid !== process.getuid?.()) return;
  const lock = takeLock(folder);
  await rm(folder, { recursive: true, force: true });
  lock.close();
}
