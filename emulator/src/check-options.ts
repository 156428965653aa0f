/** What each option may be. The library and the command share these checks; the command has other names for the options. */
import { isObject } from "./contract/document.ts";
import { type EmulatorOptions, OptionError, type Range } from "./options.ts";

type Check = (value: unknown) => boolean;
type Checks = { [Name in keyof EmulatorOptions]-?: [check: Check, expected: string] };

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
const isRange: Check = (value) => {
  const [from, to] = toRange(value as Range);
  return isDuration(from) && isDuration(to) && from <= to;
};
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => check(item));
/** A host as an address has it, without a port: a port is never looked at. */
const isHost: Check = (value) =>
  typeof value === "string" &&
  (URL.parse(`http://${value.includes(":") && !value.startsWith("[") ? `[${value}]` : value}`)
    ?.pathname === "/" ||
    false) &&
  !/[/@?#\s]/.test(value) &&
  !/^[^:]*:\d*$/.test(value) &&
  !/\]:/.test(value);

/** A hundred years. */
const maxDurationMs = 3_155_760_000_000;
const isDuration = isNumber(0, maxDurationMs);

const duration = "milliseconds, at most a hundred years, or a pair of them, the smaller first";
const visible = "visible ASCII characters only, and at least one";

const checks: Checks = {
  port: [isWhole(0, 65_535), "a number from 0 to 65535"],
  host: [isText, "a name or an address"],
  listen: [isBoolean, "true or false"],
  publicUrl: [isOrigin, "an http or https URL without a path, such as http://emulator:4010"],
  siteUrl: [isText, "an address"],
  token: [isVisible, visible],
  controlHosts: [
    isListOf((value) => value === "*" || isHost(value)),
    "names and addresses without a port, or *",
  ],
  controlToken: [isVisible, visible],
  profile: [(value) => value === "assumed" || value === "strict", "assumed or strict"],
  seed: [isWhole(0, Number.MAX_SAFE_INTEGER), `a number from 0 to ${Number.MAX_SAFE_INTEGER}`],
  gaps: [
    (value) =>
      value === "random" || (isObject(value) && Object.values(value as object).every(isText)),
    "random, or a reading for each gap",
  ],
  catalogue: [
    (value) => isObject(value) && Object.values(value as object).every(isListOf(isObject)),
    "lists of objects by name",
  ],
  dataFolder: [isText, "a folder"],
  allowHosts: [isListOf(isHost), "names and addresses without a port"],
  clock: [
    (value) => isObject(value) && hasOnly(value, { startAt: () => true, mode: isClockMode }),
    "an object with startAt and mode, which is auto or manual",
  ],
  renderMs: [isRange, duration],
  latencyMs: [isRange, duration],
  outcome: [
    (value) =>
      isObject(value) &&
      hasOnly(value, { fail: isNumber(0, 1), stall: isNumber(0, 1) }) &&
      Object.values(value as Record<string, number>).reduce((sum, part) => sum + part, 0) <= 1,
    "fail and stall, from 0 to 1 and not more together",
  ],
  renderer: [(value) => typeof value === "function", "a function"],
  rendersAtOnce: [isBoolean, "true or false"],
  maxJobs: [isWhole(1, Number.MAX_SAFE_INTEGER), "a number from 1"],
  force: [isBoolean, "true or false"],
};

/**
 * Checks options. One that is undefined is as one that is missing.
 *
 * @param nameOf what an option is called where it was given
 * @throws {OptionError} for the first one that cannot be used
 */
export function checkOptions(
  options: EmulatorOptions,
  nameOf = (name: keyof EmulatorOptions): string => name,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name))
      throw new OptionError(
        `There is no option ${name}. Remove it, or write one of ${Object.keys(checks).join(", ")}.`,
      );
    const [check, expected] = checks[name as keyof EmulatorOptions];
    if (value === undefined || check(value)) continue;
    throw new OptionError(
      `${nameOf(name as keyof EmulatorOptions)} is ${show(value)}. Set it to ${expected}.`,
    );
  }
}

/** From and to. */
export function toRange(range: Range): readonly [number, number] {
  return Array.isArray(range) && range.length === 2
    ? (range as unknown as readonly [number, number])
    : [range as number, range as number];
}

function isClockMode(value: unknown): boolean {
  return value === "auto" || value === "manual";
}

function isOrigin(value: unknown): boolean {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function hasOnly(value: unknown, fields: Record<string, Check>): boolean {
  return Object.entries(value as object).every(
    ([name, field]) => field === undefined || (fields[name]?.(field) ?? false),
  );
}

function show(value: unknown): string {
  return typeof value === "number" || typeof value === "function"
    ? String(value)
    : (JSON.stringify(value) ?? String(value));
}
