/** Folders in which a worker makes the rows of jobs. What the rows of a job share is kept for those that still come. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface WorkFolder {
  /** Of no other folder of this process. */
  name: string;
  path: string;
}

/** Of so many jobs: a worker does not hear when a job is over. */
const maxJobs = 4;

const parent = join(tmpdir(), "video-generation-renderer");

export class WorkFolders {
  readonly #root = join(parent, String(process.pid));
  readonly #onRemove: (name: string) => unknown;
  /** By job, the one that was used last at the end. */
  readonly #open = new Map<string, { name: string; users: number }>();
  #opened = 0;

  private constructor(onRemove: (name: string) => unknown) {
    this.#onRemove = onRemove;
  }

  /** @param onRemove is told when a folder is about to go */
  static async open(onRemove: (name: string) => unknown): Promise<WorkFolders> {
    // A worker that was killed could not remove its own.
    for (const name of await readdir(parent).catch(() => []))
      if (!isAlive(Number(name))) await removeFolder(join(parent, name));
    return new WorkFolders(onRemove);
  }

  /** Gives the folder of a job to `work`. */
  async use<Result>(jobId: string, work: (folder: WorkFolder) => Promise<Result>): Promise<Result> {
    // Never a name again, because the folder that had it may be going just now.
    const used = this.#open.get(jobId) ?? { name: `job-${++this.#opened}`, users: 0 };
    this.#open.delete(jobId);
    this.#open.set(jobId, used);
    used.users++;
    try {
      const path = join(this.#root, used.name);
      await mkdir(path, { recursive: true });
      return await work({ name: used.name, path });
    } finally {
      used.users--;
      await this.#removeOldest();
    }
  }

  async remove(): Promise<void> {
    await removeFolder(this.#root);
  }

  async #removeOldest(): Promise<void> {
    for (const [jobId, { name, users }] of this.#open) {
      if (this.#open.size <= maxJobs) return;
      if (users > 0) continue;
      this.#open.delete(jobId);
      await this.#onRemove(name);
      await removeFolder(join(this.#root, name));
    }
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
