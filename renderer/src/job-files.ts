/** Where the files of a job are: what is finished under a name that says what it was made of, and what is being made beside it. */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RenderContext, RenderTask } from "video-generation-emulator";

/** What a task is made with. */
export interface Workplace {
  /** Empty, and gone when the task is over. It has to hold {@link videoName} and {@link posterName} by then. */
  scratch: string;
  signal: AbortSignal;
  download: RenderContext["download"];
  reportProgress: RenderContext["reportProgress"];
  /** Returns the name of a folder that all rows of the job share, beside `scratch`; it is filled once, by the first of them. */
  share(name: string, fill: (folder: string) => Promise<void>): Promise<string>;
}

export const videoName = "video.mp4";
export const posterName = "poster.jpg";

interface Finished {
  path: string;
  poster: string;
}

/** What is between the beginning and the end of a job; everything in it can be made again. */
const workName = "work";

/** A change of how videos look makes other files of the same request. */
const edition = 1;

export class JobFiles {
  readonly #jobs = new Map<string, Promise<OpenJob>>();

  /**
   * Makes the video of a task, unless it is there from an earlier time: in a folder of its own, from which it is moved when it is
   * whole. So a file that has its name is finished, whatever ends the process.
   */
  async makeOnce(
    task: RenderTask,
    context: RenderContext,
    make: (place: Workplace) => Promise<void>,
  ): Promise<Finished> {
    const job = await this.#open(task.jobId, context);
    const name = nameOf(task);
    const finished = {
      path: join(job.folder, `${name}.mp4`),
      poster: join(job.folder, `${name}.jpg`),
    };
    if (!existsSync(finished.path))
      await once(job.making, name, () => makeFiles(job, finished, context, make));
    return finished;
  }

  /** Removes what only the making needed. */
  async release(jobId: string): Promise<void> {
    const job = await this.#jobs.get(jobId)?.catch(() => undefined);
    this.#jobs.delete(jobId);
    if (job) await removeFolder(job.work);
  }

  #open(jobId: string, { folder }: RenderContext): Promise<OpenJob> {
    let job = this.#jobs.get(jobId);
    if (!job) this.#jobs.set(jobId, (job = openJob(folder)));
    return job;
  }
}

interface OpenJob {
  folder: string;
  work: string;
  /** What is being made, by name. */
  making: Map<string, Promise<void>>;
}

async function openJob(getFolder: () => Promise<string>): Promise<OpenJob> {
  const folder = await getFolder();
  const work = join(folder, workName);
  // A process that was killed leaves what it was making. What all rows share was moved there whole, and stays.
  for (const name of await readdir(work).catch(() => []))
    if (name.startsWith(draftPrefix)) await removeFolder(join(work, name));
  return { folder, work, making: new Map() };
}

const draftPrefix = "draft-";

async function makeFiles(
  { work, making }: OpenJob,
  finished: Finished,
  { signal, download, reportProgress }: RenderContext,
  make: (place: Workplace) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  await withDraft(work, async (scratch) => {
    const share: Workplace["share"] = async (name, fill) => {
      const target = join(work, name);
      const filled = () =>
        withDraft(work, (draft) => fill(draft).then(() => rename(draft, target)));
      // Kept when it fails, so that not every row tries again what none can have.
      if (!existsSync(target)) await (making.get(name) ?? keep(making, name, filled()));
      return join("..", name);
    };
    await make({ scratch, signal, download, reportProgress, share });
    signal.throwIfAborted();
    await rename(join(scratch, posterName), finished.poster);
    await rename(join(scratch, videoName), finished.path);
  });
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

async function once(
  making: OpenJob["making"],
  name: string,
  make: () => Promise<void>,
): Promise<void> {
  const current = making.get(name);
  if (current) return current;
  try {
    await keep(making, name, make());
  } finally {
    making.delete(name);
  }
}

function keep(making: OpenJob["making"], name: string, made: Promise<void>): Promise<void> {
  making.set(name, made);
  return made;
}

/** A child that is being killed may still write for a moment. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Says which row it is, for whoever looks into the folder, and stands for all that the video is made of. */
export function nameOf({ operation, input, row }: RenderTask): string {
  const content = hash("sha256", JSON.stringify([edition, operation, input, row])).slice(0, 24);
  return row ? `row-${row.index}-${content}` : `video-${content}`;
}
