/** Runs the command line tools that the pipeline is made of. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Output, x } from "tinyexec";
import { root } from "./locations.ts";

const require = createRequire(import.meta.url);

/** Script behind the `redocly` command. */
export const redocly = join(require.resolve("@redocly/cli/package.json"), "../bin/cli.js");

/** Script behind the `spectral` command. */
export const spectral = join(
  require.resolve("@stoplight/spectral-cli/package.json"),
  "../dist/index.js",
);

const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };

/**
 * Runs a tool on the Node that runs this script. A non-zero exit code is a result, not an error:
 * linters use it to say that they found something.
 */
export const runToolIn = (folder: string, script: string, ...args: string[]): Promise<Output> =>
  runIn(folder, process.execPath, script, ...args);

/** {@link runToolIn} the folder of the repository. */
export const runTool = runToolIn.bind(undefined, root);

const stopping = new AbortController();

/** Ends what runs. A terminal tells Ctrl-C to all of it, but `kill` only to this process. */
export const stopTools = (): void => stopping.abort();

export async function runIn(cwd: string, program: string, ...words: string[]): Promise<Output> {
  return x(program, words, { signal: stopping.signal, nodeOptions: { cwd, env } });
}

/** Why a program has failed: what it printed, or that it printed nothing. */
export function saidBy({ exitCode, stdout, stderr }: Awaited<Output>): string {
  const said = (stdout + stderr).trimEnd();
  if (said !== "") return said;
  return `It printed nothing, and ${exitCode === undefined ? "a signal ended it" : `ended with exit code ${exitCode}`}.`;
}
