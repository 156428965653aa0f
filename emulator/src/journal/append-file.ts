/** A file that only grows. */
import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from "node:fs";
import { StorageError } from "./storage-error.ts";

/**
 * Writes lines in batches: what is appended in one turn of the event loop goes out in one call. A line is safe from the end of
 * this process, however it ends, once its promise has settled; from a power failure, when the system has flushed its cache.
 */
export class AppendFile {
  readonly #path: string;
  #descriptor: number;
  /** Bytes of whole lines. */
  #length: number;
  /** True while there may be a part of a line behind them. */
  #torn = false;
  #pending = "";
  #batch: Promise<void> | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, "a");
    this.#length = fstatSync(this.#descriptor).size;
  }

  /**
   * Appends a line, which must not hold the end of one.
   *
   * @throws {StorageError} when it was not written: the file is then as it was
   */
  append(line: string): Promise<void> {
    // The number of a descriptor is given again: a late write could go into any file.
    if (this.#closed) return Promise.reject(new StorageError("The emulator has been closed."));
    this.#pending += `${line}\n`;
    this.#batch ??= new Promise((resolve, reject) => {
      // When the promises that are ready now have run: each may append something.
      process.nextTick(() => {
        try {
          this.#flush();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return this.#batch;
  }

  /** Puts another file in the place of this one, and goes on at its end. Nothing may be waiting. */
  replaceBy(path: string): void {
    const descriptor = openSync(path, "a");
    try {
      renameSync(path, this.#path);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
    this.#length = fstatSync(descriptor).size;
    this.#torn = false;
  }

  /** Writes what waits, and closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // Whoever appended is told of a failure.
    await this.#batch?.catch(() => {});
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = "";
    this.#batch = undefined;
    try {
      if (this.#torn) this.#cutBack();
      for (let written = 0; written < bytes.length;)
        written += writeSync(this.#descriptor, bytes, written);
      this.#length += bytes.length;
    } catch (error) {
      this.#torn = true;
      try {
        this.#cutBack();
      } catch {
        // The next write tries it again, before anything else.
      }
      throw new StorageError(
        `${this.#path} cannot be written: ${(error as Error).message}. Make room; the emulator goes on by itself.`,
        { cause: error },
      );
    }
  }

  /** A part of a line would make the next one unreadable. */
  #cutBack(): void {
    ftruncateSync(this.#descriptor, this.#length);
    this.#torn = false;
  }
}
