/** Renderers: that of one machine, and what others have in common with it. */
import { availableParallelism } from "node:os";
import type { Renderer, RenderTask } from "video-generation-emulator";
import { renderRow } from "./hp/render-row.ts";
import { renderLipsync } from "./lipsync/render-lipsync.ts";
import { renderSlides } from "./slides/render-slides.ts";
import { JobFiles, type Workplace } from "./job-files.ts";
import { ToolError } from "./tools/run-tool.ts";
import { describeMissingTools } from "./tools/tools.ts";

export interface RendererOptions {
  /** False leaves the texts of HP jobs unspoken: they are shown alone. @default true */
  speech?: boolean;
}

/** Makes the files of one task in its workplace. */
type Make = (task: RenderTask, place: Workplace) => Promise<void>;

const makers = {
  createHpJob: renderRow,
  createDynamicSlideVideo: renderSlides,
  createLipsyncVideo: renderLipsync,
};

/** How close each kind of video is to what a service would make. */
const fidelities = {
  createHpJob: "composition",
  createDynamicSlideVideo: "composition",
  createLipsyncVideo: "preview",
};

/**
 * Makes a renderer for `createEmulator({ renderer })`.
 *
 * @throws {Error} when a program that it needs is missing; the message says how to get it
 */
export function createRenderer({ speech = true }: RendererOptions = {}): Renderer {
  const missing = describeMissingTools();
  if (missing !== undefined) throw new Error(`The renderer cannot start: ${missing}`);
  return rendererOf(
    (task, place) => makers[task.operation](task, place, { speech }),
    availableParallelism(),
  );
}

/** A renderer that makes each file once, whoever makes it. */
export function rendererOf(
  make: Make,
  rowsAtOnce: number,
  release: (jobId: string) => Promise<void> = async () => {},
): Renderer {
  const files = new JobFiles();
  const render: Renderer = async (task, context) => {
    const made = await files
      .makeOnce(task, context, (place) => make(task, place))
      .catch((error: unknown) => {
        throw error instanceof ToolError ? new Error(toSentence(error.message)) : error;
      });
    return { ...made, fidelity: fidelities[task.operation] };
  };
  return Object.assign(render, {
    rowsAtOnce,
    release: async (jobId: string) => {
      await files.release(jobId);
      await release(jobId);
    },
  });
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/([.…"]\.)$/, (end) =>
    end.slice(0, 1),
  );
}
