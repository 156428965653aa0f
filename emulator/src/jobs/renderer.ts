/** What turns a job into a file. */
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../contract/document.ts";
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

export interface RenderedFile {
  /** Path of an MP4 file, which has to stay where it is. */
  path: string;
}

/** Job in, file out. A rejection makes the job, or its row, fail with that message. */
export type Renderer = (task: RenderTask) => RenderedFile | Promise<RenderedFile>;

const clip = fileURLToPath(new URL("../../assets/clip.mp4", import.meta.url));

/** Gives every job the same short clip. */
export const renderClip: Renderer = () => ({ path: clip });
