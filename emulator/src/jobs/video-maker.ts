/** Makes the videos of jobs: so many at once, those of the oldest job first. */
import type { AddressPolicy } from "../download/addresses.ts";
import { downloadWith } from "../download/create-download.ts";
import { clearTimeout, setTimeout } from "../time/real-time.ts";
import type { JobFolders } from "./folders.ts";
import {
  inputOf,
  isRendered,
  type JobProgress,
  type JobRecord,
  type MadeVideo,
  type Outcome,
  type RowTexts,
} from "./job.ts";
import type { Kinds } from "./kind.ts";
import type { RenderContext, RenderedFile, Renderer, RenderTask } from "./renderer.ts";

export interface VideoMakerOptions {
  kinds: Kinds;
  /** Makes the videos; without one, a clip of the emulator stands for each. */
  renderer: Renderer | undefined;
  folders: JobFolders;
  /** Which addresses a request may name: one that came from this machine perhaps others. */
  addressesFor(isLocal?: boolean): AddressPolicy;
}

/** The work for one job. */
export interface Order {
  job: JobRecord;
  /** Aborts when the videos are not wanted any more. */
  signal: AbortSignal;
  report(progress: JobProgress, rows?: RowTexts[]): void;
}

/** How long a renderer may take to stop; one that does not listen is not waited for any longer. */
const maxStopMs = 1000;

export class VideoMaker {
  readonly #options: VideoMakerOptions;
  /** Videos that wait for their turn, in the order in which they will be made. */
  #waiting: { sequence: number; begin: () => void }[] = [];
  #running = 0;
  /** The last work for each job that has some, by its identifier: it settles when the renderer uses no file of the job any more. */
  readonly #working = new Map<string, Promise<void>>();
  /** Settles when the work before the last end has ended. */
  #ended: Promise<void> = Promise.resolve();

  constructor(options: VideoMakerOptions) {
    this.#options = options;
  }

  /** Makes all videos of a job, after earlier work for its identifier. Never rejects: what goes wrong is a part of the outcome. */
  async make(order: Order): Promise<Outcome> {
    const { id } = order.job;
    const release = async () => this.#options.renderer?.release?.(id);
    const before = Promise.all([this.#ended, this.#working.get(id)]);
    const work = Promise.withResolvers<void>();
    this.#working.set(id, work.promise);
    await before;
    try {
      return await this.#makeAll(order);
    } catch (reason) {
      return { error: messageOf(reason) };
    } finally {
      await release().catch((reason: unknown) =>
        console.error(`The renderer cannot let go of the job ${id}: ${messageOf(reason)}`),
      );
      if (this.#working.get(id) === work.promise) this.#working.delete(id);
      work.resolve();
    }
  }

  /** Does something when all work, which was stopped, has ended. Later work waits for that. */
  async end(act: () => Promise<void>): Promise<void> {
    const acted = Promise.all([this.#ended, ...this.#working.values()]).then(act);
    this.#ended = acted.catch(() => {});
    return acted;
  }

  async #makeAll(order: Order): Promise<Outcome> {
    const { job, signal, report } = order;
    const kind = this.#options.kinds[job.operation];
    const error = job.failure ?? kind.reasonToFail?.(job);
    if (error !== undefined) return { error };
    const addresses = this.#options.addressesFor(job.isLocal);
    const rows = await kind.readRows?.(job, addresses, signal);
    const shares = Array<number>(rows?.length ?? 1).fill(0);
    const reportShare = (place: number, share: number) => {
      // A row that is made again is no step back.
      shares[place] = Math.max(shares[place] ?? 0, share);
      report({ done: shares.reduce((sum, each) => sum + each), total: shares.length }, rows);
    };
    reportShare(0, 0);
    const makeVideo = (place: number, row?: RenderTask["row"]) =>
      this.#render(order, row, (share) => reportShare(place, share));
    if (!rows) return { videos: [await makeVideo(0)] };
    const makeRow = async (row: RowTexts, place: number): Promise<MadeVideo> => {
      try {
        if ("error" in row) throw new Error(row.error);
        if (row.index === job.failingRow)
          throw new Error(`The request asked for this with emulator:fail-row-${row.index}.`);
        return { row: row.index, ...(await makeVideo(place, row)) };
      } catch (reason) {
        return { row: row.index, error: messageOf(reason) };
      } finally {
        reportShare(place, 1);
      }
    };
    const videos = await Promise.all(rows.map(makeRow));
    return videos.some(isRendered)
      ? { videos, rows }
      : { videos, rows, error: "No row of the slice could be rendered." };
  }

  /** Makes one video. Rejects with the reason why there is none. */
  async #render(
    { job, signal }: Order,
    row: RenderTask["row"],
    reportProgress: (share: number) => void,
  ): Promise<MadeVideo> {
    const { renderer, folders, addressesFor } = this.#options;
    if (!renderer) return { clip: "still" };
    await this.#takeTurn(job, renderer.rowsAtOnce ?? 1);
    try {
      signal.throwIfAborted();
      const { id: jobId, operation } = job;
      const task = { jobId, operation, input: inputOf(job), ...(row && { row }) };
      const download = downloadWith(addressesFor(job.isLocal));
      const context: RenderContext = {
        signal,
        folder: async () => {
          // A folder that is made for a job which is gone would never be removed.
          signal.throwIfAborted();
          return folders.of(jobId);
        },
        reportProgress,
        download: (address, file, limits) => download(address, file, { signal, ...limits }),
      };
      const call = (async () => renderer(task, context))();
      const made: Partial<RenderedFile> | undefined = await endInTime(call, signal);
      if (typeof made?.path !== "string") throw new Error("The renderer returned no path.");
      const { path, poster, fidelity, warning } = made;
      const posterFile = poster === undefined ? undefined : folders.toStored(poster);
      // The response to such a job came before its video, and nothing reads it back.
      if (!row && warning !== undefined) console.warn(`The video of ${jobId}: ${warning}`);
      return { file: folders.toStored(path), poster: posterFile, fidelity, warning };
    } finally {
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#running--;
    }
  }

  async #takeTurn({ sequence }: JobRecord, atOnce: number): Promise<void> {
    if (this.#running < atOnce) return void this.#running++;
    const begun = Promise.withResolvers<void>();
    const before = this.#waiting.findLastIndex((other) => other.sequence <= sequence);
    this.#waiting.splice(before + 1, 0, { sequence, begin: begun.resolve });
    // Whoever ends hands over its turn.
    return begun.promise;
  }
}

/** What a call returns. After the signal it has some time to stop: it must not keep its turn for ever. */
function endInTime<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = () => (timer = setTimeout(reject, maxStopMs, signal.reason));
    signal.addEventListener("abort", stop, { once: true });
    void call.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", stop);
      clearTimeout(timer);
    });
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
