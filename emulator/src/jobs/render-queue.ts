/** Calls of the renderer: so many at once, those of the oldest job first, and none is left behind. */
import { setTimeout } from "node:timers/promises";
import type { JobFolders } from "./folders.ts";
import { inputOf, type JobRecord, type JobVideo } from "./job.ts";
import type { Download, Renderer, RenderTask } from "./renderer.ts";

/** How long a renderer may take to stop; one that does not listen is not waited for. */
const maxStopMs = 1000;

interface RenderQueueOptions {
  /** Makes the videos; without one, a clip of the emulator stands for each. */
  renderer: Renderer | undefined;
  folders: JobFolders;
  /** Fetches what the request of a job names. */
  downloadFor(job: JobRecord): Download;
}

/** A video to make. */
export interface Order {
  job: JobRecord;
  row: RenderTask["row"];
  reportProgress: (share: number) => void;
  /** Aborts when the video is not wanted any more. */
  signal: AbortSignal;
}

/** A video of a job that has not ended. */
export type MadeVideo = Omit<JobVideo, "expiresAtMs">;

export class RenderQueue {
  readonly #options: RenderQueueOptions;
  /** In the order in which they will be made. */
  #waiting: { sequence: number; begin: () => void }[] = [];
  #running = 0;
  /** Calls that have not returned. */
  readonly #pending = new Set<unknown>();

  constructor(options: RenderQueueOptions) {
    this.#options = options;
  }

  /** Makes a video. Rejects with the reason why there is none. */
  async render(order: Order): Promise<MadeVideo> {
    const { renderer } = this.#options;
    if (!renderer) return { clip: "still" };
    await this.#takeTurn(order.job, renderer.rowsAtOnce ?? 1);
    try {
      order.signal.throwIfAborted();
      return await this.#call(renderer, order);
    } finally {
      this.#running--;
      this.#waiting.shift()?.begin();
    }
  }

  /** Settles when all calls have returned, or have had the time to. */
  async settle(): Promise<void> {
    if (this.#pending.size === 0) return;
    const inTime = new AbortController();
    const returned = Promise.allSettled(this.#pending).then(() => inTime.abort());
    await Promise.race([returned, setTimeout(maxStopMs, undefined, inTime).catch(() => {})]);
  }

  async #takeTurn({ sequence }: JobRecord, atOnce: number): Promise<void> {
    if (this.#running >= atOnce) {
      const begun = Promise.withResolvers<void>();
      const before = this.#waiting.findLastIndex((other) => other.sequence <= sequence);
      this.#waiting.splice(before + 1, 0, { sequence, begin: begun.resolve });
      await begun.promise;
    }
    this.#running++;
  }

  async #call(renderer: Renderer, { job, row, signal, reportProgress }: Order): Promise<MadeVideo> {
    const { folders } = this.#options;
    const { id: jobId, operation } = job;
    const task = { jobId, operation, input: inputOf(job), ...(row && { row }) };
    const download = this.#options.downloadFor(job);
    const call = (async () =>
      renderer(task, {
        signal,
        folder: async () => {
          // A folder that is made for a job which is gone would never be removed.
          signal.throwIfAborted();
          return folders.of(jobId);
        },
        reportProgress,
        download: (address, file, limits) =>
          download(address, file, {
            ...limits,
            signal: AbortSignal.any([signal, ...(limits.signal ? [limits.signal] : [])]),
          }),
      }))();
    this.#pending.add(call);
    void call.catch(() => {}).finally(() => this.#pending.delete(call));
    // One that does not listen to the signal must not keep its turn for ever.
    const { path, poster, fidelity, warning } = await Promise.race([call, aborted(signal)]);
    return {
      file: folders.toStored(path),
      ...(poster !== undefined && { poster: folders.toStored(poster) }),
      ...(fidelity !== undefined && { fidelity }),
      ...(warning !== undefined && { warning }),
    };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
