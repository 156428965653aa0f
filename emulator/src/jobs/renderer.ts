/** The port behind which videos are made: what turns a job into a file. */
import type { JsonObject } from "../contract/json.ts";
import type { CreateOperationId } from "./job.ts";

/** What a video is made from. */
export interface RenderTask {
  jobId: string;
  operation: CreateOperationId;
  /** The request body. */
  input: JsonObject;
  /** The data row, for an HP job. */
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
  /** Tells how much of this video is done, from 0 to 1. */
  reportProgress(share: number): void;
}

export interface RenderedFile {
  /** Path of an MP4 file, which has to stay where it is until its job is gone. */
  path: string;
}

/**
 * Job in, file out: called once for a job, or once for each row of an HP job, one row after the other. A rejection makes the job, or
 * its row, fail with that message.
 */
export type Renderer = (
  task: RenderTask,
  context: RenderContext,
) => RenderedFile | Promise<RenderedFile>;
