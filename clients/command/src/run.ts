/** One run of the command: from its words to its exit code. */
import { CommanderError } from "commander";
import { connect } from "./connect.ts";
import { type ExitCode, exitCodes, reportError } from "./errors.ts";
import { openFolder, operate } from "./operate.ts";
import { printable, printResult } from "./print.ts";
import { createProgram } from "./program.ts";
import { readReceipts, receiptsFile } from "./receipts.ts";
import type { Surroundings } from "./process-io.ts";

/** Runs the command to its end. Never throws. */
export async function run(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    return await dispatch(words, surroundings);
  } catch (error) {
    // Errors are JSON where JSON was asked for; a wrong call may not have been read that far.
    const isJson = / --format[ =]jsonl?( |$)/.test(` ${words.join(" ")}`);
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
        const { env, notify } = surroundings;
        const jobs = await readReceipts(receiptsFile(flags, env));
        await printResult(JSON.stringify({ jobs }), flags.format, surroundings, "jobs");
        const unclear = jobs.filter(({ state }) => state === "maybe started").length;
        if (unclear === 0) return;
        notify(
          `Without a receipt: ${unclear}. Find out whether they exist before you create them again.\n`,
        );
      },
      async serveMcp({ allowCreate = false, download, ...flags }) {
        if (download !== undefined) await openFolder(download);
        const connection = await connect(flags, surroundings);
        // Loaded by those alone who need it: it is larger than everything else.
        const { serveMcp } = await import("./mcp.ts");
        exitCode = await serveMcp({
          connection,
          allowsCreate: allowCreate,
          receipts: receiptsFile(flags, surroundings.env),
          downloads: download,
          notify: (message) => surroundings.notify(`${printable(message)}\n`),
        });
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
