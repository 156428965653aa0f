/** The options of an emulator: one table, of which the types, the checks, the command line and its help are made. */
import { isIPv6 } from "node:net";
import { isObject } from "openapi-gaps/document";
import type { GapChoice } from "../gaps/gap-player.ts";
import type { Renderer } from "../jobs/renderer.ts";
import { OptionError } from "../contract/option-error.ts";
import { parseDuration } from "../time/time.ts";
import type { ClockOptions } from "../time/clock.ts";

type Check = (value: unknown) => boolean;

/** An option. Its type is `Value`. */
interface Option<Value> {
  check: Check;
  /** What the check asks for, after "Set it to". */
  expected: string;
  /** Its name on the command line, and what stands for its value: `port <number>`. Without it, only the library has the option. */
  flag?: string;
  /** What the help says, the default in brackets. */
  help?: string;
  /** Reads what was written. A text that it cannot read stays one, which the check refuses. */
  read?: (written: string) => unknown;
  /** May be given several times. */
  isList?: boolean;
  /** Never there: it holds the type. */
  type?: Value;
}

const isText: Check = (value) => typeof value === "string" && value !== "";
const isMode: Check = (value) => value === "auto" || value === "manual";

/** One host, without a port: a port is never looked at. */
const isHost: Check = (value) =>
  /^[\w.-]+$/.test(String(value)) || isIPv6(String(value).replace(/^\[(.*)\]$/, "$1"));

const isOrigin: Check = (value) => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};

const wholeNumber = (min: number, max: number) => ({
  read: (written: string) => (/^\d+$/.test(written) ? Number(written) : written),
  check: (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  expected: `a number from ${min} to ${max}`,
});

const token = {
  check: (value: unknown) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value),
  expected: "visible ASCII characters only, and at least one",
};

const trueOrFalse = {
  check: (value: unknown) => typeof value === "boolean",
  expected: "true or false",
};

const table = {
  /** Port to listen on; 0 takes a free one. @default 0 */
  port: {
    ...wholeNumber(0, 65_535),
    flag: "port <number>",
    help: "port to listen on, 0 for any (4010)",
  } as Option<number>,
  /** Address to listen on. @default "127.0.0.1" */
  host: {
    flag: "host <address>",
    help: "address to listen on (127.0.0.1)",
    check: isText,
    expected: "a name or an address",
  } as Option<string>,
  /** False makes no server: the requests come through `handle` or `fetch`. @default true */
  listen: trueOrFalse as Option<boolean>,
  /** Base of the addresses that are handed out, such as those of videos. The one that the client has called by default. */
  publicUrl: {
    flag: "public-url <url>",
    help: "base of the addresses it hands out (as it was called)",
    read: (written) => written.replace(/\/$/, ""),
    check: isOrigin,
    expected: "an http or https URL without a path, such as http://emulator:4010",
  } as Option<string>,
  /** Address of a reference site, which the page links to. */
  siteUrl: { check: isText, expected: "an address" } as Option<string>,
  /** The token that requests have to carry. @default "emulator-token" */
  token: {
    ...token,
    flag: "token <text>",
    help: "the token that requests have to carry (emulator-token)",
  } as Option<string>,
  /**
   * Names and addresses by which other machines may call the control plane; `*` for any. They need the control token. By default it
   * serves programs on its own machine alone. @default []
   */
  controlHosts: {
    isList: true,
    check: (value) => Array.isArray(value) && value.every((host) => host === "*" || isHost(host)),
    expected: "names and addresses without a port, or *",
    flag: "control-host <host>",
    help: "a name by which other machines may call the control plane, * for any; may be repeated (this machine alone)",
  } as Option<string[]>,
  /** What other machines have to send to the control plane. Random by default. */
  controlToken: {
    ...token,
    flag: "control-token <text>",
    help: "what they have to send (random)",
  } as Option<string>,
  /** Hosts that addresses in requests may lead to although they are private. @default [] */
  allowHosts: {
    isList: true,
    check: (value) => Array.isArray(value) && value.every(isHost),
    expected: "names and addresses without a port",
    flag: "allow-host <host>",
    help: "a private host that addresses in requests may lead to, and no other; may be repeated (this machine)",
  } as Option<string[]>,
  /**
   * Addresses in requests may lead to this machine, if the request came from it and from no page of another site. The command allows
   * it while it listens on this machine alone and no host is allowed by name. @default false
   */
  allowThisMachine: trueOrFalse as Option<boolean>,
  /** Behaviours of gaps to play from the start. @default {} */
  gaps: {
    flag: "gaps <choice>",
    help: "undocumented behaviour to simulate: random, or gap=behaviour[,gap=behaviour...]",
    read: (written): unknown =>
      /^[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*$/.test(written)
        ? Object.fromEntries(written.split(",").map((pair) => pair.split("=")))
        : written,
    check: (value) =>
      value === "random" || (isObject(value) && Object.values(value as object).every(isText)),
    expected: "random, or to a behaviour for each gap: gap=behaviour[,gap=behaviour...]",
  } as Option<GapChoice>,
  /** How long a job renders, in milliseconds by the clock of the emulator. @default 10000 */
  renderMs: {
    flag: "render <duration>",
    help: "how long a job renders (10s)",
    // A hundred years.
    ...wholeNumber(0, 3_155_760_000_000),
    read: readDuration,
    expected:
      "a duration such as 250ms, 10s, 2m or 1h, in the library to milliseconds, at most a hundred years",
  } as Option<number>,
  /** Makes the videos, from the creation of their job on. A short clip for every job by default. */
  renderer: {
    flag: "renderer <module>",
    help: "make real videos: local, with the package video-generation-renderer, or a module of yours (a clip for every video)",
    check: (value) => typeof value === "function",
    expected: "a function",
  } as Option<Renderer>,
  /** Where the clock starts, and whether it goes by itself. */
  clock: {
    flag: "clock <mode>",
    help: "auto, or manual: stands still until it is moved (auto)",
    read: (written) => (isMode(written) ? { mode: written } : written),
    check: (value) => isObject(value) && (value["mode"] === undefined || isMode(value["mode"])),
    expected: "auto or manual, in the library to an object with that as mode, and startAt",
  } as Option<ClockOptions>,
  /** Makes identifiers, faults and behaviours the same in every run. Random by default. */
  seed: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    flag: "seed <number>",
    help: "the same identifiers, faults and behaviours in every run (random)",
  } as Option<number>,
  /** Folder that keeps the jobs across restarts, with seed and clock. In memory by default. */
  dataFolder: {
    check: isText,
    expected: "a folder",
    flag: "data <folder>",
    help: "keep the jobs in this folder (in memory)",
  } as Option<string>,
  /**
   * Jobs to keep. With more of them, the job that has been finished for the longest time is dropped; when all of them render, no more
   * are taken. @default 100000
   */
  maxJobs: {
    ...wholeNumber(1, Number.MAX_SAFE_INTEGER),
    flag: "max-jobs <number>",
    help: "jobs kept; the oldest finished go first (100000)",
  } as Option<number>,
};

export type EmulatorOptions = {
  [Name in keyof typeof table]?: NonNullable<(typeof table)[Name]["type"]> | undefined;
};

export const options: Record<string, Option<unknown>> = table;

function readDuration(written: string): unknown {
  try {
    return parseDuration(written);
  } catch {
    return written;
  }
}

/**
 * Checks options. One that is undefined is as one that is missing.
 *
 * @param nameOf what an option is called where it was given
 * @throws {OptionError} for the first one that cannot be used
 */
export function checkOptions(
  given: object,
  nameOf: (name: string) => string = (name) => name,
): void {
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!known)
      throw new OptionError(
        `There is no option ${name}. Remove it, or write one of ${Object.keys(options).join(", ")}.`,
      );
    if (value === undefined || known.check(value)) continue;
    const shown = typeof value === "number" ? value : JSON.stringify(value);
    throw new OptionError(`${nameOf(name)} is ${shown}. Set it to ${known.expected}.`);
  }
}

/** The lines of the help about the options, of a terminal's width. */
export function describeOptions(): string {
  return Object.values(options)
    .filter(({ flag }) => flag !== undefined)
    .map(({ flag = "", help = "" }) => {
      const lines = help.match(/\S.{0,53}(?= |$)/g) ?? [];
      return `  --${flag.padEnd(22)}${lines.join(`\n${" ".repeat(26)}`)}`;
    })
    .join("\n");
}
