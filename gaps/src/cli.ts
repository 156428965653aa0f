/** `openapi-gaps`: notes on what an API document does not say, and what closes them. */
import { columns, type Command, helpOf, runCommand } from "./command.ts";
import { formatProblem, UserError } from "./problem.ts";

/** Each command loads what it needs, and no more. The order is that of the help. */
const commands: Record<string, () => Promise<Command>> = {
  lint: async () => (await import("./ruleset/command.ts")).lint,
  register: async () => (await import("./register/command.ts")).register,
  letter: async () => (await import("./register/command.ts")).letter,
  check: async () => (await import("./evidence/commands.ts")).check,
  observe: async () => (await import("./evidence/commands.ts")).observe,
  propose: async () => (await import("./evidence/commands.ts")).propose,
  answers: async () => (await import("./close/commands.ts")).answers,
  apply: async () => (await import("./close/commands.ts")).apply,
};

process.exitCode = await main(process.argv.slice(2));

async function main([name = "--help", ...words]: string[]): Promise<number> {
  if (name === "--help" || name === "-h") return print(await help());
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load)
    return refuse(
      `There is no command ${name}. There are ${new Intl.ListFormat("en-GB").format(Object.keys(commands))}.`,
    );
  const command = await load();
  if (words.includes("--help") || words.includes("-h")) return print(helpOf(command));
  try {
    return await runCommand(command, words);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems) console.error(formatProblem(problem));
    return refuse(error.message);
  }
}

async function help(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  return [
    "Usage: openapi-gaps <command>",
    "",
    ...columns(loaded.map(({ name, operands, summary }) => [`${name} ${operands}`, summary])),
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
