/** A renderer whose videos are made by workers, on as many machines as there are. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { WorkflowRun } from "openworkflow/internal";
import type { Renderer, RenderTask } from "video-generation-emulator";
import { rendererOf, type RendererOptions } from "../create-renderer.ts";
import { nameOf, posterName, videoName } from "../job-files.ts";
import { ToolError } from "../tools/run-tool.ts";
import {
  type Delivery,
  type Meeting,
  openQueue,
  type Order,
  type Queue,
  renderVideo,
} from "./open-queue.ts";

export interface QueueOptions extends RendererOptions, Meeting {}

/** So many rows of a job are in the queue at once: enough for as many cores. */
const rowsAtOnce = 200;

/** A row that nobody has made by then fails. */
const maxWaitMs = 24 * 60 * 60 * 1000;

/** While the database does not answer, rows wait; this long. */
const maxOutageMs = 5 * 60 * 1000;

const minPauseMs = 50;
const maxPauseMs = 1000;

/**
 * Makes a renderer for `createEmulator({ renderer })` that renders nothing itself: what is started by `work` does.
 *
 * @throws {Error} when queue or storage cannot be used; the message says why
 */
export async function connectRenderer(options: QueueOptions): Promise<Renderer> {
  const { speech = true } = options;
  const queue = await openQueue(options);
  const { storage } = queue;
  return rendererOf(
    async (task, { scratch, signal }) => {
      const delivery = await order({ task, speech }, queue, signal);
      await storage.get(delivery.video, join(scratch, videoName));
      await storage.get(delivery.poster, join(scratch, posterName));
    },
    rowsAtOnce,
    (jobId) => storage.removeFolder(jobId),
  );
}

/**
 * Job and row are the key: who asks again, after a kill or a restart, gets what was ordered before. Another attempt is made when
 * that was cancelled, or when its files are gone.
 */
async function order(
  { task, speech }: Order,
  queue: Queue,
  signal: AbortSignal,
): Promise<Exclude<Delivery, { error: string }>> {
  for (let attempt = 1; ; attempt++) {
    const run = await queue.flows.runWorkflow(
      renderVideo,
      { task, speech },
      { idempotencyKey: keyOf(task, attempt), deadlineAt: new Date(Date.now() + maxWaitMs) },
    );
    const { status, output, error } = await waitFor(run, queue, signal);
    if (status === "failed") throw new Error(error?.message ?? "The queue does not say why.");
    const delivery = output as Delivery | null;
    if (status === "canceled" || delivery === null) continue;
    if ("error" in delivery) throw new ToolError(delivery.error);
    if (await queue.storage.has(delivery.video)) return delivery;
  }
}

function keyOf(task: RenderTask, attempt: number): string {
  return `${task.jobId}/${nameOf(task)}/${attempt}`;
}

async function waitFor(
  run: { workflowRun: WorkflowRun; cancel(): Promise<void> },
  { backend }: Queue,
  signal: AbortSignal,
): Promise<WorkflowRun> {
  const workflowRunId = run.workflowRun.id;
  let answeredMs = Date.now();
  let pauseMs = minPauseMs;
  try {
    for (;;) {
      const found = await backend.getWorkflowRun({ workflowRunId }).catch((error: Error) => {
        if (Date.now() - answeredMs < maxOutageMs) return undefined;
        throw new Error(`The queue does not answer: ${error.message}`);
      });
      if (found === null) throw new Error("Somebody has removed this row from the queue.");
      if (found) answeredMs = Date.now();
      if (found?.finishedAt) return found;
      await setTimeout(pauseMs, undefined, { signal });
      // Whoever has waited long can wait a little longer.
      pauseMs = Math.min(maxPauseMs, pauseMs * 1.1);
    }
  } finally {
    // Over by now, or not waited for any more.
    if (signal.aborted) await run.cancel().catch(() => {});
  }
}
