/** The renderer of one machine. */
import type { Renderer } from "video-generation-emulator";
import { renderRow } from "./hp/render-row.ts";
import { type FaceModel, renderLipsync } from "./lipsync/render-lipsync.ts";
import { readSettings, type Settings } from "./settings.ts";
import { renderSlides } from "./slides/render-slides.ts";
import { loadTemplates } from "./slides/draw-slide.ts";
import { describeMissingTools } from "./tools/run-tool.ts";
import { type WrapOptions, wrapRenderer } from "./wrap-renderer.ts";

export interface RendererOptions
  extends Partial<Settings>, Pick<WrapOptions, "rowsAtOnce" | "pausesMs"> {
  /** Moves the lips of the person in a supplied video. Without one, the video is played as it is and marked as a preview. */
  faceModel?: FaceModel | undefined;
  /** A folder with templates of slides, beside our own. */
  templates?: string | undefined;
}

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
  const settings = readSettings(given);
  const all = { ...settings, faceModel, templates: loadTemplates(folder) };
  return wrapRenderer((task, place) => makers[task.operation](task, place, all), {
    ...{ rowsAtOnce, pausesMs, settings },
  });
}
