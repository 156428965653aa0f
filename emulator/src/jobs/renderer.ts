/** The port behind which videos are made: what turns a job into a file. */
import type { JsonObject } from "../contract/json.ts";
import type { Download } from "../download/create-download.ts";
import type { JobKind } from "./job.ts";

/** What a video is made from. */
export interface RenderTask {
  jobId: string;
  operation: JobKind;
  /** The request body. */
  input: JsonObject;
  /** The data row, for a job that makes a video for each. */
  row?: {
    /** Counted as in the request. */
    index: number;
    /** Text of each variable segment, its value already in it. */
    texts: string[];
  };
}

/** What a renderer may use while it works. */
export interface RenderContext {
  /** Aborts when the job is not wanted any more: it was reset or moved, or the emulator closes. */
  signal: AbortSignal;
  /**
   * A folder for this job alone, made at the first call. It lives as long as the job; without a data folder, at most as long as the
   * emulator.
   */
  folder(): Promise<string>;
  /** Reports how much of this video is done, from 0 to 1. */
  reportProgress(share: number): void;
  /** Fetches what a request names, under the rules that hold for spreadsheets. */
  download: Download;
}

export interface RenderedFile {
  /** Path of an MP4 file, which has to stay where it is until its job is gone. */
  path: string;
  /** Path of a JPEG file that shows one picture of the video, and stays as long. */
  poster?: string;
  /** One word for how close this video is to what a service would make. */
  fidelity?: string;
  /** What is not as the request asked for it, such as a text that no voice could speak. */
  warning?: string;
}

/**
 * Job in, file out: called once for a job, or once for each of its data rows. A rejection makes the job, or its row, fail with that
 * message.
 */
export interface Renderer {
  (task: RenderTask, context: RenderContext): RenderedFile | Promise<RenderedFile>;
  /**
   * How many videos it makes at once, of all jobs together. The rows of the oldest job come first.
   *
   * @default 1
   */
  rowsAtOnce?: number;
  /** Called when nothing more is asked for of a job: what only its rendering needed can go. */
  release?(jobId: string): Promise<void> | void;
}
