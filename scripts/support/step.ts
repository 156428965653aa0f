/**
 * How the commands of this project talk: one line for each step, and errors without a stack trace.
 */
import {
  BrokenFileError,
  formatAnnotation,
  formatProblem,
  type Problem,
  UserError,
} from "openapi-gaps";

/**
 * Runs one step of the pipeline and prints what it made and how long it took.
 *
 * @param work returns what was made, in a few words
 */
export async function step(name: string, work: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const made = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`✓ ${name.padEnd(9)} ${made} (${seconds} s)`);
}

/** A command was called wrongly: it ends with exit code 2. */
export class UsageError extends UserError {}

/** @throws {UserError} with the problems of what a step reads, if there are any */
export function refuse(what: string, problems: Problem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  throw new UserError(`${what} has ${count}. Nothing was written.`, problems);
}

/** What a folder or a disk refuses, by its code: a person mends it, and no stack trace helps. */
const remedies: Record<string, string> = {
  EACCES: "Make it writable for your user.",
  EPERM: "Make it writable for your user.",
  EROFS: "It is on a file system that can only be read. Work in a copy elsewhere.",
  ENOSPC: "Make room on the disk.",
};

function asUserError(error: unknown): unknown {
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  const remedy = remedies[code];
  return remedy && path ? new UserError(`${path} cannot be used: ${message}. ${remedy}`) : error;
}

/**
 * Runs a command to its end: exit code 0, or after a {@link UserError} has been printed, 1 or 2.
 * Any other error is a defect of ours and keeps its stack trace.
 */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (reason) {
    const error = asUserError(reason);
    if (!(error instanceof UserError)) throw error;
    printError(error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Prints the problems of an error, most important line last, where a terminal shows it. */
export function printError(error: UserError): void {
  const onGitHub = process.env["GITHUB_ACTIONS"] === "true";
  for (const problem of error.problems) {
    console.error(formatProblem(problem));
    if (onGitHub) console.error(formatAnnotation(problem));
  }
  if (onGitHub && error instanceof BrokenFileError) console.error(formatAnnotation(error.problem));
  console.error(`✗ ${error.message}`);
}
