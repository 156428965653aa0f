/**
 * `video-generation-conformance`: one command for each step from watching a service to a changed
 * contract.
 */
import { enableCompileCache } from "node:module";
import { InputError } from "./input-error.ts";

// Most of the time of a short run is loading, which is the same every time.
enableCompileCache();

interface Command {
  run: (args: string[]) => Promise<void>;
  help: string;
}

/** Each command loads what it needs, and no more: judging needs a validator, joining does not. */
const commands: Record<string, () => Promise<Command>> = {
  async check() {
    const { checkCommand: run, checkHelp: help } = await import("./check/command.ts");
    return { run, help };
  },
  async observe() {
    const { observeCommand: run, observeHelp: help } = await import("./observe/command.ts");
    return { run, help };
  },
  async merge() {
    const { mergeCommand: run, mergeHelp: help } = await import("./observe/command.ts");
    return { run, help };
  },
  async propose() {
    const { proposeCommand: run, proposeHelp: help } = await import("./propose/command.ts");
    return { run, help };
  },
  async answers() {
    const { answersCommand: run, answersHelp: help } = await import("./answers/command.ts");
    return { run, help };
  },
  async apply() {
    const { applyCommand: run, applyHelp: help } = await import("./apply/command.ts");
    return { run, help };
  },
};

const { runCommand, runHelp } = await import("./run/command.ts");

const help = `${runHelp}

Commands for what was seen:

  check    judge recordings as a run is judged
  observe  count, without values, what the answers in HAR files show
  merge    join what was observed in parts
  propose  turn observations into an overlay that would close gaps
  answers  turn what the owner says into an overlay that would close gaps
  apply    put a reviewed overlay into the contract, and generate everything again

\`video-generation-conformance <command> --help\` says more.`;

const [name = "--help", ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (name === "--help" || name === "-h") {
  console.log(help);
} else if (name.startsWith("-")) {
  await run(() => runCommand([name, ...args]));
} else if (!load) {
  console.error(`✗ Unknown command: ${name}\n\n${help}`);
  process.exitCode = 2;
} else {
  const command = await load();
  if (args.includes("--help")) console.log(command.help);
  else await run(() => command.run(args));
}

async function run(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { UserError } = await import("../../gaps/src/problem.ts");
    if (error instanceof InputError) {
      console.error(`✗ ${error.message}`);
      process.exitCode = 2;
    } else if (error instanceof UserError) {
      const { printError } = await import("../../scripts/support/step.ts");
      printError(error);
      process.exitCode = 1;
    } else throw error;
  }
}
