/** Faults that can be injected. */
import type { OperationId } from "../../../generated/names.ts";

/** What goes wrong. */
export type FaultEffect =
  | {
      /** Responds with a status code instead of doing anything. */
      effect: "status";
      /** From 200 to 599. */
      status: number;
      /** Text is sent as it is, anything else as JSON. The problem body by default. */
      body?: unknown;
      /** @default "text/plain" for a text, "application/json" otherwise */
      contentType?: string;
      /** Value of the header `Retry-After`: seconds, or a date. */
      retryAfter?: number | string;
    }
  | {
      /** Does what was asked for, and responds later: after `delayMs`, or after a time drawn between that and `maxDelayMs`. */
      effect: "delay";
      delayMs: number;
      maxDelayMs?: number;
    }
  | {
      /**
       * Resets the connection: before the body is read, after it is read, or after the request was carried out, which leaves
       * the client not knowing whether it has a job.
       */
      effect: "reset";
      when: "before-body" | "after-body" | "after-work";
    }
  | {
      /**
       * `hang` reads the request and never responds. The others carry it out: `truncate` sends half of the body and resets the
       * connection, `stall` sends half of it and nothing more, and `malformed-json` a body that is cut, as if it were whole.
       */
      effect: "hang" | "truncate" | "stall" | "malformed-json";
    };

/** What a fault can hit: an operation of the contract, or the download of a finished video. */
export type FaultTarget = OperationId | "downloadVideo";

export type FaultSpec = FaultEffect & {
  /** What is hit; every operation by default, and no download. */
  operation?: FaultTarget;
  /** Only requests about this job: reads of it, and downloads of its videos. */
  jobId?: string;
  /** Only requests whose body has these fields; further ones do not matter. Not before the body is read. */
  requestBody?: unknown;
  /** How many requests are hit. @default 1, or no limit when there is a probability */
  times?: number;
  /** How likely a request is hit, above 0 and at most 1. @default 1 */
  probability?: number;
};

export type Fault = FaultSpec & {
  id: string;
  /** How many requests can still be hit; null for no limit. */
  left: number | null;
};
