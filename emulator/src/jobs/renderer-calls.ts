/** Calls of the renderer: what each may use, and that none is left behind. */
import { setTimeout } from "node:timers/promises";
import type { Clock } from "../time/clock.ts";
import type { JobFolders } from "./job-folders.ts";
import { type JobVideo, videoLifetimeMs } from "./job.ts";
import type { Download, Renderer, RenderTask } from "./renderer.ts";

/** How long a renderer may take to stop; one that does not listen is not waited for. */
const maxStopMs = 1000;

interface RendererCallsOptions {
  /** Makes the videos; without one, a clip of the emulator stands for each. */
  renderer: Renderer | undefined;
  clock: Clock;
  folders: JobFolders;
  /** Fetches what a request names, for the renderer. */
  download: Download;
}

export class RendererCalls {
  readonly #options: RendererCallsOptions;
  /** Those that have not returned. */
  readonly #pending = new Set<unknown>();

  constructor(options: RendererCallsOptions) {
    this.#options = options;
  }

  /** Makes a video. Rejects with the reason why there is none. */
  async render(
    task: RenderTask,
    reportProgress: (share: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<JobVideo> {
    const { renderer, folders, clock, download } = this.#options;
    if (!renderer || !signal) return { clip: "still", expiresAtMs: clock.now() + videoLifetimeMs };
    signal.throwIfAborted();
    const call = Promise.resolve(
      renderer(task, {
        signal,
        folder: async () => {
          // A folder that is made for a job which is gone would never be removed.
          signal.throwIfAborted();
          return folders.of(task.jobId);
        },
        reportProgress,
        download: (address, file, limits) =>
          download(address, file, {
            ...limits,
            signal: AbortSignal.any([signal, ...(limits.signal ? [limits.signal] : [])]),
          }),
      }),
    );
    this.#pending.add(call);
    try {
      const { path, poster, fidelity } = await call;
      return {
        file: folders.toStored(path),
        ...(poster !== undefined && { poster: folders.toStored(poster) }),
        ...(fidelity !== undefined && { fidelity }),
        expiresAtMs: clock.now() + videoLifetimeMs,
      };
    } finally {
      this.#pending.delete(call);
    }
  }

  /** Settles when all have returned, or have had the time to. */
  async settle(): Promise<void> {
    if (this.#pending.size === 0) return;
    const inTime = new AbortController();
    const returned = Promise.allSettled(this.#pending).then(() => inTime.abort());
    await Promise.race([returned, setTimeout(maxStopMs, undefined, inTime).catch(() => {})]);
  }
}
