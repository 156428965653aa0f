/** Folders for the files of jobs. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, sep } from "node:path";

export class JobFolders {
  readonly #kept: string | undefined;
  #root: Promise<string> | undefined;

  /** @param root outlives the emulator; without one, everything is in a temporary folder */
  constructor(root?: string) {
    this.#kept = root;
  }

  /** The folder of a job, which exists. */
  async of(jobId: string): Promise<string> {
    this.#root ??= this.#makeRoot();
    const folder = join(await this.#root, jobId);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** A path as it is kept: within the folders without their root, so that a data folder can be moved. */
  toKept(path: string): string {
    if (this.#kept === undefined) return path;
    const within = relative(this.#kept, path);
    return within.startsWith("..") || isAbsolute(within) ? path : within.split(sep).join("/");
  }

  /** The path of a file as it was kept. */
  toPath(kept: string): string {
    return this.#kept === undefined || isAbsolute(kept) ? kept : join(this.#kept, kept);
  }

  async remove(jobId: string): Promise<void> {
    const root = this.#kept ?? (await this.#root);
    if (root !== undefined) await rm(join(root, jobId), { recursive: true, force: true });
  }

  /** Removes the folders of all jobs. */
  async clear(): Promise<void> {
    const root = this.#kept ?? (await this.#root);
    this.#root = undefined;
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  }

  /** Removes what would not be found again. */
  async close(): Promise<void> {
    if (this.#kept === undefined) await this.clear();
  }

  async #makeRoot(): Promise<string> {
    if (this.#kept === undefined) return mkdtemp(join(tmpdir(), "video-generation-emulator-"));
    await mkdir(this.#kept, { recursive: true });
    return this.#kept;
  }
}
