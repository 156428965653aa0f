/**
 * What is the same for all renderers: where the files of a job are, each made once, whole or not at all, and faults repeated. What is
 * finished has a name that says what it was made of; what is being made lies beside it.
 */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
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
  share(name: string, fill: (folder: string) => Promise<void>): Promise<string>;
}

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

/** What is between the beginning and the end of a job; everything in it can be made again. */
const workName = "work";
const draftPrefix = "draft-";

/** A change of how videos look makes other files of the same request. */
const cacheVersion = 9;

/** Jobs whose shared folders are kept while nobody works on them. */
const maxIdleJobs = 4;
/** Shared folders of a job: what rows have in common comes early, and what each has for itself may not fill the disk. */
const maxShared = 64;

interface Job {
  id: string;
  /** Aborts when the job is not wanted any more. */
  signal: AbortSignal;
  /** Settles when what an earlier time left in its folder for work is gone. */
  ready?: Promise<void> | undefined;
  /** By name, the folders that are shared, or are being filled. */
  shared: Map<string, Promise<void>>;
  /** Rows that are being made, or wait. */
  users: number;
}

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
  const jobs = new Map<string, Job>();
  /** The videos that are being made, by path. */
  const making = new Map<string, Promise<void>>();

  const render: Renderer = async (task, context) => {
    const { jobId: id } = task;
    const { signal } = context;
    const makeNow = async () => {
      const folder = resolve(await context.folder());
      const opened: Job = { id, signal, shared: new Map(), users: 0 };
      const job = Object.assign(jobs.get(folder) ?? opened, { signal });
      jobs.delete(folder);
      jobs.set(folder, job);
      const target = join(folder, `video-${contentOf(task, settings)}`);
      const place = { ...context, key: `${id}/${basename(target)}` };
      const makeFirst = () => makeFiles(job, target, task, place);
      const made = making.get(target) ?? makeFirst().finally(() => making.delete(target));
      making.set(target, made);
      job.users++;
      try {
        await made;
      } finally {
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

  async function makeFiles(
    job: Job,
    target: string,
    task: RenderTask,
    place: Omit<Workplace, "scratch" | "share">,
  ): Promise<void> {
    // It is there from an earlier time, or of another row with the same texts.
    if (existsSync(`${target}.mp4`)) return;
    place.signal.throwIfAborted();
    const work = join(dirname(target), workName);
    const { shared } = job;
    await (job.ready ??= openWork(work, shared));
    await withDraft(work, async (scratch) => {
      const share: Workplace["share"] = async (name, fill) => {
        if (!shared.has(name) && shared.size >= maxShared) {
          const own = join(scratch, name);
          await mkdir(own, { recursive: true });
          await fill(own);
          return own;
        }
        const folder = join(work, name);
        const fillNow = () =>
          withDraft(work, (draft) => fill(draft).then(() => rename(draft, folder)));
        const filled = shared.get(name) ?? fillNow();
        shared.set(name, filled);
        // A final failure stays, so that not every row tries again what none can have. A fault does not.
        filled.catch((error) => error instanceof InputError || shared.delete(name));
        await filled;
        return folder;
      };
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

  /** Of jobs on which nobody works, a few keep what their rows share: nobody says whether there will be more of them. */
  async function removeIdle(): Promise<void> {
    const idle = [...jobs].filter(([, { users, shared }]) => users === 0 && shared.size > 0);
    for (const [folder, job] of idle.slice(0, -maxIdleJobs)) {
      job.shared.clear();
      await (job.ready = removeFolder(join(folder, workName)));
    }
  }

  return Object.assign(render, {
    rowsAtOnce,
    release: async (jobId: string) => {
      for (const [folder, { id, signal, users }] of jobs) {
        // Another emulator may be at work on a job of the same identifier.
        if (id !== jobId || (users > 0 && !signal.aborted)) continue;
        jobs.delete(folder);
        const work = join(folder, workName);
        await release?.(work);
        await removeFolder(work);
      }
    },
  });
}

/** A process that was killed leaves what it was making. What rows share was moved to its place whole, and stays. */
async function openWork(work: string, shared: Job["shared"]): Promise<void> {
  for (const name of await readdir(work).catch(() => []))
    // What cannot go now goes with the job.
    if (name.startsWith(draftPrefix)) await removeFolder(join(work, name)).catch(() => {});
    else shared.set(name, Promise.resolve());
}

async function withDraft(work: string, use: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(work, { recursive: true });
  const draft = await mkdtemp(join(work, draftPrefix));
  try {
    await use(draft);
  } finally {
    await removeFolder(draft);
  }
}

/** A child that is being killed may still write for a moment. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
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
