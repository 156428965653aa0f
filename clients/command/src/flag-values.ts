/** From the text of a flag to its value. */
import type { BodyFlag } from "../../../generated/command/commands.ts";
import { usageError } from "./errors.ts";
import { formats, type OwnFlag } from "./flags.ts";
import { parseDuration, parseSize } from "./quantities.ts";
import { suggest } from "./suggest.ts";

export type Format = (typeof formats)[number];

/** The texts of each flag that takes one, in their order. */
export type Values = Map<string, string[]>;

/** A field that a flag sets. */
export interface FieldValue {
  path: string[];
  value: unknown;
  /** As the flag is written. */
  flag: string;
}

/** @throws {CommandError} for a text that is no value of the field */
export function readField(
  flag: BodyFlag,
  values: Values,
  switches: ReadonlySet<string>,
): FieldValue[] {
  const { name, path, kind } = flag;
  if (kind === "boolean") {
    if (switches.has(name)) return [{ path, value: true, flag: `--${name}` }];
    return switches.has(`no-${name}`) ? [{ path, value: false, flag: `--no-${name}` }] : [];
  }
  const text = onlyOne(name, values);
  return text === undefined ? [] : [{ path, value: valueOf(flag, text), flag: `--${name}` }];
}

function valueOf({ name, kind, values }: BodyFlag, text: string): unknown {
  switch (kind) {
    case "integer":
    case "number": {
      const value = Number(text);
      const isNumber = text.trim() !== "" && Number.isFinite(value);
      if (isNumber && (kind === "number" || Number.isSafeInteger(value))) return value;
      throw usageError(`--${name} is no ${kind === "integer" ? "whole number" : "number"}.`);
    }
    case "json":
    case "any":
      try {
        return JSON.parse(text) as unknown;
      } catch {
        if (kind === "any") return text;
        throw usageError(`--${name} is no JSON. For more than a line, --file is easier.`);
      }
    default:
      if (values && !values.includes(text)) {
        throw usageError(`--${name} is one of ${values.join(", ")}.${suggest(text, values)}`);
      }
      return text;
  }
}

function onlyOne(name: string, values: Values): string | undefined {
  const given = values.get(name);
  if (given && given.length > 1) throw usageError(`--${name} stands there twice.`);
  return given?.[0];
}

/** @throws {CommandError} for a text that is no value of its flag */
export function checkValues(own: OwnFlag[], values: Values) {
  const texts: Record<string, string | undefined> = {};
  const numbers: Record<string, number | undefined> = {};
  for (const { name, value, isRepeated } of own) {
    const text = isRepeated ? undefined : onlyOne(name, values);
    if (text === undefined) continue;
    if (value === "format" && !formats.includes(text as Format)) {
      throw usageError(`--${name} is one of ${formats.join(", ")}.${suggest(text, formats)}`);
    }
    if (value === "duration") numbers[name] = parseDuration(text) ?? refuse(name, "20s or 5m");
    else if (value === "size") numbers[name] = parseSize(text) ?? refuse(name, "500M or 4G");
    else if (value === "count") numbers[name] = readCount(name, text);
    else texts[name] = text;
  }
  return { texts, numbers, pending: values.get("pending") ?? [] };
}

function readCount(name: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse(name, "0 or 3");
}

function refuse(name: string, example: string): never {
  throw usageError(`--${name} has to be like ${example}.`);
}
