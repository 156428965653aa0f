/** A file that only grows. */
import { closeSync, openSync, writeSync } from "node:fs";

/**
 * Writes lines in batches: what is appended in one turn of the event loop goes out in one call. A line is safe from the end of
 * this process, however it ends, once its promise has settled; from a power failure, when the system has flushed its cache.
 */
export class AppendFile {
  readonly #descriptor: number;
  #waiting = "";
  #batch: Promise<void> | undefined;

  constructor(path: string) {
    this.#descriptor = openSync(path, "a");
  }

  append(line: string): Promise<void> {
    this.#waiting += `${line}\n`;
    this.#batch ??= new Promise((resolve, reject) => {
      // When the promises that are ready now have run: each may append something.
      process.nextTick(() => {
        try {
          this.#flush();
          resolve();
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    return this.#batch;
  }

  /** Writes what waits, and closes the file. */
  async close(): Promise<void> {
    await this.#batch;
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = "";
    this.#batch = undefined;
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#descriptor, bytes, written);
  }
}
