/** What ends the command: in words for people, as a line of JSON for programs, and as an exit code. */
import { maxExcerptLength } from "../../../generated/policy.ts";
import {
  type ResponseError,
  ApiError,
  JobWaitTimeoutError,
  RequestError,
  type TimeoutError,
} from "../../typescript/src/index.ts";
import { exactValue, printable, toJson } from "./print.ts";
import type { Surroundings } from "./process-io.ts";

/** `--help` says what they mean. Scripts rely on it: codes are added, and never change their meaning. */
export const exitCodes = {
  done: 0,
  defect: 1,
  usage: 2,
  refused: 3,
  noResponse: 4,
  unclear: 5,
  waitOver: 6,
  downloads: 7,
  output: 8,
  jobFailed: 9,
  interrupted: 130,
  pipeClosed: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message that names the remedy. */
export class CommandError extends Error {
  override name = "CommandError";
  /** Kind of the error, as JSON shows it. */
  readonly kind: string;
  readonly exitCode: ExitCode;

  constructor(kind: string, exitCode: ExitCode, message: string) {
    super(message);
    this.kind = kind;
    this.exitCode = exitCode;
  }
}

/** The command was called wrongly. Nothing was sent. */
export function usageError(message: string): CommandError {
  return new CommandError("usage", exitCodes.usage, message);
}

/** A signal came before anything was sent. */
export function stopped(signal: AbortSignal): CommandError {
  return new CommandError("abort", exitCodeOf(signal), "Stopped. Nothing was sent.");
}

/** The code that shells give to what a signal has ended. */
export function exitCodeOf({ reason }: AbortSignal): ExitCode {
  return reason === "SIGINT" ? exitCodes.interrupted : exitCodes.terminated;
}

/** The result cannot be written to the standard output. */
export function outputError({ code, message }: NodeJS.ErrnoException): CommandError {
  const exitCode = code === "EPIPE" ? exitCodes.pipeClosed : exitCodes.output;
  const problem = `The standard output cannot be written: ${code ?? message}.`;
  return new CommandError("output", exitCode, problem);
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

const shown = [
  "operation",
  "sent",
  "attempts",
  "status",
  "requestId",
  "retryAfterMs",
  "jobId",
  "lastJob",
] as const;

/** An error as JSON shows it. */
export interface ErrorReport extends Partial<
  Pick<ResponseError & JobWaitTimeoutError, (typeof shown)[number]>
> {
  /** Kind: `usage`, `api`, `connection`, `timeout`, `abort`, `invalid-response`, `wait-timeout`, … */
  error: string;
  message: string;
  exitCode: ExitCode;
  /** Whole, without the token: its numbers have all their digits. */
  body?: unknown;
  /** Of a create: whether it may have started a job all the same. */
  mayHaveStarted?: boolean;
}

/** What JSON shows of an error; `undefined` for a defect of this command. */
export function describeError(error: unknown, signal?: AbortSignal): ErrorReport | undefined {
  if (error instanceof CommandError) {
    return { error: error.kind, message: error.message, exitCode: error.exitCode };
  }
  if (!(error instanceof RequestError)) return undefined;
  const details = error as Partial<ResponseError & JobWaitTimeoutError>;
  const fields = shown.flatMap((name) =>
    details[name] === undefined ? [] : [[name, details[name]]],
  );
  const mayHaveStarted = mayHaveStartedJob(error);
  return {
    error: kindOf(error),
    message: messageOf(error),
    exitCode: exitCodeFor(error, mayHaveStarted, signal),
    ...(Object.fromEntries(fields) as Partial<ErrorReport>),
    ...(details.text && { body: exactValue(details.text) ?? details.text }),
    ...(error.method === "GET" ? {} : { mayHaveStarted }),
  };
}

/** The flags that set the limits of a call. */
const limitFlags: Record<string, string> = { timeoutMs: "--timeout", deadlineMs: "--deadline" };

/** What an error says, with the flag in place of the option. How to go on with a wait is said as a command. */
function messageOf(error: RequestError): string {
  const { message, cause } = error;
  if (error instanceof JobWaitTimeoutError) {
    const lastPoll = cause instanceof RequestError ? ` Last poll: ${messageOf(cause)}` : "";
    return `The wait passed --max-wait of ${error.maxWaitMs / 1000}s. A job may be rendering.${lastPoll}`;
  }
  const { limit = "", limitMs = 0 } = error as Partial<TimeoutError>;
  const flag = limitFlags[limit];
  if (!flag) return message;
  return message.replace(`its ${limit} of ${limitMs}`, `${flag} of ${limitMs / 1000}s`);
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
  return !(error instanceof ApiError) || error.status >= 500 || error.status < 400;
}

function exitCodeFor(error: RequestError, mayHaveStarted: boolean, signal?: AbortSignal): ExitCode {
  if (error.name === "AbortError") return signal ? exitCodeOf(signal) : exitCodes.terminated;
  if (mayHaveStarted) return exitCodes.unclear;
  if (error instanceof JobWaitTimeoutError) return exitCodes.waitOver;
  return error.name === "ApiError" ? exitCodes.refused : exitCodes.noResponse;
}

/** Reports an error, and gives the exit code. */
export function reportError(
  error: unknown,
  { notify, signal }: Surroundings,
  isJson: boolean,
): ExitCode {
  const report = describeError(error, signal);
  if (!report) {
    const { stack = String(error) } = error as Error;
    notify(`✗ This is a defect of video-generation, please report it.\n${stack}\n`);
    return exitCodes.defect;
  }
  // The reader has what it wanted.
  if (report.exitCode === exitCodes.pipeClosed) return report.exitCode;
  notify(isJson ? `${toJson(report)}\n` : inWords(report));
  return report.exitCode;
}

const sentInWords: Record<string, string> = {
  no: "no: nothing has reached the service",
  maybe: "maybe: the connection failed after it was opened",
  yes: "yes: the service, or something before it, responded",
};

function inWords(report: ErrorReport): string {
  const { message, sent, status, requestId, retryAfterMs, mayHaveStarted, jobId, body } = report;
  const started = mayHaveStarted
    ? "perhaps: find out whether the job exists before you create it again"
    : "nothing";
  // Of a whole response, the message has the beginning.
  const isPart = status === undefined && typeof body === "string";
  const received = isPart ? body.slice(0, maxExcerptLength) : undefined;
  const facts: [name: string, value: string | undefined][] = [
    ["Sent", sent && sentInWords[sent]],
    ["Status", status?.toString()],
    ["Request", requestId],
    ["Received", received],
    ["Wait", retryAfterMs === undefined ? undefined : `${retryAfterMs / 1000} s are asked for`],
    ["Started", mayHaveStarted === undefined ? undefined : started],
    ["Job", jobId],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name.padEnd(8)} ${printable(value)}`],
  );
  const text = message.split("\n").map(printable).join("\n  ");
  return [`✗ ${text}`, ...lines, ""].join("\n");
}
