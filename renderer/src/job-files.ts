/** Where the files of a job are: what is finished under a name that says what it was made of, and what is being made beside it. */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PQueue from "p-queue";
import type { RenderContext, RenderedFile, RenderTask } from "video-generation-emulator";
import { InputError } from "./tools/errors.ts";
import { faultPausesMs, repeat } from "./tools/repeat.ts";

/** What a task is made with. */
export interface Workplace {
  /** Empty, and gone when the task is over. It has to hold {@link videoName} and {@link posterName} by then. */
  scratch: string;
  signal: AbortSignal;
  /** The same for the same video, also after a restart. */
  key: string;
  download: RenderContext["download"];
  reportProgress: RenderContext["reportProgress"];
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

export const videoName = "video.mp4";
export const posterName = "poster.jpg";
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
export const textPrefix = "text-";

export interface JobFilesOptions {
  /** How many rows are made at once, of all jobs together. */
  rowsAtOnce: number;
  /** What is made otherwise has other files. */
  settings: object;
  /** How long a fault is waited for, each time. */
  pausesMs?: number[] | undefined;
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
  shared: Map<string, Promise<void>>;
  users: number;
  /** Its last row was given up for a fault: the next ones are not waited for as long. */
  hasGivenUp: boolean;
}

export class JobFiles {
  readonly #options: JobFilesOptions;
  /** The one that was used last at the end. */
  readonly #jobs = new Map<string, Promise<OpenJob>>();
  readonly #removing = new Map<string, Promise<void>>();
  readonly #rows: PQueue;
  #opened = 0;

  constructor(options: JobFilesOptions) {
    this.#options = options;
    this.#rows = new PQueue({ concurrency: options.rowsAtOnce });
  }

  /**
   * Makes the video of a task, unless it is there from an earlier time or another row is the same: in a folder of its own, from which
   * it is moved when it is whole. So a file that has its name is finished, whatever ends the process.
   */
  async makeOnce(
    task: RenderTask,
    context: RenderContext,
    make: (place: Workplace) => Promise<Made>,
  ): Promise<RenderedFile & Made> {
    const job = await this.#open(task.jobId, context);
    job.users++;
    try {
      const content = contentOf(task, this.#options.settings);
      const name = task.row ? `row-${task.row.index}-${content}` : `video-${content}`;
      const first = await (job.made.get(content) ?? this.#start(job, content, name, context, make));
      const files = await findFiles(job.folder, first);
      if (files && first === name) return files;
      if (files) return await copyFiles(files, job.folder, name);
      // Somebody has taken it away.
      job.made.delete(content);
    } finally {
      job.users--;
      await this.#removeIdle();
    }
    return this.makeOnce(task, context, make);
  }

  /** Removes what only the making needed. */
  async release(jobId: string): Promise<void> {
    const job = await this.#jobs.get(jobId)?.catch(() => undefined);
    this.#jobs.delete(jobId);
    if (job) await removeFolder(job.work);
  }

  #open(jobId: string, { folder }: RenderContext): Promise<OpenJob> {
    const open = async () => {
      await this.#removing.get(jobId);
      return openJob(jobId, await folder(), ++this.#opened);
    };
    const job = this.#jobs.get(jobId) ?? open();
    this.#jobs.delete(jobId);
    this.#jobs.set(jobId, job);
    return job;
  }

  #start(
    job: OpenJob,
    content: string,
    name: string,
    context: RenderContext,
    make: (place: Workplace) => Promise<Made>,
  ): Promise<string> {
    const made = this.#repeat(job, context, () => makeFiles(job, name, context, make)).then(
      () => name,
    );
    job.made.set(content, made);
    made.catch(() => job.made.delete(content));
    return made;
  }

  /** Faults are repeated. Of the rows that wait, those of the oldest job come first. */
  async #repeat(
    job: OpenJob,
    { signal }: RenderContext,
    makeRow: () => Promise<void>,
  ): Promise<void> {
    const { pausesMs = faultPausesMs } = this.#options;
    const inTurn = () => this.#rows.add(makeRow, { priority: -job.number });
    try {
      await repeat(inTurn, { signal, pausesMs: job.hasGivenUp ? [] : pausesMs });
      job.hasGivenUp = false;
    } catch (error) {
      job.hasGivenUp = !signal.aborted && !(error instanceof InputError);
      throw error;
    }
  }

  /** Of jobs on which nobody works, a few keep what their rows share: nobody says whether there will be more of them. */
  async #removeIdle(): Promise<void> {
    const jobs = await Promise.all(
      [...this.#jobs].map(async ([id, job]) => ({ id, job: await job.catch(() => undefined) })),
    );
    const idle = jobs.filter(({ job }) => job?.users === 0);
    for (const { id, job } of idle.slice(0, Math.max(0, idle.length - maxIdleJobs))) {
      this.#jobs.delete(id);
      if (!job) continue;
      const removed = removeFolder(job.work).finally(() => this.#removing.delete(id));
      this.#removing.set(id, removed);
      await removed;
    }
  }
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
  await withDraft(work, async (scratch) => {
    const share: Workplace["share"] = async (kind, fill) => {
      const filled = shared.get(kind) ?? fillOnce(work, kind, fill);
      shared.delete(kind);
      shared.set(kind, filled);
      // An answer stays, so that not every row tries again what none can have. A fault does not.
      filled.catch((error) => error instanceof InputError || shared.delete(kind));
      await filled;
      await removeOldest(work, shared);
      return join("..", kind);
    };
    const made = await make({
      scratch,
      signal,
      key: `${id}/${name}`,
      download,
      reportProgress,
      share,
    });
    signal.throwIfAborted();
    const target = filesOf(folder, name);
    await writeFile(join(scratch, describedIn), JSON.stringify(made));
    await rename(join(scratch, describedIn), target.described);
    if (existsSync(join(scratch, posterName)))
      await rename(join(scratch, posterName), target.poster);
    await rename(join(scratch, videoName), target.path);
  });
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
  const texts = [...shared.keys()].filter((kind) => kind.startsWith(textPrefix));
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

function filesOf(folder: string, name: string) {
  const fileOf = (kind: string) => join(folder, `${name}.${kind}`);
  return { path: fileOf("mp4"), poster: fileOf("jpg"), described: fileOf("json") };
}

async function findFiles(folder: string, name: string): Promise<(RenderedFile & Made) | undefined> {
  const { path, poster, described } = filesOf(folder, name);
  if (!existsSync(path)) return undefined;
  const made = JSON.parse(await readFile(described, "utf8")) as Made;
  return { path, ...(existsSync(poster) && { poster }), ...made };
}

/** Another row with the same texts has the same video, under a name of its own. */
async function copyFiles(
  { path, poster, ...made }: RenderedFile & Made,
  folder: string,
  name: string,
): Promise<RenderedFile & Made> {
  const target = filesOf(folder, name);
  const linkOnce = (from: string, to: string) =>
    link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  await writeFile(target.described, JSON.stringify(made));
  if (poster !== undefined) await linkOnce(poster, target.poster);
  await linkOnce(path, target.path);
  return { path: target.path, ...(poster !== undefined && { poster: target.poster }), ...made };
}

/** A child that is being killed may still write for a moment. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Stands for all that a video is made of. */
export function contentOf({ operation, input, row }: RenderTask, settings: object): string {
  const parts = [edition, operation, input, row?.texts, settings];
  return hash("sha256", JSON.stringify(parts)).slice(0, 24);
}
