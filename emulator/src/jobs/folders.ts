/** Folders for the files of jobs. */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

export class JobFolders {
  readonly #root: string;
  readonly #isPermanent: boolean;

  /** @param root outlives the emulator; without one, everything is in a temporary folder */
  constructor(root?: string) {
    this.#root = root ?? join(tmpdir(), `video-generation-emulator-${randomUUID()}`);
    this.#isPermanent = root !== undefined;
  }

  /** The folder of a job, which exists. */
  async of(jobId: string): Promise<string> {
    const folder = join(this.#root, jobId);
    await mkdir(folder, { recursive: true, mode: this.#isPermanent ? 0o777 : 0o700 });
    return folder;
  }

  /** A path as it is stored: from the root, so that a data folder can be moved. */
  toStored(path: string): string {
    return relative(this.#root, path);
  }

  /** The path of a file that was stored. */
  toPath(stored: string): string {
    return resolve(this.#root, stored);
  }

  /** Removes the folder of a job, or of all. */
  async remove(jobId = ""): Promise<void> {
    await rm(join(this.#root, jobId), { recursive: true, force: true });
  }

  /** Removes what would not be found again. */
  async close(): Promise<void> {
    if (!this.#isPermanent) await this.remove();
  }
}
