/** Runs the command line tools that the pipeline is made of. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
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
export function runToolIn(folder: string, script: string, ...args: string[]): Promise<ToolResult> {
  const environment = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    NO_COLOR: "1",
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, ...args],
      { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (!error) resolve({ exitCode: 0, stdout, stderr });
        else if (typeof error.code === "number") resolve({ exitCode: error.code, stdout, stderr });
        else reject(new Error(`${script} did not end by itself`, { cause: error }));
      },
    );
  });
}
