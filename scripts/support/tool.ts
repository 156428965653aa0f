/** Runs the command line tools that the pipeline is made of. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./locations.ts";

const require = createRequire(import.meta.url);

/** Script behind the `redocly` command. */
export const redocly = join(require.resolve("@redocly/cli/package.json"), "../bin/cli.js");

export interface ToolResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** {@link runToolIn} the folder of the repository. */
export function runTool(script: string, ...args: string[]): Promise<ToolResult> {
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
): Promise<ToolResult> {
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  const options = { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 64 * 1024 * 1024 };
  try {
    const output = await promisify(execFile)(process.execPath, [script, ...args], options);
    return { exitCode: 0, ...output };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    if (typeof code === "number") return { exitCode: code, stdout, stderr };
    throw new Error(`${script} did not end by itself`, { cause: error });
  }
}
