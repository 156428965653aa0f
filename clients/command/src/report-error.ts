/** Says what went wrong: in words for people, as a line of JSON for programs, and as an exit code. */
import type { Format } from "./flag-values.ts";
import type { RequestError } from "../../typescript/src/index.ts";
import { CommandError, exitCodeOf, OutputError } from "./errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { printable, toJson } from "./printable.ts";
import type { Surroundings } from "./surroundings.ts";

/** An error as JSON shows it. */
export interface ErrorReport {
  /** Kind: `usage`, `api`, `connection`, `timeout`, `abort`, `invalid-response`, `wait-timeout`, … */
  error: string;
  message: string;
  exitCode: ExitCode;
  operation?: string;
  sent?: string;
  attempts?: number;
  status?: number;
  requestId?: string;
  retryAfterMs?: number;
  /** Whole, without the token. */
  body?: unknown;
  jobId?: string;
  lastJob?: unknown;
  /** Of a create: whether it may have started a job all the same. */
  mayBePaid?: boolean;
}

const shown = [
  "operation",
  "sent",
  "attempts",
  "status",
  "requestId",
  "retryAfterMs",
  "body",
  "jobId",
  "lastJob",
] as const;

/** What JSON shows of an error; `undefined` for a defect of this command. */
export function describeError(error: unknown, signal?: AbortSignal): ErrorReport | undefined {
  if (error instanceof CommandError) {
    return { error: error.kind, message: error.message, exitCode: error.exitCode };
  }
  if (error instanceof OutputError) {
    return { error: "output", message: error.message, exitCode: exitCodes.output };
  }
  if (!isRequestError(error)) return undefined;
  const fields = shown.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, value]];
  });
  const mayBePaid = mayHaveStartedJob(error);
  return {
    error: kindOf(error),
    message: error.message,
    exitCode: exitCodeFor(error, mayBePaid, signal),
    ...(Object.fromEntries(fields) as Partial<ErrorReport>),
    ...(error.method === "GET" ? {} : { mayBePaid }),
  };
}

/** Errors of the client carry the number of their call. */
export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && typeof (error as RequestError).callId === "number";
}

/** `InvalidResponseError` is `invalid-response`. */
function kindOf({ name }: Error): string {
  if (name === "JobWaitTimeoutError") return "wait-timeout";
  const words = name.replace(/Error$/, "").split(/(?=[A-Z])/);
  return words.join("-").toLowerCase();
}

/** A refusal with 4XX is taken for one; after anything else that was sent, nobody can know. */
function mayHaveStartedJob(error: RequestError): boolean {
  if (error.method === "GET" || error.sent === "no") return false;
  const { status } = error as { status?: number };
  const isRefusal = error.name === "ApiError" && status !== undefined && status < 500;
  return !isRefusal || status === 303;
}

function exitCodeFor(error: RequestError, mayBePaid: boolean, signal?: AbortSignal): ExitCode {
  if (error.name === "AbortError") return signal ? exitCodeOf(signal) : exitCodes.terminated;
  if (mayBePaid) return exitCodes.unclear;
  if (error.name === "JobWaitTimeoutError") return exitCodes.waitOver;
  return error.name === "ApiError" ? exitCodes.refused : exitCodes.unanswered;
}

/** Reports an error, and gives the exit code. */
export function reportError(
  error: unknown,
  { notify, signal }: Surroundings,
  format: Format | undefined,
): ExitCode {
  // The reader has what it wanted.
  if (error instanceof OutputError && error.code === "EPIPE") return exitCodes.pipeClosed;
  const report = describeError(error, signal);
  if (!report) {
    const { stack } = error as Error;
    notify(
      `✗ This is a defect of video-generation, please report it.\n${stack ?? String(error)}\n`,
    );
    return exitCodes.defect;
  }
  notify(format === "json" || format === "jsonl" ? `${toJson(report)}\n` : inWords(report));
  return report.exitCode;
}

const sentInWords: Record<string, string> = {
  no: "no: nothing has reached the service",
  maybe: "maybe: the connection failed after it was opened",
  yes: "yes: the service, or something before it, answered",
};

function inWords(report: ErrorReport): string {
  const { message, sent, status, requestId, retryAfterMs, mayBePaid, jobId } = report;
  const facts: [name: string, value: string | undefined][] = [
    ["Sent", sent && sentInWords[sent]],
    ["Status", status?.toString()],
    ["Request", requestId],
    ["Wait", retryAfterMs === undefined ? undefined : `${retryAfterMs / 1000} s are asked for`],
    [
      "Paid",
      mayBePaid
        ? "perhaps: find out whether the job exists before you create it again"
        : mayBePaid === false
          ? "nothing"
          : undefined,
    ],
    ["Job", jobId],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name.padEnd(8)} ${printable(value)}`],
  );
  const text = message.split("\n").map(printable).join("\n  ");
  return [`✗ ${text}`, ...lines, ""].join("\n");
}
