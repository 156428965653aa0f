/**
 * What is the same for all renderers: where the files of a job are, each made once, whole or not at all, the oldest job first, faults
 * repeated. What is finished has a name that says what it was made of; what is being made lies beside it.
 */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import PQueue from "p-queue";
import type { RenderContext, RenderedFile, Renderer, RenderTask } from "video-generation-emulator";
import { faultPausesMs, InputError, repeat } from "./tools/faults.ts";

/** What a task is made with. */
export interface Workplace extends Omit<RenderContext, "folder"> {
  /** Empty, and gone when the task is over. It has to hold {@link videoName}, and may hold {@link posterName}, by then. */
  scratch: string;
  /** The same for the same video, also after a restart. */
  key: string;
  /**
   * Returns the name of a folder that the rows of the job share, beside `scratch`; it is filled once, by the first of them. Of those
   * whose names begin with {@link textPrefix}, the ones used longest ago go when there are too many.
   */
  share(name: string, fill: (folder: string) => Promise<void>): Promise<string>;
}

/** What is said of a finished video. */
export interface Made {
  /** One word for how close it is to what a service would make. */
  fidelity?: string;
  /** What is not as it was asked for. */
  warning?: string;
}

/** Makes the files of one task in its workplace. */
export type Make = (task: RenderTask, place: Workplace) => Promise<Made>;

export interface WrapOptions {
  /** How many rows are made at once, of all jobs together. @default as many as there are cores */
  rowsAtOnce?: number | undefined;
  /** A fault is waited for, and the row made again after each of these pauses. @default two minutes together */
  pausesMs?: number[] | undefined;
  /** What files are made with beside their request: another value makes other files. */
  settings?: object;
  /** Called when a job is over, before its folder for work goes. */
  release?: (jobId: string) => Promise<void>;
}

export const videoName = "video.mp4";
export const posterName = "poster.jpg";
export const textPrefix = "text-";
const describedIn = "video.json";

/** What is between the beginning and the end of a job; everything in it can be made again. */
const workName = "work";
const draftPrefix = "draft-";

/** A change of how videos look makes other files of the same request. */
const edition = 2;

/** Jobs whose shared folders are kept while nobody works on them. */
const maxIdleJobs = 4;
/** Shared folders of texts that a job keeps. */
const maxTexts = 64;

interface Shared {
  filled: Promise<void>;
  /** Rows that are being made with it. */
  users: number;
}

interface OpenJob {
  id: string;
  /** Jobs are numbered as they come. */
  number: number;
  folder: string;
  work: string;
  /** By content, the name of the file that holds it, or will. */
  made: Map<string, Promise<string>>;
  /** Shared folders that are there or being filled, the one used last at the end. */
  shared: Map<string, Shared>;
  users: number;
  /** Its last row was given up for a fault: the next ones are not waited for as long. */
  hasGivenUp: boolean;
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
  const rows = new PQueue({ concurrency: rowsAtOnce });
  /** The one that was used last at the end. */
  const jobs = new Map<string, Promise<OpenJob>>();
  const removing = new Map<string, Promise<void>>();
  let opened = 0;

  /** Each video once, unless it is there from an earlier time or another row is the same. */
  const render: Renderer = async (task, context) => {
    const { signal } = context;
    const job = await repeat(() => open(task.jobId, context), { signal, pausesMs });
    const content = contentOf(task, settings);
    const name = task.row ? `row-${task.row.index}-${content}` : `video-${content}`;
    job.users++;
    try {
      const made = job.made.get(content) ?? makeInTurn(job, name, task, context);
      job.made.set(content, made);
      made.catch(() => job.made.delete(content));
      const first = await made;
      const files = await findFiles(job.folder, first);
      if (files && first !== name) await linkFiles(join(job.folder, first), join(job.folder, name));
      if (files) return (await findFiles(job.folder, name)) ?? files;
      // Somebody has taken it away.
      job.made.delete(content);
    } catch (error) {
      if (error instanceof Error && !signal.aborted) error.message = toSentence(error.message);
      throw error;
    } finally {
      job.users--;
      await removeIdle();
    }
    return render(task, context);
  };

  function open(jobId: string, { folder }: RenderContext): Promise<OpenJob> {
    const openNow = async () => {
      await removing.get(jobId);
      return openJob(jobId, await folder(), ++opened);
    };
    const job = jobs.get(jobId) ?? openNow();
    jobs.delete(jobId);
    jobs.set(jobId, job);
    job.catch(() => jobs.delete(jobId));
    return job;
  }

  /** Faults are repeated. Of the rows that wait, those of the oldest job come first. */
  async function makeInTurn(job: OpenJob, name: string, task: RenderTask, context: RenderContext) {
    const { signal } = context;
    const inTurn = () =>
      rows.add(() => makeFiles(job, name, context, (place) => make(task, place)), {
        priority: -job.number,
      });
    try {
      await repeat(inTurn, { signal, pausesMs: job.hasGivenUp ? [] : pausesMs });
      job.hasGivenUp = false;
      return name;
    } catch (error) {
      job.hasGivenUp = !signal.aborted && !(error instanceof InputError);
      throw error;
    }
  }

  /** Of jobs on which nobody works, a few keep what their rows share: nobody says whether there will be more of them. */
  async function removeIdle(): Promise<void> {
    const all = (await Promise.allSettled(jobs.values())).flatMap((job) =>
      job.status === "fulfilled" ? [job.value] : [],
    );
    const idle = all.filter(({ users }) => users === 0);
    for (const { id, work } of idle.slice(0, Math.max(0, idle.length - maxIdleJobs))) {
      jobs.delete(id);
      const removed = removeFolder(work).finally(() => removing.delete(id));
      removing.set(id, removed);
      await removed;
    }
  }

  return Object.assign(render, {
    // One more waits, so that the oldest job is not overtaken while its next row is on its way.
    rowsAtOnce: rowsAtOnce + 1,
    release: async (jobId: string) => {
      await release?.(jobId);
      const job = await jobs.get(jobId)?.catch(() => undefined);
      jobs.delete(jobId);
      if (job) await removeFolder(job.work);
    },
  });
}

async function openJob(id: string, folder: string, number: number): Promise<OpenJob> {
  const work = join(folder, workName);
  // A process that was killed leaves what it was making. What rows share was moved there whole, and stays.
  for (const name of await readdir(work).catch(() => []))
    if (name.startsWith(draftPrefix)) await removeFolder(join(work, name));
  const made = new Map<string, Promise<string>>();
  for (const file of await readdir(folder).catch(() => [])) {
    const [, name = "", content = ""] = /^((?:row-\d+|video)-(\w+))\.mp4$/.exec(file) ?? [];
    if (content !== "") made.set(content, Promise.resolve(name));
  }
  return { id, number, folder, work, made, shared: new Map(), users: 0, hasGivenUp: false };
}

async function makeFiles(
  { id, folder, work, shared }: OpenJob,
  name: string,
  { signal, download, reportProgress }: RenderContext,
  make: (place: Workplace) => Promise<Made>,
): Promise<void> {
  signal.throwIfAborted();
  const used: Shared[] = [];
  const share: Workplace["share"] = async (kind, fill) => {
    const found = shared.get(kind) ?? { filled: fillOnce(work, kind, fill), users: 0 };
    found.users++;
    used.push(found);
    shared.delete(kind);
    shared.set(kind, found);
    // An answer stays, so that not every row tries again what none can have. A fault does not.
    found.filled.catch((error) => error instanceof InputError || shared.delete(kind));
    await found.filled;
    return join("..", kind);
  };
  await withDraft(work, async (scratch) => {
    const key = `${id}/${name}`;
    const made = await make({ scratch, signal, key, download, reportProgress, share });
    signal.throwIfAborted();
    await writeFile(join(scratch, describedIn), JSON.stringify(made));
    const target = join(folder, name);
    await rename(join(scratch, describedIn), `${target}.json`);
    if (existsSync(join(scratch, posterName)))
      await rename(join(scratch, posterName), `${target}.jpg`);
    // The last one: a row whose video has its name is finished, whatever ends the process.
    await rename(join(scratch, videoName), `${target}.mp4`);
  }).finally(() => used.forEach((one) => one.users--));
  await removeOldest(work, shared);
}

async function fillOnce(
  work: string,
  kind: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const target = join(work, kind);
  if (existsSync(target)) return;
  await withDraft(work, (draft) => fill(draft).then(() => rename(draft, target)));
}

/** Texts that many rows have are made once; those that few have may not fill the disk. */
async function removeOldest(work: string, shared: OpenJob["shared"]): Promise<void> {
  const texts = [...shared.keys()].filter(
    (kind) => kind.startsWith(textPrefix) && shared.get(kind)?.users === 0,
  );
  for (const kind of texts.slice(0, Math.max(0, texts.length - maxTexts))) {
    shared.delete(kind);
    await removeFolder(join(work, kind));
  }
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

async function findFiles(folder: string, name: string): Promise<(RenderedFile & Made) | undefined> {
  const [path, poster] = [join(folder, `${name}.mp4`), join(folder, `${name}.jpg`)];
  if (!existsSync(path)) return undefined;
  const made = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as Made;
  return { path, ...(existsSync(poster) && { poster }), ...made };
}

/** Another row with the same texts has the same video, under a name of its own. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const kind of ["json", "jpg", "mp4"]) {
    if (!existsSync(`${from}.${kind}`)) continue;
    await rm(`${to}.${kind}`, { force: true });
    await link(`${from}.${kind}`, `${to}.${kind}`);
  }
}

/** A child that is being killed may still write for a moment. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Stands for all that a video is made of. */
function contentOf({ operation, input, row }: RenderTask, settings: object): string {
  const parts = [edition, operation, input, row?.texts, settings];
  return hash("sha256", JSON.stringify(parts)).slice(0, 24);
}

function toSentence(text: string): string {
  const start = /^https?:/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase();
  return `${start}${text.slice(1)}.`.replace(/([.…"]\.)$/, (end) => end.slice(0, 1));
}
