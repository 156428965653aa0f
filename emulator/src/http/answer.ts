/** What is answered to a request. */
import type { Readable } from "node:stream";

export interface Answer {
  status: number;
  /** Their names in lower case. */
  headers?: Record<string, string> | undefined;
  mediaType?: string | undefined;
  /** A value is sent as JSON, a string as it is, undefined not at all. */
  body?: unknown;
  /** Instead of a body. */
  content?: Content;
}

/** A body that is not at hand as a text. */
export interface Content {
  length: number;
  /** So many bytes from the start. */
  open(length: number): Readable;
}
