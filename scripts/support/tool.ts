/** Runs the command line tools that the pipeline is made of. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Output, x } from "tinyexec";
import { root } from "./locations.ts";

const require = createRequire(import.meta.url);

/** Script behind the `redocly` command. */
export const redocly = join(require.resolve("@redocly/cli/package.json"), "../bin/cli.js");

const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };

/** {@link runToolIn} the folder of the repository. */
export async function runTool(script: string, ...args: string[]): Promise<Output> {
  return runToolIn(root, script, ...args);
}

/**
 * Runs a tool on the Node that runs this script. A non-zero exit code is a result, not an error:
 * linters use it to say that they found something.
 */
export async function runToolIn(
  folder: string,
  script: string,
  ...args: string[]
): Promise<Output> {
  return x(process.execPath, [script, ...args], { nodeOptions: { cwd: folder, env } });
}
