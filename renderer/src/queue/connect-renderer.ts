/** A renderer whose videos are made by workers, on as many machines as there are. */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Renderer } from "video-generation-emulator";
import {
  type Made,
  posterName,
  videoName,
  type Workplace,
  wrapRenderer,
} from "../wrap-renderer.ts";
import { readSettings, type Settings } from "../settings.ts";
import { InputError, repeat } from "../tools/faults.ts";
import {
  type Delivery,
  meet,
  type Meeting,
  type MeetingPlace,
  type Order,
  renderVideo,
} from "./open-queue.ts";

export interface QueueOptions extends Partial<Settings>, MeetingPlace {}

/** So many rows are in the queue at once: enough for as many cores. */
const rowsAtOnce = 200;

/** A row that nobody has made by then fails. */
const maxWaitMs = 24 * 60 * 60 * 1000;

/** While database or storage do not respond, rows wait: some five minutes, a little longer each time. */
const outagePausesMs = [100, 200, 500, 1000, 2000, ...Array.from({ length: 60 }, () => 5000)];

/** A row whose files are gone each time that it was made is not made for ever. */
const maxLost = 3;

/** How often the queue is asked for a row. */
const askMs = 400;

/**
 * Makes a renderer for `createEmulator({ renderer })` that renders nothing itself: what is started by `work` does.
 *
 * @throws {Error} when queue or storage cannot be used; the message says why
 */
export async function connectRenderer({
  queue,
  storage: place,
  ...given
}: QueueOptions): Promise<Renderer> {
  const meeting = await meet({ queue, storage: place });
  const { storage } = meeting;
  const settings = readSettings(given);
  return wrapRenderer(
    async (task, { scratch, signal, key, share }) => {
      // Identifiers of jobs may be the same in two installations, and again after a reset. This is written once, and read after a kill.
      const shared = await share("order", (draft) =>
        writeFile(join(draft, "id"), `${task.jobId}-${randomUUID()}`),
      );
      const folder = await readFile(join(shared, "id"), "utf8");
      const order = { task, settings, folder };
      return deliver(order, key, meeting, { signal, scratch });
    },
    {
      rowsAtOnce,
      settings,
      async release(work) {
        const folder = await readFile(join(work, "order", "id"), "utf8").catch(() => {});
        if (!folder) return;
        const pausesMs = outagePausesMs.slice(0, 10);
        const removed = repeat(() => storage.removeFolder(folder), { pausesMs }).catch(() => {});
        // A storage that is away does not keep a job from its end.
        await Promise.race([removed, setTimeout(1000, undefined, { ref: false })]);
      },
    },
  );
}

/**
 * Orders a row, waits for it and fetches its files. Folder and content are the key: who asks again, after a kill or a restart, gets
 * what was ordered before. Another attempt is made when that was cancelled, or when its files are gone.
 */
async function deliver(
  order: Order,
  key: string,
  { queues, storage }: Meeting,
  { signal, scratch }: Pick<Workplace, "signal" | "scratch">,
): Promise<Made> {
  // One for each kind of job.
  const queue = queues.find(({ operation }) => operation === order.task.operation);
  if (!queue) throw new InputError(`there is no queue for ${order.task.operation}`);
  const patiently = <T>(work: () => Promise<T>) =>
    repeat(work, { signal, pausesMs: outagePausesMs });
  for (let attempt = 1, lost = 0; lost < maxLost; attempt++) {
    const run = await patiently(() =>
      queue.flows.runWorkflow(renderVideo, order, {
        idempotencyKey: `${order.folder}/${key}/${attempt}`,
        deadlineAt: new Date(Date.now() + maxWaitMs),
      }),
    );
    try {
      const find = () => queue.backend.getWorkflowRun({ workflowRunId: run.workflowRun.id });
      let found = await patiently(find);
      while (found && !found.finishedAt) {
        await setTimeout(askMs, undefined, { signal });
        found = await patiently(find);
      }
      // Workers have repeated what can be.
      if (found?.status === "failed")
        throw new InputError(found.error?.message ?? "the queue does not say why");
      if (found?.status !== "completed") continue;
      const delivery = found.output as Delivery;
      if ("error" in delivery) throw new InputError(delivery.error);
      const { video, poster, ...made } = delivery;
      if (await patiently(() => fetchFiles([video, poster], storage, scratch))) return made;
      lost++;
    } finally {
      // Over by now, or not waited for any more.
      if (signal.aborted) await run.cancel().catch(() => {});
    }
  }
  throw new InputError(
    `it was made ${maxLost} times, and each time its files were gone from the storage`,
  );
}

/** Returns false when a file is gone: they are looked for each time, because one may go while it is fetched. */
async function fetchFiles(
  [video, poster]: [video: string, poster?: string | undefined],
  storage: Meeting["storage"],
  folder: string,
): Promise<boolean> {
  if (!(await storage.has(video))) return false;
  if (poster !== undefined && !(await storage.has(poster))) return false;
  await storage.get(video, join(folder, videoName));
  if (poster !== undefined) await storage.get(poster, join(folder, posterName));
  return true;
}
