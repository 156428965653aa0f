/** Folders for the files of jobs. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, sep } from "node:path";

export class JobFolders {
  readonly #permanent: string | undefined;
  #root: Promise<string> | undefined;

  /** @param root outlives the emulator; without one, everything is in a temporary folder */
  constructor(root?: string) {
    this.#permanent = root;
  }

  /** The folder of a job, which exists. */
  async of(jobId: string): Promise<string> {
    this.#root ??= this.#makeRoot();
    const folder = join(await this.#root, jobId);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** A path as it is stored: within the folders without their root, so that a data folder can be moved. */
  toStored(path: string): string {
    if (this.#permanent === undefined) return path;
    const within = relative(this.#permanent, path);
    return within.startsWith("..") || isAbsolute(within) ? path : within.split(sep).join("/");
  }

  /** The path of a file that was stored. */
  toPath(stored: string): string {
    return this.#permanent === undefined || isAbsolute(stored)
      ? stored
      : join(this.#permanent, stored);
  }

  async remove(jobId: string): Promise<void> {
    const root = this.#permanent ?? (await this.#root);
    if (root !== undefined) await rm(join(root, jobId), { recursive: true, force: true });
  }

  /** Removes the folders of all jobs. */
  async clear(): Promise<void> {
    const root = this.#permanent ?? (await this.#root);
    this.#root = undefined;
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  }

  /** Removes what would not be found again. */
  async close(): Promise<void> {
    if (this.#permanent === undefined) await this.clear();
  }

  async #makeRoot(): Promise<string> {
    if (this.#permanent === undefined) return mkdtemp(join(tmpdir(), "video-generation-emulator-"));
    await mkdir(this.#permanent, { recursive: true });
    return this.#permanent;
  }
}
