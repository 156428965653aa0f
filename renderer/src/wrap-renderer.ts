/**
 * What is the same for all renderers: where the files of a job are, each made once, whole or not at all, and faults repeated. What is
 * finished has a name that says what it was made of; what is being made lies beside it.
 */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import type { RenderContext, RenderedFile, Renderer, RenderTask } from "video-generation-emulator";
import { faultPausesMs, InputError, repeat } from "./tools/faults.ts";

/** What a task is made with. */
export interface Workplace extends Omit<RenderContext, "folder"> {
  /** Empty, and gone when the task is over. It has to hold {@link videoName}, and may hold {@link posterName}, by then. */
  scratch: string;
  /** The same for the same video, also after a restart. */
  key: string;
  /**
   * Returns a folder that the rows of the job share; it is filled once, by the first of them. A job has {@link maxShared} of these; what
   * comes later is filled for the row alone.
   */
  share(name: string, fill: Fill): Promise<string>;
}

type Fill = (folder: string) => Promise<void>;

/** What is said of a finished video. */
export type Made = Pick<RenderedFile, "fidelity" | "warning">;

/** Makes the files of one task in its workplace. */
export type Make = (task: RenderTask, place: Workplace) => Promise<Made>;

export interface WrapOptions {
  /** How many rows the emulator asks for at once, of all jobs together. @default as many as there are cores */
  rowsAtOnce?: number | undefined;
  /** A fault is waited for, and the row made again after each of these pauses. @default two minutes together */
  pausesMs?: number[] | undefined;
  /** What files are made with beside their request: another value makes other files. */
  settings?: object;
  /** Called when a job is over, with the folder that holds what its rows share, before it goes. */
  release?: (folder: string) => Promise<void>;
}

export const videoName = "video.mp4";
export const posterName = "poster.jpg";
const describedIn = "video.json";

const draftPrefix = "draft-";

/** A change of how videos look makes other files of the same request. */
export const cacheVersion = 9;

/** Jobs whose shared folders are kept while nobody works on them. */
const maxIdleJobs = 4;
/** Shared folders of a job: what rows have in common comes early, and what each has for itself may not fill the disk. */
const maxShared = 64;

export function wrapRenderer(
  make: Make,
  {
    rowsAtOnce = availableParallelism(),
    pausesMs = faultPausesMs,
    settings = {},
    release,
  }: WrapOptions = {},
): Renderer {
  /** By folder, because two emulators may have the same identifiers; the one that was used last at the end. */
  const jobs = new Map<string, JobFolder>();
  /** The videos that are being made, by path. */
  const making = new Map<string, Promise<void>>();

  function openJob(id: string, folder: string, signal: AbortSignal): JobFolder {
    const job = Object.assign(jobs.get(folder) ?? new JobFolder(id, folder), { signal });
    jobs.delete(folder);
    jobs.set(folder, job);
    return job;
  }

  const render: Renderer = async (task, context) => {
    const { signal } = context;
    const makeNow = async () => {
      const folder = resolve(await context.folder());
      const job = openJob(task.jobId, folder, signal);
      const target = join(folder, `video-${contentOf(task, settings)}`);
      const place = { ...context, key: `${task.jobId}/${basename(target)}` };
      // Perhaps of another row with the same texts.
      const made = making.get(target) ?? job.makeFiles(target, task, place, make);
      making.set(target, made);
      job.users++;
      try {
        await made;
      } finally {
        making.delete(target);
        job.users--;
        await removeIdle();
      }
      const poster = `${target}.jpg`;
      const described = JSON.parse(await readFile(`${target}.json`, "utf8")) as Made;
      return { path: `${target}.mp4`, ...(existsSync(poster) && { poster }), ...described };
    };
    try {
      return await repeat(makeNow, { signal, pausesMs });
    } catch (error) {
      if (error instanceof Error && !signal.aborted) error.message = toSentence(error.message);
      throw error;
    }
  };

  /** Of jobs on which nobody works, a few keep what their rows share: nobody says whether there will be more of them. */
  async function removeIdle(): Promise<void> {
    const idle = [...jobs.values()].filter(({ isIdle }) => isIdle);
    for (const job of idle.slice(0, -maxIdleJobs)) await job.clear();
  }

  return Object.assign(render, {
    rowsAtOnce,
    release: async (jobId: string) => {
      for (const [folder, job] of jobs) {
        // Another emulator may be at work on a job of the same identifier.
        if (job.id !== jobId || (job.users > 0 && !job.signal?.aborted)) continue;
        jobs.delete(folder);
        await release?.(job.work);
        await job.clear();
      }
    },
  });
}

/** The folder of a job: what its rows share, and what is being made. */
class JobFolder {
  readonly id: string;
  /** What is between the beginning and the end of the job; everything in it can be made again. */
  readonly work: string;
  /** Aborts when the job is not wanted any more. */
  signal: AbortSignal | undefined;
  /** Rows that are being made, or wait. */
  users = 0;
  /** By name, the folders that are shared, or are being filled. */
  readonly #shared = new Map<string, Promise<void>>();
  /** Settles when what an earlier time left is gone. */
  #ready: Promise<void> | undefined;

  constructor(id: string, folder: string) {
    this.id = id;
    this.work = join(folder, "work");
  }

  /** Nobody works on it, and there is something to remove. */
  get isIdle(): boolean {
    return this.users === 0 && this.#shared.size > 0;
  }

  /** Makes the files of a task, unless they are there from an earlier time. */
  async makeFiles(
    target: string,
    task: RenderTask,
    place: Omit<Workplace, "scratch" | "share">,
    make: Make,
  ): Promise<void> {
    if (existsSync(`${target}.mp4`)) return;
    place.signal.throwIfAborted();
    await (this.#ready ??= this.#open());
    await this.#withDraft(async (scratch) => {
      const share: Workplace["share"] = (name, fill) => this.#share(name, fill, scratch);
      const made = await make(task, { ...place, scratch, share });
      place.signal.throwIfAborted();
      const move = (name: string, ending: string) => rename(join(scratch, name), target + ending);
      await writeFile(join(scratch, describedIn), JSON.stringify(made));
      await move(describedIn, ".json");
      if (existsSync(join(scratch, posterName))) await move(posterName, ".jpg");
      // The last one: a video that has its name is finished, whatever ends the process.
      await move(videoName, ".mp4");
    });
  }

  async clear(): Promise<void> {
    this.#shared.clear();
    await (this.#ready = removeFolder(this.work));
  }

  async #share(name: string, fill: Fill, scratch: string): Promise<string> {
    if (!this.#shared.has(name) && this.#shared.size >= maxShared) {
      const own = join(scratch, name);
      await mkdir(own, { recursive: true });
      await fill(own);
      return own;
    }
    const folder = join(this.work, name);
    const filled = this.#shared.get(name) ?? this.#fill(folder, fill);
    this.#shared.set(name, filled);
    try {
      await filled;
      return folder;
    } catch (error) {
      // A final failure stays, so that not every row tries again what none can have.
      const isFault = !(error instanceof InputError);
      if (isFault && this.#shared.get(name) === filled) this.#shared.delete(name);
      throw error;
    }
  }

  #fill(folder: string, fill: Fill): Promise<void> {
    return this.#withDraft(async (draft) => {
      await fill(draft);
      await rename(draft, folder);
    });
  }

  /** A process that was killed leaves what it was making. What rows share was moved to its place whole, and stays. */
  async #open(): Promise<void> {
    for (const name of await readdir(this.work).catch(() => []))
      // What cannot go now goes with the job.
      if (name.startsWith(draftPrefix)) await removeFolder(join(this.work, name)).catch(() => {});
      else this.#shared.set(name, Promise.resolve());
  }

  async #withDraft(use: Fill): Promise<void> {
    await mkdir(this.work, { recursive: true });
    const draft = await mkdtemp(join(this.work, draftPrefix));
    try {
      await use(draft);
    } finally {
      await removeFolder(draft);
    }
  }
}

/** A child that is being killed may still write for a moment. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Removes the files of a finished video, wherever they have gone since. */
export async function removeVideo({ path, poster }: RenderedFile): Promise<void> {
  for (const file of [path, poster, path.replace(/\.mp4$/, ".json")])
    if (file !== undefined) await rm(file, { force: true });
}

/** Stands for all that a video is made of. */
function contentOf({ operation, input, row }: RenderTask, settings: object): string {
  const parts = [cacheVersion, operation, input, row?.texts, settings];
  return hash("sha256", JSON.stringify(parts)).slice(0, 24);
}

function toSentence(text: string): string {
  const start = /^https?:/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase();
  return `${start}${text.slice(1)}.`.replace(/([.…"]\.)$/, (end) => end.slice(0, 1));
}
