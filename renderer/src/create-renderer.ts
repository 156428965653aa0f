/** The renderer of one machine. */
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
type Make = (
  task: RenderTask,
  place: Workplace,
  options: Required<RendererOptions>,
) => Promise<void>;

/** What is made of each kind of job, and how close that is to what a service would make. */
const kinds: Record<RenderTask["operation"], { make: Make; fidelity: string }> = {
  createHpJob: { make: renderRow, fidelity: "composition" },
  createDynamicSlideVideo: { make: renderSlides, fidelity: "composition" },
  createLipsyncVideo: { make: renderLipsync, fidelity: "preview" },
};

/**
 * Makes a renderer for `createEmulator({ renderer })`.
 *
 * @throws {Error} when a program that it needs is missing; the message says how to get it
 */
export function createRenderer({ speech = true }: RendererOptions = {}): Renderer {
  const missing = describeMissingTools();
  if (missing !== undefined) throw new Error(`The renderer cannot start: ${missing}`);
  const files = new JobFiles();
  const render: Renderer = async (task, context) => {
    const { make, fidelity } = kinds[task.operation];
    const made = await files
      .makeOnce(task, context, (place) => make(task, place, { speech }))
      .catch((error: unknown) => {
        throw error instanceof ToolError ? new Error(toSentence(error.message)) : error;
      });
    return { ...made, fidelity };
  };
  return Object.assign(render, {
    rowsAtOnce: availableParallelism(),
    release: (jobId: string) => files.release(jobId),
  });
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/([.…"]\.)$/, (end) =>
    end.slice(0, 1),
  );
}
