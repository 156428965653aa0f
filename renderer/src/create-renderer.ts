/** Renderers: that of one machine, and what others have in common with it. */
import { availableParallelism } from "node:os";
import type { Renderer, RenderTask } from "video-generation-emulator";
import { renderRow } from "./hp/render-row.ts";
import type { FaceModel } from "./lipsync/face-model.ts";
import { JobFiles, type Made, type Workplace } from "./job-files.ts";
import { renderLipsync } from "./lipsync/render-lipsync.ts";
import { readSettings, type Settings } from "./settings.ts";
import { renderSlides } from "./slides/render-slides.ts";
import { loadTemplates } from "./slides/templates.ts";
import { bestEnglish } from "./speech/voices.ts";
import { describeMissingTools } from "./tools/tools.ts";

export interface RendererOptions extends Partial<Settings> {
  /** How many rows are made at once, of all jobs together. @default as many as there are cores */
  rowsAtOnce?: number | undefined;
  /**
   * A fault, such as a full disk or a source that does not answer, is waited for, and the row made again after each of these pauses.
   *
   * @default two minutes together
   */
  pausesMs?: number[];
  /** Moves the lips of the person in a supplied video. Without one, the video is played as it is and marked as a preview. */
  faceModel?: FaceModel | undefined;
  /** A folder with templates of slides, beside our own. */
  templates?: string | undefined;
}

/** Makes the files of one task in its workplace. */
export type Make = (task: RenderTask, place: Workplace) => Promise<Made>;

const makers = {
  createHpJob: renderRow,
  createDynamicSlideVideo: renderSlides,
  createLipsyncVideo: renderLipsync,
};

/**
 * Makes a renderer for `createEmulator({ renderer })`.
 *
 * @throws {Error} when a program that it needs is missing; the message says how to get it
 */
export function createRenderer({
  rowsAtOnce,
  pausesMs,
  faceModel,
  templates: folder,
  ...given
}: RendererOptions = {}): Renderer {
  const missing = describeMissingTools();
  if (missing !== undefined) throw new Error(`The renderer cannot start: ${missing}`);
  const settings = readSettings(given, bestEnglish());
  const all = { ...settings, faceModel, templates: loadTemplates(folder) };
  const make: Make = (task, place) => makers[task.operation](task, place, all);
  return wrapRenderer(make, { rowsAtOnce, pausesMs, settings });
}

export interface WrapOptions {
  /** @default as many as there are cores */
  rowsAtOnce?: number | undefined;
  pausesMs?: number[] | undefined;
  /** What files are made with beside their request: another value makes other files. */
  settings?: object;
  /** Called when a job is over, before its folder for work goes. */
  release?: (jobId: string) => Promise<void>;
}

/** A renderer that makes each file once, whoever makes it: whole or not at all, the oldest job first, faults repeated. */
export function wrapRenderer(
  make: Make,
  { rowsAtOnce = availableParallelism(), pausesMs, settings = {}, release }: WrapOptions = {},
): Renderer {
  const files = new JobFiles({ rowsAtOnce, pausesMs, settings });
  const render: Renderer = (task, context) =>
    files
      .makeOnce(task, context, (place) => make(task, place))
      .catch((error: unknown) => {
        if (error instanceof Error && !context.signal.aborted)
          error.message = toSentence(error.message);
        throw error;
      });
  return Object.assign(render, {
    // One more waits, so that the oldest job is not overtaken while its next row is on its way.
    rowsAtOnce: rowsAtOnce + 1,
    release: async (jobId: string) => {
      await release?.(jobId);
      await files.release(jobId);
    },
  });
}

function toSentence(text: string): string {
  const start = /^https?:/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase();
  return `${start}${text.slice(1)}.`.replace(/([.…"]\.)$/, (end) => end.slice(0, 1));
}
