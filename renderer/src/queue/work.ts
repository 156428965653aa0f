/** A worker: takes rows from the queue, renders them and puts their files into the storage. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { availableParallelism, hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import type { Download, RenderedFile, Renderer } from "video-generation-emulator";
import { createRenderer } from "../create-renderer.ts";
import { type Made, posterName, videoName } from "../wrap-renderer.ts";
import type { Settings } from "../settings.ts";
import { InputError, SourceFault, repeat } from "../tools/faults.ts";
import {
  type Delivery,
  type Kind,
  meet,
  type Meeting,
  type MeetingPlace,
  type Order,
  renderVideo,
  type Storage,
} from "./open-queue.ts";

export interface WorkOptions extends MeetingPlace {
  /** Fetches what requests name. */
  download: Download;
  /** @default one more than there are cores, so that none waits while one row ends and the next begins */
  rowsAtOnce?: number | undefined;
  /** Only these kinds of job. @default all */
  takes?: Kind[] | undefined;
  /** Makes the renderer for the settings of an order. @default createRenderer */
  renderer?: ((settings: Settings) => Renderer) | undefined;
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

/** What a storage that is away for a moment is waited for, before the row is made again. */
const storagePausesMs = [500, 1000, 2000, 4000, 8000, 15_000];

/** After so many faults in a row, the machine is to blame. It takes one row after a pause, and more when that succeeds. */
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
  renderer = (settings) => createRenderer({ ...settings, pausesMs: [] }),
  report = console.error,
  ...place
}: WorkOptions): Promise<() => Promise<void>> {
  const renderers = new Map<string, Renderer>();
  const rendererFor = (settings: Settings) => {
    const key = JSON.stringify(settings);
    const found = renderers.get(key) ?? renderer(settings);
    renderers.set(key, found);
    return found;
  };
  const { queues, storage, close } = await meet(place, takes);
  const root = await makeRoot();
  const health = watchHealth(report);
  /** Of all kinds of job together. */
  const rows = new PQueue({ concurrency: rowsAtOnce });
  const makeRow = async (order: Order, signal: AbortSignal): Promise<Delivery> => {
    const { task, settings, folder } = order;
    const context = {
      signal,
      folder: async () => {
        const path = join(root, folder);
        await mkdir(path, { recursive: true });
        return path;
      },
      reportProgress() {},
      download,
    };
    try {
      const made = await rendererFor(settings)({ ...task, jobId: folder }, context);
      const delivery = await deliver(folder, made as RenderedFile & Made, storage, signal);
      health.succeeded();
      return delivery;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof InputError) return { error: error.message };
      if (!(error instanceof SourceFault)) health.failed(error as Error);
      throw error;
    }
  };
  const workers = queues.map(({ flows, backend }) => {
    flows.defineWorkflow<Order, Delivery>(renderVideo, ({ input, step, run }) =>
      step.run({ name: "render", retryPolicy }, () =>
        whileOurs(run.id, backend, async (signal, isOurs) => {
          const delivery = await rows.add(() => makeRow(input, signal));
          // A cancel in the meantime may have removed the folder of the job before these files came.
          if ("video" in delivery && !(await isOurs()))
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
      const claimed = health.isResting() ? 0 : await worker.tick().catch(() => 0);
      if (claimed === 0) await setTimeout(askMs, undefined, ended).catch(() => {});
    }
  });
  return async () => {
    ended.abort();
    await Promise.all(asking);
    for (const worker of workers) await worker.stop();
    await rm(root, { recursive: true, force: true });
    await close();
  };
}

/** Whether this machine can make rows at all. */
function watchHealth(report: (message: string) => void) {
  let faults = 0;
  let restsUntilMs = 0;
  const isResting = () => Date.now() < restsUntilMs;
  return {
    isResting,
    succeeded() {
      if (faults >= maxFaults) report("A row was made. This worker takes rows again.");
      faults = 0;
    },
    failed({ message }: Error) {
      faults++;
      if (faults < maxFaults || isResting()) return;
      const pauseMs = Math.min(6, faults - maxFaults + 1) * restMs;
      restsUntilMs = Date.now() + pauseMs;
      report(
        `${faults} rows in a row could not be made on ${hostname()}: ${message} This worker takes no rows for ${pauseMs / 1000} s; others make them.`,
      );
    },
  };
}

/** A folder of this process. A worker that was killed could not remove its own. */
async function makeRoot(): Promise<string> {
  const parent = join(tmpdir(), "video-generation-renderer");
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (!isAlive(Number.parseInt(name, 10)))
      await rm(join(parent, name), { recursive: true, force: true });
  return mkdtemp(join(parent, `${process.pid}-`));
}

function isAlive(pid: number): boolean {
  // In a container, the process before this one had the same number.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function deliver(
  jobFolder: string,
  { path, poster, ...made }: RenderedFile & Made,
  storage: Storage,
  signal: AbortSignal,
): Promise<Delivery> {
  // A key of its own, because somebody else may make the same row when this worker was taken for dead.
  const folder = `${jobFolder}/${randomUUID()}`;
  const keyed = { video: `${folder}/${videoName}`, poster: `${folder}/${posterName}` };
  await repeat(
    async () => {
      await storage.put(keyed.video, path);
      if (poster !== undefined) await storage.put(keyed.poster, poster);
    },
    { signal, pausesMs: storagePausesMs },
  );
  for (const file of [path, poster, path.replace(/mp4$/, "json")])
    if (file !== undefined) await rm(file, { force: true });
  return { ...made, video: keyed.video, ...(poster !== undefined && { poster: keyed.poster }) };
}

/** Aborts what is done for a row when it is not this worker's any more: it was cancelled, or another worker has taken it. */
async function whileOurs<Result>(
  workflowRunId: string,
  backend: Meeting["queues"][number]["backend"],
  make: (signal: AbortSignal, isOurs: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let owner: string | undefined;
  const isOurs = async () => {
    const run = await backend.getWorkflowRun({ workflowRunId });
    owner ??= run?.workerId ?? undefined;
    return run !== null && !run.finishedAt && run.workerId === owner;
  };
  const check = async () => {
    if (!(await isOurs())) lost.abort();
  };
  // What does not answer now is asked again.
  const checking = setInterval(() => void check().catch(() => {}), checkMs);
  try {
    return await make(lost.signal, isOurs);
  } finally {
    clearInterval(checking);
  }
}
