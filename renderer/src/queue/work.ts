/** A worker: takes rows from the queue, renders them and puts their files into the storage. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Download, Renderer } from "video-generation-emulator";
import { createRenderer } from "../create-renderer.ts";
import { posterName, videoName } from "../job-files.ts";
import {
  type Delivery,
  type Meeting,
  openQueue,
  type Order,
  type Queue,
  renderVideo,
} from "./open-queue.ts";
import type { Storage } from "./storage.ts";
import { WorkFolders } from "./work-folders.ts";

export interface WorkOptions extends Meeting {
  /** Fetches what requests name. */
  download: Download;
  /** @default one more than there are cores, so that none waits while one row ends and the next begins */
  rowsAtOnce?: number | undefined;
}

/** How often the queue is asked for rows, and whether those at work are still wanted. */
const askMs = 100;
const checkMs = 500;

/** Of what is not about the row, such as a storage that does not answer. */
const retryPolicy = { maximumAttempts: 5 };

/**
 * Starts a worker. What it returns ends it, and settles when the rows at work are done.
 *
 * @throws {Error} when a program is missing, or queue or storage cannot be used; the message says why
 */
export async function work(options: WorkOptions): Promise<() => Promise<void>> {
  const { download, rowsAtOnce = availableParallelism() + 1 } = options;
  const renderers = { spoken: createRenderer(), silent: createRenderer({ speech: false }) };
  const queue = await openQueue(options);
  const folders = await WorkFolders.open(async (name) => {
    for (const renderer of Object.values(renderers)) await renderer.release?.(name);
  });
  queue.flows.defineWorkflow<Order, Delivery>(renderVideo, ({ input, step, run }) =>
    step.run({ name: "render", retryPolicy }, () =>
      whileOurs(run.id, queue, (signal) =>
        folders.use(input.task.jobId, (folder) => {
          const task = { ...input.task, jobId: folder.name };
          const context = {
            signal,
            folder: async () => folder.path,
            reportProgress() {},
            download,
          };
          const render = input.speech ? renderers.spoken : renderers.silent;
          return deliver(input.task.jobId, () => render(task, context), queue.storage, signal);
        }),
      ),
    ),
  );
  const worker = queue.flows.newWorker({ concurrency: rowsAtOnce });
  const ended = new AbortController();
  // Its own loop sleeps up to a second while all places are taken, and a core whose row has ended would sleep with it.
  const asking = (async () => {
    while (!ended.signal.aborted) {
      const taken = await worker.tick().catch(() => 0);
      if (taken === 0) await setTimeout(askMs, undefined, ended).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await asking;
    await worker.stop();
    await folders.remove();
    await queue.backend.stop();
  };
}

/** A row that cannot be rendered is told as it is, and not tried again. */
async function deliver(
  jobId: string,
  render: () => ReturnType<Renderer>,
  storage: Storage,
  signal: AbortSignal,
): Promise<Delivery> {
  let made: Awaited<ReturnType<Renderer>>;
  try {
    made = await render();
  } catch (error) {
    signal.throwIfAborted();
    return { error: (error as Error).message };
  }
  // A key of its own, because somebody else may make the same row when this worker was taken for dead.
  const folder = `${jobId}/${randomUUID()}`;
  const delivery = { video: `${folder}/${videoName}`, poster: `${folder}/${posterName}` };
  const { path, poster = "" } = made;
  await storage.put(delivery.video, path);
  await storage.put(delivery.poster, poster);
  await Promise.all([rm(path), rm(poster)]);
  return delivery;
}

/** Aborts what is done for a row when it is not this worker's any more: it was cancelled, or another worker has taken it. */
async function whileOurs<Result>(
  workflowRunId: string,
  { backend }: Queue,
  make: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let owner: string | undefined;
  const check = async () => {
    const run = await backend.getWorkflowRun({ workflowRunId });
    owner ??= run?.workerId ?? undefined;
    if (!run || run.finishedAt || run.workerId !== owner) lost.abort();
  };
  // What does not answer now is asked again.
  const checking = setInterval(() => void check().catch(() => {}), checkMs);
  try {
    return await make(lost.signal);
  } finally {
    clearInterval(checking);
  }
}
