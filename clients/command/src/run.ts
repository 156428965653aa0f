/** One run of the command: from its words to its exit code. */
import { CommanderError } from "commander";
import { connect } from "./connect.ts";
import { type ExitCode, exitCodes, reportError, usageError } from "./errors.ts";
import { operate } from "./operate.ts";
import { createPrinter } from "./print.ts";
import { createProgram } from "./program.ts";
import { readReceipts, receiptsFile } from "./receipts.ts";
import type { Surroundings } from "./process-io.ts";

/** Runs the command to its end. Never throws. */
export async function run(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    refuseToken(words);
    return await dispatch(words, surroundings);
  } catch (error) {
    // Errors are JSON where JSON was asked for; a wrong call may not have been read that far.
    const isJson = words.some(
      (word, index) =>
        /^jsonl?$/.test(word.replace("--format=", "")) &&
        (word.startsWith("--format=") || words[index - 1] === "--format"),
    );
    return reportError(error, surroundings, isJson);
  }
}

async function dispatch(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  let help = "";
  const program = createProgram(
    {
      operate: async (invocation) => void (exitCode = await operate(invocation, surroundings)),
      async listJobs(flags) {
        const { env, isTerminal, notify } = surroundings;
        const format = flags.format ?? (isTerminal.output ? "table" : "json");
        const jobs = await readReceipts(receiptsFile(flags, env));
        await createPrinter(format, surroundings).result(JSON.stringify({ jobs }), "jobs");
        const unclear = jobs.filter(({ state }) => state === "maybe started").length;
        if (unclear === 0) return;
        notify(
          `Without a receipt: ${unclear}. Find out whether they exist before you create them again.\n`,
        );
      },
      async serveMcp({ allowCreate = false, ...flags }) {
        const { isTerminal } = surroundings;
        // The input is the protocol's: nobody can be asked there.
        const silent = { ...surroundings, isTerminal: { ...isTerminal, input: false } };
        const connection = await connect(flags, silent);
        // Loaded by those alone who need it: it is larger than everything else.
        const { serveMcp } = await import("./mcp.ts");
        const file = allowCreate ? receiptsFile(flags, surroundings.env) : undefined;
        exitCode = await serveMcp(connection, allowCreate, file, surroundings);
      },
    },
    (text) => (help += text),
  );
  try {
    const asked = words[0] === "help" ? [...words.slice(1), "--help"] : words;
    await program.parseAsync(asked, { from: "user" });
  } catch (error) {
    // Help and version; wrong words are a CommandError.
    if (!(error instanceof CommanderError)) throw error;
    await surroundings.write(help);
  }
  return exitCode;
}

const tokenFlags = ["token", "api-token", "access-token", "bearer"];

/** Everyone on the machine sees the arguments of a process, and the shell keeps them. */
function refuseToken(words: string[]): void {
  const end = words.indexOf("--");
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const [, name = ""] = /^--?([\w-]+)/.exec(word) ?? [];
    if (!tokenFlags.includes(name)) continue;
    throw usageError(
      `--${name} would show the token to every user of this machine. Set VIDEO_GENERATION_TOKEN, use --token-file, or type it when you are asked.`,
    );
  }
}
