/** What a run takes. */
import type { JsonObject } from "../../../gaps/src/document/document.ts";
import type { CreatedJob } from "../judge/finding.ts";

export interface RunOptions {
  /** Address of the service, without `/api` at its end. */
  baseUrl: string;
  token: string;
  /** Whether jobs are created, which may cost. */
  create: boolean;
  /** Name of the service in the observations, for instance `live`. */
  environment: string;
  /** Request bodies to send instead of the stories' own, by the name of the story. */
  requests?: JsonObject;
  /** Pause between two readings of a job, in milliseconds. */
  intervalMs: number;
  /** Limit of a wait for a job, in milliseconds. */
  waitLimitMs: number;
  /** Limit of a single call, in milliseconds. @default 30,000 */
  timeoutMs?: number;
  /** Calls at a time. @default 4 */
  concurrency?: number;
  /** Only the stories with this name, or with a call of this operation. */
  story?: string | undefined;
  operation?: string | undefined;
  /** Existing jobs to read. */
  jobs?: readonly CreatedJob[];
  /** Whether what the specification leaves open is tried where a `GET` can: see `listProbes`. */
  probe?: boolean;
  /** Ends the run: what was sent is waited for, and nothing more is sent. */
  signal?: AbortSignal;
  /** Called before each story. */
  onStory?: (title: string, number: number, of: number) => void;
  /** @default the one of the platform */
  fetch?: typeof fetch;
}
