/** A worker: takes rows from the queue, renders them and puts their files into the storage. */
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { availableParallelism, hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import type { Download, RenderedFile, Renderer } from "video-generation-emulator";
import { createRenderer, type RendererOptions } from "../create-renderer.ts";
import { readSettings, type Settings } from "../settings.ts";
import { InputError, SourceFault } from "../tools/faults.ts";
import { posterName, removeVideo, videoName } from "../wrap-renderer.ts";
import * as queue from "./open-queue.ts";
import { openWorkFolder } from "./work-folder.ts";

export interface WorkOptions extends queue.MeetingPlace {
  /** Fetches what requests name. */
  download: Download;
  /** @default one more than there are cores, so that none waits while one row ends and the next begins */
  rowsAtOnce?: number | undefined;
  /** Only these kinds of job. @default all */
  takes?: queue.Kind[] | undefined;
  /** Makes the renderer for the settings of an order. With them comes `pausesMs: []`: the queue repeats faults. @default createRenderer */
  renderer?: ((settings: RendererOptions) => Renderer | Promise<Renderer>) | undefined;
  /** Told when this machine stops taking rows, and why. @default console.error */
  report?: (message: string) => void;
}

/** How often the queue is asked for rows, and whether those at work are still wanted. */
const askMs = 100;
const checkMs = 500;

/** A row is made again after a fault, here or by another worker: some ten minutes long. */
const retryPolicy = {
  maximumAttempts: 24,
  initialInterval: "500ms",
  backoffCoefficient: 2,
  maximumInterval: "30s",
} as const;

/** After so many faults in a row, the machine is to blame, and takes no rows for a while. */
const maxFaults = 3;
const restMs = 10_000;

/**
 * Starts a worker. What it returns ends it, and settles when the rows at work are done.
 *
 * @throws {Error} when a program is missing, or queue or storage cannot be used; the message says why
 */
export async function work({
  download,
  rowsAtOnce = availableParallelism() + 1,
  takes,
  renderer = createRenderer,
  report = console.error,
  ...place
}: WorkOptions): Promise<() => Promise<void>> {
  const renderers = new Map<string, Promise<Renderer>>();
  const rendererFor = (settings: Settings) => {
    const key = JSON.stringify(settings);
    const found = renderers.get(key) ?? (async () => renderer({ ...settings, pausesMs: [] }))();
    renderers.set(key, found);
    found.catch(() => renderers.delete(key));
    return found;
  };
  // A program that is missing is told now, and not with the first row.
  if (typeof (await rendererFor(readSettings({}))) !== "function")
    throw new Error("createRenderer returns no renderer: it has to return a function.");
  const { queues, storage, close } = await queue.meet(place, takes);
  const own = await openWorkFolder();
  let faults = 0;
  let restsUntilMs = 0;
  const countFault = ({ message }: Error) => {
    if (++faults < maxFaults || Date.now() < restsUntilMs) return;
    restsUntilMs = Date.now() + restMs;
    report(
      `${faults} rows in a row could not be made on ${hostname()}: ${message} This worker takes no rows for ${restMs / 1000} s; others make them.`,
    );
  };
  const makeRow = async ({ task, settings, folder }: queue.Order, signal: AbortSignal) => {
    const path = join(own.path, folder);
    const makeFolder = () => mkdir(path, { recursive: true }).then(() => path);
    const context = { signal, folder: makeFolder, reportProgress() {}, download };
    try {
      const made = await (await rendererFor(settings))({ ...task, jobId: folder }, context);
      const delivery = await deliver(folder, made, storage);
      faults = 0;
      return delivery;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof InputError) return { error: error.message };
      if (!(error instanceof SourceFault)) countFault(error as Error);
      throw error;
    }
  };
  /** Of all kinds of job together. */
  const rows = new PQueue({ concurrency: rowsAtOnce });
  const workers = queues.map(({ flows, backend }) => {
    flows.defineWorkflow<queue.Order, queue.Delivery>(queue.renderVideo, ({ input, step, run }) =>
      step.run({ name: "render", retryPolicy }, () =>
        whileOurs(run.id, backend, async (signal, check) => {
          const delivery = await rows.add(() => makeRow(input, signal));
          // A cancel in the meantime may have removed the folder of the job before these files came.
          await check();
          if ("video" in delivery && signal.aborted)
            await storage.removeFolder(dirname(delivery.video));
          return delivery;
        }),
      ),
    );
    return flows.newWorker({ concurrency: rowsAtOnce });
  });
  const ended = new AbortController();
  // Its own loop sleeps up to a second while all places are taken, and a core whose row has ended would sleep with it.
  const asking = workers.map(async (worker) => {
    while (!ended.signal.aborted) {
      const isResting = Date.now() < restsUntilMs;
      const claimed = isResting ? 0 : await worker.tick().catch(() => 0);
      if (claimed === 0) await setTimeout(askMs, undefined, ended).catch(() => {});
    }
  });
  const stop = async () => {
    ended.abort();
    await Promise.all(asking);
    for (const worker of workers) await worker.stop();
    await own.remove();
    await close();
  };
  // Two signals may ask for it, one while the other waits for rows.
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= stop());
}

async function deliver(
  jobFolder: string,
  rendered: RenderedFile,
  storage: queue.Storage,
): Promise<queue.Delivery> {
  const { path, poster, ...made } = rendered;
  // A key of its own, because somebody else may make the same row when this worker was taken for dead.
  const folder = `${jobFolder}/${randomUUID()}`;
  const keyed = { video: `${folder}/${videoName}`, poster: `${folder}/${posterName}` };
  await storage.put(keyed.video, path);
  if (poster !== undefined) await storage.put(keyed.poster, poster);
  await removeVideo(rendered);
  return { ...made, video: keyed.video, ...(poster !== undefined && { poster: keyed.poster }) };
}

/** Aborts what is done for a row when it is not this worker's any more: it was cancelled, or another worker has taken it. */
async function whileOurs<Result>(
  workflowRunId: string,
  backend: queue.Meeting["queues"][number]["backend"],
  make: (signal: AbortSignal, check: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let owner: string | undefined;
  const check = async () => {
    const run = await backend.getWorkflowRun({ workflowRunId });
    owner ??= run?.workerId ?? undefined;
    if (!run || run.finishedAt || run.workerId !== owner) lost.abort();
  };
  // What does not respond now is asked again.
  const checking = setInterval(() => void check().catch(() => {}), checkMs);
  try {
    return await make(lost.signal, check);
  } finally {
    clearInterval(checking);
  }
}
