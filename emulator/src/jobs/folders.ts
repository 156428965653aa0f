/** Folders for the files of jobs. */
import { mkdtempSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";

export class JobFolders {
  #root: string | undefined;
  readonly #isPermanent: boolean;

  /** @param root outlives the emulator; without one, everything is in a temporary folder */
  constructor(root?: string) {
    this.#root = root;
    this.#isPermanent = root !== undefined;
  }

  /** The folder of a job, which exists. */
  async of(jobId: string): Promise<string> {
    this.#root ??= mkdtempSync(join(tmpdir(), "video-generation-emulator-"));
    const folder = join(this.#root, jobId);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** A path as it is stored: within the folders without their root, so that a data folder can be moved. */
  toStored(path: string): string {
    const within = relative(this.#root ?? "", path);
    return within.startsWith("..") || isAbsolute(within) ? path : within;
  }

  /** The path of a file that was stored. */
  toPath(stored: string): string {
    return resolve(this.#root ?? "", stored);
  }

  /** Removes the folder of a job, or of all. */
  async remove(jobId = ""): Promise<void> {
    if (this.#root !== undefined)
      await rm(join(this.#root, jobId), { recursive: true, force: true });
  }

  /** Removes what would not be found again. */
  async close(): Promise<void> {
    if (!this.#isPermanent) await this.remove();
  }
}
