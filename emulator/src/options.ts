/** The options of an emulator: one table, of which the types, the checks, the command line and its help are made. */
import { isObject } from "./contract/document.ts";
import type { GapChoice } from "./gaps/gap-player.ts";
import type { Renderer } from "./jobs/renderer.ts";
import { OptionError } from "./option-error.ts";
import { readClock, readGaps, readOutcome, readRange, toNumber } from "./read-options.ts";
import type { ClockOptions } from "./time/clock.ts";

/** One number, or a pair of them to draw from. */
export type Range = number | readonly [from: number, to: number];

export interface OutcomeOptions {
  /** The job fails. */
  fail?: number;
  /** The job renders for ever. */
  stall?: number;
}

type Check = (value: unknown) => boolean;

/** An option. Its type is `Value`. */
interface Option<Value> {
  check: Check;
  /** What the check asks for, after "Set it to". */
  expected: string;
  /** What it is called on the command line. Without it, only the library has the option. */
  flag?: string;
  /** What stands for its value in the help; without it, the flag takes none. */
  value?: string;
  /** What the help says, in lines of at most 50 letters. */
  help?: string[];
  /** What the help names as its default. */
  byDefault?: string;
  /** May be given several times. */
  isList?: boolean;
  /** Reads what was written on the command line. */
  read?: (written: string, flag: string) => unknown;
  /** Never there: it holds the type. */
  type?: Value;
}

const option = <Value>(described: Option<Value>): Option<Value> => described;

const isNumber =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === "number" && value >= min && value <= max;
const isWhole =
  (min: number, max: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && isNumber(min, max)(value);
const isBoolean: Check = (value) => typeof value === "boolean";
const isText: Check = (value) => typeof value === "string" && value !== "";
const isVisible: Check = (value) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => check(item));

/** A host as an address has it, without a port: a port is never looked at. */
const isHost: Check = (value) => {
  if (typeof value !== "string" || /[/@?#\s]|^[^:]*:\d*$|\]:/.test(value)) return false;
  const host = value.includes(":") && !value.startsWith("[") ? `[${value}]` : value;
  return URL.parse(`http://${host}`)?.pathname === "/";
};

const isOrigin: Check = (value) => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};

/** A hundred years. */
const maxDurationMs = 3_155_760_000_000;
const isDuration = isNumber(0, maxDurationMs);
const isRange: Check = (value) => {
  const [from, to] = toRange(value as Range);
  return isDuration(from) && isDuration(to) && from <= to;
};

/** An object with no other fields than these. */
const isOf =
  (fields: Record<string, Check>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(value as object).every(
      ([name, field]) => field === undefined || (fields[name]?.(field) ?? false),
    );

const duration = "milliseconds, at most a hundred years, or a pair of them, the smaller first";
const visible = "visible ASCII characters only, and at least one";

/** The headings of the help stand before these options. */
const headings: Record<string, string> = {
  port: "Where it is called",
  gaps: "What it does",
  dataFolder: "What it keeps",
};

const table = {
  /** Port to listen on; 0 takes a free one. @default 0 */
  port: option<number>({
    ...{ flag: "port", value: "number", read: toNumber, byDefault: "4010" },
    help: ["port to listen on, 0 for any"],
    ...{ check: isWhole(0, 65_535), expected: "a number from 0 to 65535" },
  }),
  /** Address to listen on. @default "127.0.0.1" */
  host: option<string>({
    ...{ flag: "host", value: "address", byDefault: "127.0.0.1" },
    help: ["address to listen on"],
    ...{ check: isText, expected: "a name or an address" },
  }),
  /** False makes no server: the requests come through `handle` or `fetch`. @default true */
  listen: option<boolean>({ check: isBoolean, expected: "true or false" }),
  /** Base of the addresses that are handed out, such as those of videos. The one that the client has called by default. */
  publicUrl: option<string>({
    ...{ flag: "public-url", value: "url", byDefault: "as it was called" },
    help: ["base of the addresses it hands out"],
    check: isOrigin,
    expected: "an http or https URL without a path, such as http://emulator:4010",
  }),
  /** Address of a reference site, which the page links to. */
  siteUrl: option<string>({ check: isText, expected: "an address" }),
  /** The token that requests have to carry. @default "emulator-token" */
  token: option<string>({
    ...{ flag: "token", value: "text", byDefault: "emulator-token" },
    help: ["the token that requests have to carry"],
    ...{ check: isVisible, expected: visible },
  }),
  /**
   * Names and addresses by which other machines may call the control plane; `*` for any. They need the control token. By default it
   * answers to programs on its own machine alone. @default []
   */
  controlHosts: option<string[]>({
    ...{ flag: "control-host", value: "host", byDefault: "this machine alone", isList: true },
    help: [
      "a name by which other machines may call the",
      "control plane, * for any; may be repeated",
    ],
    check: isListOf((value) => value === "*" || isHost(value)),
    expected: "names and addresses without a port, or *",
  }),
  /** What other machines have to send to the control plane. Random by default. */
  controlToken: option<string>({
    ...{ flag: "control-token", value: "text", byDefault: "random" },
    help: ["what they have to send"],
    ...{ check: isVisible, expected: visible },
  }),
  /** Hosts that addresses in requests may lead to although they are private. @default [] */
  allowHosts: option<string[]>({
    ...{ flag: "allow-host", value: "host", byDefault: "this machine", isList: true },
    help: [
      "a private host that addresses in requests may",
      "lead to, and no other; may be repeated",
    ],
    ...{ check: isListOf(isHost), expected: "names and addresses without a port" },
  }),
  /**
   * Addresses in requests may lead to this machine, if the request came from it and from no page of another site. The command allows
   * it while it listens on this machine alone and no host is allowed by name. @default false
   */
  allowThisMachine: option<boolean>({ check: isBoolean, expected: "true or false" }),
  /** Readings of gaps to play from the start. @default {} */
  gaps: option<GapChoice>({
    ...{ flag: "gaps", value: "choice", read: readGaps },
    help: ["random, or gap=reading[,gap=reading...]"],
    check: (value) =>
      value === "random" || (isObject(value) && Object.values(value as object).every(isText)),
    expected: "random, or a reading for each gap",
  }),
  /** How long a job renders, in milliseconds by the clock of the emulator. A pair draws each job's. @default 10000 */
  renderMs: option<Range>({
    ...{ flag: "render", value: "duration", byDefault: "10s", read: readRange },
    help: ["how long a job renders, 2s or 2s..30s"],
    ...{ check: isRange, expected: duration },
  }),
  /** Makes the videos. A short clip for every job by default. */
  renderer: option<Renderer>({
    ...{ flag: "renderer", value: "module", byDefault: "a clip for every video" },
    help: [
      "make real videos: local, with the package",
      "video-generation-renderer, or a module of yours",
    ],
    ...{ check: (value: unknown) => typeof value === "function", expected: "a function" },
  }),
  /** Starts the renderer when a job is created. It ends when both its time and the renderer are over. @default false */
  rendersAtOnce: option<boolean>({ check: isBoolean, expected: "true or false" }),
  /** How long each answer of the API is held back, in milliseconds. A pair draws each answer's. @default 0 */
  latencyMs: option<Range>({
    ...{ flag: "latency", value: "duration", byDefault: "0ms", read: readRange },
    help: ["how long answers are held back, 20ms..80ms"],
    ...{ check: isRange, expected: duration },
  }),
  /** How likely a job ends otherwise, from 0 to 1, unless its request chooses. @default {} */
  outcome: option<OutcomeOptions>({
    ...{ flag: "outcome", value: "choice", read: readOutcome },
    help: ["fail=10%[,stall=1%]: how likely jobs fail or", "never end"],
    check: (value) =>
      isOf({ fail: isNumber(0, 1), stall: isNumber(0, 1) })(value) &&
      Object.values(value as Record<string, number>).reduce((sum, part) => sum + part, 0) <= 1,
    expected: "fail and stall, from 0 to 1 and not more together",
  }),
  /** Where the clock starts, and whether it goes by itself. */
  clock: option<ClockOptions>({
    ...{ flag: "clock", value: "mode", byDefault: "auto", read: readClock },
    help: ["auto, or manual: stands still until it is moved"],
    check: isOf({ startAt: () => true, mode: (mode) => mode === "auto" || mode === "manual" }),
    expected: "an object with startAt and mode, which is auto or manual",
  }),
  /** Makes identifiers, faults and readings the same in every run. Random by default. */
  seed: option<number>({
    ...{ flag: "seed", value: "number", byDefault: "random", read: toNumber },
    help: ["the same identifiers, faults and readings in", "every run"],
    check: isWhole(0, Number.MAX_SAFE_INTEGER),
    expected: `a number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  }),
  /** Folder that keeps the jobs across restarts, with seed and clock. In memory by default. */
  dataFolder: option<string>({
    ...{ flag: "data", value: "folder", byDefault: "in memory" },
    help: ["keep the jobs in this folder"],
    ...{ check: isText, expected: "a folder" },
  }),
  /**
   * Jobs to keep. With more of them, the job that has been finished for the longest time is dropped; when all of them render, no more
   * are taken. @default 100000
   */
  maxJobs: option<number>({
    ...{ flag: "max-jobs", value: "number", byDefault: "100000", read: toNumber },
    help: ["drop the oldest finished job of more"],
    ...{ check: isWhole(1, Number.MAX_SAFE_INTEGER), expected: "a number from 1" },
  }),
};

export type EmulatorOptions = {
  [Name in keyof typeof table]?: NonNullable<(typeof table)[Name]["type"]> | undefined;
};

export const options: Record<string, Option<unknown>> = table;

/**
 * Checks options. One that is undefined is as one that is missing.
 *
 * @param nameOf what an option is called where it was given
 * @throws {OptionError} for the first one that cannot be used
 */
export function checkOptions(given: object, nameOf = (name: string) => name): void {
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!known)
      throw new OptionError(
        `There is no option ${name}. Remove it, or write one of ${Object.keys(options).join(", ")}.`,
      );
    if (value === undefined || known.check(value)) continue;
    throw new OptionError(`${nameOf(name)} is ${show(value)}. Set it to ${known.expected}.`);
  }
}

function show(value: unknown): string {
  return typeof value === "number" || typeof value === "function"
    ? String(value)
    : (JSON.stringify(value) ?? String(value));
}

/** From and to. */
export function toRange(range: Range): readonly [from: number, to: number] {
  return Array.isArray(range) && range.length === 2
    ? (range as [number, number])
    : [range as number, range as number];
}

/** The lines of the help about the options, under their headings. The default stands in the last one where there is room. */
export function describeOptions(): string {
  return Object.entries(options)
    .flatMap(([name, { flag, value, help = [], byDefault }]) => {
      if (flag === undefined) return [];
      const heading = headings[name];
      const left = `  --${flag}${value === undefined ? "" : ` <${value}>`}`.padEnd(26);
      const lines = [...help];
      const last = lines.pop() ?? "";
      const note = byDefault === undefined ? "" : `(${byDefault})`;
      const fits = last.length + note.length < 53;
      lines.push(...(fits ? [`${last} ${note}`.trimEnd()] : [last, note]));
      return [
        ...(heading === undefined ? [] : ["", heading]),
        ...lines.map((line, index) => (index === 0 ? left : " ".repeat(26)) + line),
      ];
    })
    .join("\n");
}
