/** Runs an app once, against an emulator of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { baseUrlVariable, tokenVariable } from "../../../generated/policy.ts";
import { createEmulator, type Emulator } from "../app/emulator.ts";
import { OptionError } from "../contract/option-error.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import { clearTimeout, monotonicMs, setTimeout } from "../time/real-time.ts";
import { type Circumstance, placeOf } from "./circumstances.ts";

export interface AppOptions {
  /** The program and its words. */
  command: string[];
  /** Names of further environment variables, and what each gets. */
  env: Record<string, "url" | "token">;
  /** How long a job renders. */
  renderMs: number;
}

export interface Trial {
  passed: boolean;
  seconds: number;
  /** The first line of what the app itself says of its failure. */
  said: string;
  /** The last requests that it made, the newest at the end. */
  requests: string[];
}

/** More of what an app prints is not looked at. */
const maxOutput = 256 * 1024;

/**
 * @param limitMs an app that takes longer has failed
 * @param look sees the emulator before the app starts and after it has ended
 * @throws {OptionError} when the command cannot be started
 */
export async function runApp(
  { command, env, renderMs }: AppOptions,
  circumstances: Circumstance[],
  seed: number,
  limitMs: number,
  look?: (emulator: Emulator, when: "before" | "after") => void,
): Promise<Trial> {
  const gaps = Object.fromEntries(
    circumstances
      .filter(({ fault }) => !fault)
      .map((each) => [placeOf(each), each.name.slice(placeOf(each).length + 1)]),
  );
  const emulator = await createEmulator({ seed, gaps, renderMs, allowThisMachine: true });
  try {
    for (const { fault } of circumstances) if (fault) emulator.faults.add(fault);
    look?.(emulator, "before");
    const values = { url: emulator.url, token: emulator.token };
    const named = Object.entries(env).map(([name, value]): [string, string] => [
      name,
      values[value],
    ]);
    const start = monotonicMs();
    const { code, output } = await runCommand(command, limitMs, {
      ...process.env,
      ...{ [baseUrlVariable]: values.url, [tokenVariable]: values.token },
      ...Object.fromEntries(named),
    });
    look?.(emulator, "after");
    return {
      passed: code === 0,
      seconds: (monotonicMs() - start) / 1000,
      said:
        code === undefined
          ? `It did not end within ${Math.round(limitMs / 1000)} s.`
          : findReason(output),
      requests: emulator.requests().slice(0, 5).reverse().map(describeRequest),
    };
  } finally {
    await emulator.close();
  }
}

/** @returns its exit code; nothing when it did not end in time */
async function runCommand(
  [program = "", ...words]: string[],
  limitMs: number,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null | undefined; output: string[] }> {
  // With what it starts in a group of its own, which can be ended as a whole.
  const child = spawn(program, words, {
    ...{ env, detached: true },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = ["", ""];
  for (const [index, stream] of [child.stderr, child.stdout].entries())
    stream.on("data", (chunk: Buffer) => {
      output[index] = (output[index] + chunk.toString()).slice(0, maxOutput);
    });
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Nothing of it runs any more.
    }
  };
  process.once("exit", endGroup);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, limitMs);
  try {
    const closed = new Promise((resolve) => child.once("close", resolve));
    const [code] = (await once(child, "exit")) as [number | null];
    endGroup();
    // What it has printed last is still on its way. What has left its group may hold the pipes for ever.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500))]);
    return { code: isLate ? undefined : code, output };
  } catch (error) {
    throw new OptionError(
      `${program} cannot be started: ${(error as Error).message}. Write the command as in a terminal, after --.`,
    );
  } finally {
    clearTimeout(timer);
    process.off("exit", endGroup);
    endGroup();
  }
}

/** Of what an app printed, the line that says why it failed, as far as anybody can tell. */
function findReason(output: string[]): string {
  const lines = output.flatMap((text) =>
    stripVTControlCharacters(text)
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
  // What a language names as an error, and then any line that speaks of one.
  const found =
    lines.find((line) => /^(?:Uncaught )?[\w.]*(?:Error|Exception|panic)\b[^=]*:/.test(line)) ??
    lines.find((line) => /error|expected|exception|fail|panic|refused|✗|not ok/i.test(line)) ??
    lines.at(-1) ??
    "It says nothing.";
  return found.slice(0, 200);
}

function describeRequest({ method, url, status, played, fault }: LoggedRequest): string {
  const marks = [...(played ?? []), ...(fault === undefined ? [] : [fault])].join(", ");
  return `${method} ${url} → ${status ?? "no response"}${marks && ` (${marks})`}`;
}
