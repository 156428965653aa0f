/** What ends the command, beside the errors of the client. */
import { type ExitCode, exitCodes } from "./exit-codes.ts";

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
export class OutputError extends Error {
  override name = "OutputError";
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    super(`The standard output cannot be written: ${cause.code ?? cause.message}.`, { cause });
    this.code = cause.code ?? "";
  }
}
