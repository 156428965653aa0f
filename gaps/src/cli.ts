/** `openapi-gaps`: notes on what an API document does not say, and what closes them. */
import { CommanderError } from "commander";
import { program } from "./commands.ts";
import { formatProblem, UserError } from "./problem.ts";

// What is printed is the result, so that a full disk is no success. Nobody has to read all of it.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.exitCode = 2;
  console.error(`✗ The result cannot be written: ${message}.`);
});

try {
  program.parse();
} catch (error) {
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
  tell(error);
}

/** What the parser of options has to say, it has said. */
function tell(error: unknown): void {
  if (error instanceof CommanderError) return;
  if (error instanceof RangeError && error.message.includes("call stack"))
    return console.error("✗ The input is nested too deeply to be read.");
  if (!(error instanceof UserError)) throw error;
  for (const problem of error.problems) console.error(formatProblem(problem));
  console.error(`✗ ${error.message}`);
}
