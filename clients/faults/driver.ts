/** What a driver is, what it gets, and what it reports: JSON lines in, JSON lines out, in any order. */
import type { Kind } from "./scenarios.ts";

/** A row as a driver gets it: one call to make. Durations are in seconds. */
export interface DriverInput {
  id: string;
  op: Kind;
  base: string;
  token: string;
  /** Of a create. */
  body: unknown;
  timeout: number;
  deadline: number | null;
  /** Limit of a wait. */
  maxWait: number;
}

/** What a driver gets when the caller gives up the call of a row; the call may have ended. */
export interface DriverCancel {
  cancel: string;
}

/** What a driver makes of a row. */
export interface DriverReport {
  id: string;
  ok: boolean;
  /** Of a success: the answer as it was sent. */
  value?: unknown;
  /** Of a success and of an error with an answer: its text as it came. */
  text?: string;
  /** Of a failure: its kind, and what it states. */
  error?: string;
  sent?: string;
  attempts?: number;
  status?: number;
  body?: unknown;
  requestId?: string | null;
  /** In seconds. */
  retryAfter?: number | null;
  message?: string;
}

export interface Driver {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}
