/**
 * The drivers: one small program for each language, which makes the calls that it is sent. JSON lines in, JSON lines out, in any
 * order.
 */
import { join } from "node:path";

/** What clients are asked to do: read a job, create one, wait for one, create one whose input is echoed, or read one and save its videos. */
export const kinds = ["read", "create", "wait", "lipsync", "save"] as const;
export type Kind = (typeof kinds)[number];

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
  /** Where videos are saved. */
  folder: string;
}

/** What a driver gets when the caller gives up the call of a row; the call may have ended. */
export interface DriverCancel {
  cancel: string;
}

/** What a driver makes of a row. */
export interface DriverReport {
  id: string;
  ok: boolean;
  /** Of a success: the response as it was sent. */
  value?: unknown;
  /** Of a success and of an error with a response: its text as it came. */
  text?: string;
  /** Of a failure: its class or its kind, and what it states. */
  error?: string;
  sent?: string;
  attempts?: number;
  status?: number;
  body?: unknown;
  requestId?: string | null | undefined;
  /** In seconds. */
  retryAfter?: number | null;
  message?: string;
}

/** The kinds of errors, by the names of their classes. */
export const errorKinds: Record<string, string> = {
  ApiError: "api",
  APIError: "api",
  ConnectionError: "connection",
  TimeoutError: "timeout",
  AbortError: "abort",
  ClientClosedError: "abort",
  CancelledError: "abort",
  InvalidResponseError: "invalid-response",
  SizeLimitError: "size-limit",
  JobWaitTimeoutError: "wait-timeout",
  SaveError: "save",
};

const drivers = join(import.meta.dirname, "drivers");

/** The words that start each driver. */
export const typescript = [process.execPath, join(drivers, "typescript.ts")] as const;
export const command = [process.execPath, join(drivers, "command.ts")] as const;

/**
 * @param kind the client for threads, or the one for coroutines
 * @param interpreter a Python that has httpx
 */
export const python = (kind: "sync" | "async", interpreter: string) =>
  [interpreter, "-B", join(drivers, "python.py"), kind] as const;
