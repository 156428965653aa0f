/** `openapi-gaps`: notes on what an API document does not say, and what closes them. */
import { columns, helpOf, runCommand } from "./command.ts";
import { commands } from "./commands.ts";
import { formatProblem, UserError } from "./problem.ts";

process.exitCode = main(process.argv.slice(2));

function main([name = "--help", ...words]: string[]): number {
  if (name === "--help" || name === "-h") return print(help());
  const command = commands.find((each) => each.name === name);
  if (!command)
    return refuse(
      `There is no command ${name}. There are ${commands.map((each) => each.name).join(", ")}.`,
    );
  if (words.includes("--help") || words.includes("-h")) return print(helpOf(command));
  try {
    return runCommand(command, words);
  } catch (error) {
    if (error instanceof RangeError) return refuse("The input is nested too deeply to be read.");
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems) console.error(formatProblem(problem));
    return refuse(error.message);
  }
}

function help(): string {
  return [
    "Usage: openapi-gaps <command>",
    "",
    ...columns(commands.map(({ name, operands, summary }) => [`${name} ${operands}`, summary])),
    "",
    "openapi-gaps <command> --help says more. Exit codes: 0 all is well, 1 something was found, 2 the input cannot be used.",
  ].join("\n");
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function refuse(message: string): number {
  console.error(`✗ ${message}`);
  return 2;
}
