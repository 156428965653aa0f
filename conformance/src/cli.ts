/**
 * `video-generation-conformance`: one command for each step from watching a service to a changed
 * contract.
 */
import { UserError } from "../../scripts/support/problem.ts";
import { printError } from "../../scripts/support/step.ts";
import { answersCommand, answersHelp } from "./answers/command.ts";
import { applyCommand, applyHelp } from "./apply/command.ts";
import { checkCommand, checkHelp } from "./check/command.ts";
import { InputError } from "./input-error.ts";
import { mergeCommand, mergeHelp, observeCommand, observeHelp } from "./observe/command.ts";
import { runCommand, runHelp } from "./run/command.ts";
import { proposeCommand, proposeHelp } from "./propose/command.ts";

const commands: Record<string, { run: (args: string[]) => Promise<void>; help: string }> = {
  check: { run: checkCommand, help: checkHelp },
  observe: { run: observeCommand, help: observeHelp },
  merge: { run: mergeCommand, help: mergeHelp },
  propose: { run: proposeCommand, help: proposeHelp },
  answers: { run: answersCommand, help: answersHelp },
  apply: { run: applyCommand, help: applyHelp },
};

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
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (name === "--help" || name === "-h") {
  console.log(help);
} else if (name.startsWith("-")) {
  await run(() => runCommand([name, ...args]));
} else if (!command) {
  console.error(`✗ Unknown command: ${name}\n\n${help}`);
  process.exitCode = 2;
} else if (args.includes("--help")) {
  console.log(command.help);
} else {
  await run(() => command.run(args));
}

async function run(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof InputError) {
      console.error(`✗ ${error.message}`);
      process.exitCode = 2;
    } else if (error instanceof UserError) {
      printError(error);
      process.exitCode = 1;
    } else throw error;
  }
}
