/** Reads a download to its end, over as many requests as that takes. */
import { delay } from "./delay.ts";
import type { DownloadSettings } from "./download-options.ts";
import { type DownloadPart, requestPart } from "./download-part.ts";
import { ConnectionError, RequestError } from "./errors.ts";
import { beginCall } from "./facts.ts";
import { inTime } from "./in-time.ts";
import { retryDelay } from "./retry.ts";
import { SizeLimitError } from "./size-limit-error.ts";

export class DownloadReader {
  readonly #address: URL;
  readonly #settings: DownloadSettings;
  readonly #endsAt: number;
  readonly #facts = beginCall("download", "GET");
  /** How many bytes are there. */
  #offset: number;
  #etag: string | undefined;
  #part!: DownloadPart;
  #source: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Ends the request that is under way. */
  #controller = new AbortController();
  /** Failures in a row. */
  #failures = 0;

  constructor(
    address: URL,
    settings: DownloadSettings,
    resume: { offset: number; etag: string } | undefined,
  ) {
    this.#address = address;
    this.#settings = settings;
    this.#endsAt = performance.now() + settings.deadlineMs;
    this.#offset = resume?.offset ?? 0;
    this.#etag = resume?.etag;
  }

  /** Asks for what is missing, again while that makes sense. */
  async open(): Promise<DownloadPart> {
    for (;;) {
      this.#facts.attempts++;
      this.#controller = new AbortController();
      const { signal } = this.#controller;
      try {
        this.#part = await this.#inTime(() =>
          requestPart({
            address: this.#address,
            offset: this.#offset,
            etag: this.#etag,
            settings: this.#settings,
            facts: this.#facts,
            signal,
          }),
        );
        this.#refuseLarge(this.#part.size ?? 0);
        this.#etag = this.#part.etag;
        this.#source = this.#part.response.body?.getReader();
        return this.#part;
      } catch (error) {
        await this.#pauseAfter(error);
      }
    }
  }

  /** The next bytes; `undefined` at the end. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        const bytes = await this.#inTime(() => this.#readSource());
        if (bytes?.length === 0) continue;
        this.#offset += bytes?.length ?? 0;
        this.#refuseLarge(this.#offset);
        this.#failures = 0;
        return bytes;
      } catch (error) {
        const failure =
          error instanceof RequestError ? error : new ConnectionError(this.#facts, error);
        // Without a name for the content, the rest might belong to another one.
        if (!this.#etag) this.#failures = Infinity;
        await this.#pauseAfter(failure);
        await this.open();
      }
    }
  }

  stop(reason: unknown): void {
    this.#controller.abort(reason);
  }

  async #readSource(): Promise<Uint8Array | undefined> {
    const { value } = (await this.#source?.read()) ?? {};
    const { size } = this.#part;
    if (!value) {
      if (this.#offset < (size ?? 0)) throw new Error(`${this.#offset} of ${size} bytes came`);
      return undefined;
    }
    const fresh = value.subarray(this.#part.skip);
    this.#part.skip -= value.length - fresh.length;
    return fresh;
  }

  #refuseLarge(bytes: number): void {
    const { maxBytes } = this.#settings;
    if (bytes > maxBytes) throw new SizeLimitError(this.#facts, maxBytes, this.#part.size);
  }

  /** Work that must not take longer than the limits. */
  #inTime<Result>(work: () => Promise<Result>): Promise<Result> {
    return inTime("idleTimeoutMs", this.#settings, this.#endsAt, this.#facts, work);
  }

  /** @throws the failure, if it is final */
  async #pauseAfter(failure: unknown): Promise<void> {
    this.#controller.abort(failure);
    const isLast = ++this.#failures > this.#settings.retries;
    const delayMs = isLast ? undefined : retryDelay(failure, "GET", this.#failures);
    if (delayMs === undefined || delayMs >= this.#endsAt - performance.now()) throw failure;
    await delay(delayMs, this.#settings.signals, this.#facts);
  }
}
