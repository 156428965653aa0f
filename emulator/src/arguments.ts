/** From the words of a command line to options. */
import { readFileSync, statSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { checkOptions } from "./check-options.ts";
import type { GapChoice } from "./gaps/gap-player.ts";
import { defaultPort } from "./help.ts";
import {
  type CatalogueOptions,
  type EmulatorOptions,
  OptionError,
  type OutcomeOptions,
  type Range,
} from "./options.ts";
import type { ClockOptions } from "./time/clock.ts";
import { parseDuration } from "./time/duration.ts";

const maxCatalogueBytes = 16 * 1024 * 1024;

/** What each option of the library is called on the command line, and how what is written there is read. */
const flags: {
  [Name in keyof EmulatorOptions]?: [flag: string, read?: (written: string) => unknown];
} = {
  port: ["port", toNumber],
  host: ["host"],
  publicUrl: ["public-url"],
  token: ["token"],
  controlHosts: ["control-host"],
  controlToken: ["control-token"],
  allowHosts: ["allow-host"],
  profile: ["profile"],
  gaps: ["gaps", readGaps],
  catalogue: ["catalogue", readCatalogueFile],
  renderMs: ["render", (written) => readRange("render", written)],
  latencyMs: ["latency", (written) => readRange("latency", written)],
  outcome: ["outcome", readOutcome],
  seed: ["seed", toNumber],
  dataFolder: ["data"],
  force: ["force"],
  maxJobs: ["max-jobs", toNumber],
  clock: ["clock", readClock],
};

const words: NonNullable<ParseArgsConfig["options"]> = {
  ...Object.fromEntries(Object.values(flags).map(([flag]) => [flag, { type: "string" }])),
  "control-host": { type: "string", multiple: true },
  "allow-host": { type: "string", multiple: true },
  render: { type: "string", multiple: true },
  queue: { type: "string" },
  storage: { type: "string" },
  force: { type: "boolean" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
};

type Written = Record<string, string | boolean | string[] | undefined>;
type RenderWords = { render?: string[]; queue?: string; storage?: string };

/** What the command is to start. */
export interface StartRequest {
  options: EmulatorOptions;
  /** With it the videos are real ones, made here, or by the workers of a queue. */
  rendering?: "local" | { queue: string; storage: string };
}

/**
 * What to start, or what else was asked for.
 *
 * @throws {OptionError} for an option that does not exist, and for a value that it cannot have
 */
export function readArguments(given: string[]): StartRequest | "help" | "version" {
  const values = parse(given);
  if (values.help) return "help";
  if (values.version) return "version";
  const duration = values.render?.findLast((word) => word !== "local");
  const written: Written = { port: String(defaultPort), ...values, render: duration };
  const options: EmulatorOptions = {};
  for (const [name, [flag, read]] of Object.entries(flags)) {
    const value = written[flag];
    if (value === undefined) continue;
    Object.assign(options, { [name]: read && typeof value === "string" ? read(value) : value });
  }
  checkOptions(options, (name) => `--${flags[name]?.[0] ?? name}`);
  const rendering = readRendering(values);
  return { options, ...(rendering && { rendering }) };
}

function readRendering({ render, queue, storage }: RenderWords): StartRequest["rendering"] {
  if (queue !== undefined && storage !== undefined) return { queue, storage };
  if (queue !== undefined || storage !== undefined)
    throw new OptionError(
      "--queue and --storage need each other: one for what is to be made, one for what is made.",
    );
  return render?.includes("local") ? "local" : undefined;
}

function parse(given: string[]): Written & RenderWords {
  try {
    return parseArgs({ args: given, options: words }).values as Written & RenderWords;
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/);
    throw new OptionError(`${reason}. Call it with --help to see the options.`);
  }
}

/** A text that is no number stays one, and is refused with what was expected. */
function toNumber(written: string): number {
  return (/^\d+$/.test(written) ? Number(written) : written) as number;
}

function readClock(mode: string): ClockOptions {
  if (mode === "auto" || mode === "manual") return { mode };
  throw new OptionError(`--clock is "${mode}". Set it to auto or manual.`);
}

function readRange(name: string, written: string): Range {
  try {
    const [first = "", ...rest] = written.split("..");
    const from = parseDuration(first);
    // A second pair of dots is no part of a duration.
    return [from, rest.length === 0 ? from : parseDuration(rest.join(".."))];
  } catch (error) {
    throw new OptionError(`--${name}: ${(error as RangeError).message}`);
  }
}

function readGaps(written: string): GapChoice {
  if (written === "random") return "random";
  const pairs = readPairs(written, /^([^=]+)=([^=]+)$/);
  if (pairs) return pairs;
  throw new OptionError(
    `--gaps is "${written}". Set it to random, or to gap=reading[,gap=reading...], each gap once.`,
  );
}

function readOutcome(written: string): OutcomeOptions {
  const pairs = readPairs(written, /^(fail|stall)=(\d+(?:\.\d+)?)%$/);
  if (!pairs)
    throw new OptionError(
      `--outcome is "${written}". Set it to fail=10%, stall=1% or both, with a comma between them.`,
    );
  const shares = Object.entries(pairs).map(([name, percent]) => [name, Number(percent) / 100]);
  return Object.fromEntries(shares) as OutcomeOptions;
}

/** The values by their names; nothing when a pair is none, or a name stands there twice. */
function readPairs(written: string, form: RegExp): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  for (const pair of written.split(",")) {
    const [, name, value] = form.exec(pair) ?? [];
    if (name === undefined || value === undefined || Object.hasOwn(pairs, name)) return undefined;
    pairs[name] = value;
  }
  return pairs;
}

function readCatalogueFile(path: string): CatalogueOptions {
  try {
    const { size } = statSync(path);
    // A device has no size, and no end.
    if (size === 0 || size > maxCatalogueBytes)
      throw new Error(`it has ${size} bytes, and may have 1 to ${maxCatalogueBytes}`);
    return JSON.parse(readFileSync(path, "utf8")) as CatalogueOptions;
  } catch (error) {
    throw new OptionError(
      `--catalogue ${path} cannot be read: ${(error as Error).message.split("\n")[0]}. Name a JSON file.`,
    );
  }
}
