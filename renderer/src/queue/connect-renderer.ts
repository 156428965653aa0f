/** A renderer whose videos are made by workers, on as many machines as there are. */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Renderer } from "video-generation-emulator";

import { posterName, videoName, wrapRenderer } from "../wrap-renderer.ts";
import { readSettings, type Settings } from "../settings.ts";
import { InputError, repeat } from "../tools/faults.ts";
import {
  type Delivered,
  type Delivery,
  kindOf,
  type Meeting,
  openQueues,
  type Order,
  type Queues,
  renderVideo,
} from "./open-queue.ts";

export interface QueueOptions extends Partial<Settings>, Meeting {}

/** So many rows of a job are in the queue at once: enough for as many cores. */
const rowsAtOnce = 200;

/** A row that nobody has made by then fails. */
const maxWaitMs = 24 * 60 * 60 * 1000;

/** While database or storage do not answer, rows wait: some five minutes, a little longer each time. */
const outagePausesMs = [100, 200, 500, 1000, 2000, ...Array.from({ length: 60 }, () => 5000)];

const minPauseMs = 50;
const maxPauseMs = 1000;

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
  const queues = await openQueues({ queue, storage: place });
  const settings = readSettings(given, "slt");
  const { storage } = queues;
  /** Folders in the storage, by job. */
  const folders = new Map<string, string>();
  return wrapRenderer(
    async (task, { scratch, signal, key, share }) => {
      // Identifiers of jobs may be the same in two installations, and again after a reset. This is written once, and read after a kill.
      const shared = await share("order", (draft) => writeFile(join(draft, "id"), randomUUID()));
      const folder = `${task.jobId}-${await readFile(join(scratch, shared, "id"), "utf8")}`;
      folders.set(task.jobId, folder);
      const { video, poster, ...made } = await order(
        { task, settings, folder },
        key,
        queues,
        signal,
      );
      await repeat(
        async () => {
          await storage.get(video, join(scratch, videoName));
          if (poster !== undefined) await storage.get(poster, join(scratch, posterName));
        },
        { signal, pausesMs: outagePausesMs },
      );
      return made;
    },
    {
      rowsAtOnce,
      // Workers have repeated what can be.
      pausesMs: [],
      settings,
      async release(jobId) {
        const folder = folders.get(jobId);
        folders.delete(jobId);
        const never = new AbortController().signal;
        if (folder !== undefined)
          await repeat(() => storage.removeFolder(folder), { signal: never, pausesMs: [1000] });
      },
    },
  );
}

/**
 * Folder and content are the key: who asks again, after a kill or a restart, gets what was ordered before. Another attempt is made
 * when that was cancelled, or when its files are gone.
 */
async function order(
  wanted: Order,
  key: string,
  queues: Queues,
  signal: AbortSignal,
): Promise<Delivered> {
  const queue = queues.of(kindOf(wanted.task));
  const patiently = <T>(work: () => Promise<T>) =>
    repeat(work, { signal, pausesMs: outagePausesMs });
  for (let attempt = 1; ; attempt++) {
    const run = await patiently(() =>
      queue.flows.runWorkflow(renderVideo, wanted, {
        idempotencyKey: `${wanted.folder}/${key}/${attempt}`,
        deadlineAt: new Date(Date.now() + maxWaitMs),
      }),
    );
    const find = async () => {
      const found = await queue.backend.getWorkflowRun({ workflowRunId: run.workflowRun.id });
      if (!found) throw new InputError("somebody has removed this row from the queue");
      return found;
    };
    try {
      let found = await patiently(find);
      for (let pauseMs = minPauseMs; !found.finishedAt; found = await patiently(find)) {
        await setTimeout(pauseMs, undefined, { signal });
        // Whoever has waited long can wait a little longer.
        pauseMs = Math.min(maxPauseMs, pauseMs * 1.1);
      }
      if (found.status === "failed")
        throw new Error(found.error?.message ?? "the queue does not say why");
      const delivery = found.output as Delivery | null;
      if (found.status === "canceled" || delivery === null) continue;
      if ("error" in delivery) throw new InputError(delivery.error);
      if (await patiently(() => queues.storage.has(delivery.video))) return delivery;
    } finally {
      // Over by now, or not waited for any more.
      if (signal.aborted) await run.cancel().catch(() => {});
    }
  }
}
