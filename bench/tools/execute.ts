/** Runs the programs of a trial. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/support/locations.ts";
import { Failure } from "./tool.ts";

/** A program that has not ended by then never will: the slowest takes a tenth. */
const timeoutMs = 180_000;

const packages = [import.meta.dirname, root].map((folder) => join(folder, "node_modules"));

interface ExecuteOptions {
  cwd: string;
  env?: Record<string, string>;
}

/**
 * Runs a program and gives what it prints.
 *
 * @throws {Failure} with the line that says why, when it fails
 */
export function execute(
  program: string,
  args: string[],
  { cwd, env = {} }: ExecuteOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      {
        cwd,
        timeout: timeoutMs,
        maxBuffer: 64 * 1024 * 1024,
        env: {
          ...process.env,
          NO_COLOR: "1",
          FORCE_COLOR: "0",
          REDOCLY_TELEMETRY: "off",
          DO_NOT_TRACK: "1",
          ...env,
        },
      },
      (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else reject(new Failure(error.killed ? "does not end" : reasonIn(`${stderr}\n${stdout}`)));
      },
    );
  });
}

/** Runs the command of a package of `bench/tools`. */
export function executePackage(
  name: string,
  args: string[],
  options: ExecuteOptions,
): Promise<string> {
  const { bin } = manifestOf(name);
  const script = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
  return execute(process.execPath, [join(folderOf(name), script ?? ""), ...args], options);
}

export function versionOf(name: string): string {
  return manifestOf(name).version;
}

function manifestOf(name: string): { version: string; bin?: string | Record<string, string> } {
  return JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8"));
}

/** Most tools are installed here; some belong to the repository. */
function folderOf(name: string): string {
  const folder = packages.map((place) => join(place, name)).find((place) => existsSync(place));
  if (!folder) throw new Error(`${name} is not installed`);
  return folder;
}

/** Signs of the line that says what went wrong, the best first. */
const signs = [
  /✗ (?!.*failed)/,
  /^\S*(Error|Exception)\b.*: /,
  /\berror\b.*:/i,
  /\b(error|failed|cannot|invalid)\b/i,
  /./,
];

/** Of all that a program prints, the line that says what went wrong. */
export function reasonIn(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.replace(/^\[[\d:]+\]/, "").trim())
    // The code around the place that threw, and the place itself, say nothing to who does not know them.
    .filter((line) => !/^(at |throw |file:|Build failed)/.test(line));
  const found = signs.map((sign) => lines.find((line) => sign.test(line)));
  return found.find((line) => line !== undefined)?.replace("✗ ", "") ?? "no reason given";
}
