/** From the words of a command line to what is to be done. */
import { parseArgs } from "node:util";
import type { BodyFlag, OperationCommand } from "../../../generated/command/commands.ts";
import { usageError } from "./errors.ts";
import { bodyFlags, formats, ownFlags, type OwnFlag } from "./flags.ts";
import { parseDuration, parseSize } from "./quantities.ts";
import { suggest } from "./suggest.ts";
import type { CommandNode } from "./tree.ts";

export type Format = (typeof formats)[number];

/** A field that a flag sets. */
export interface FieldValue {
  path: string[];
  value: unknown;
  /** As the flag is written. */
  flag: string;
}

/** The words of one command, read. */
export interface Invocation {
  node: CommandNode;
  operation: OperationCommand;
  /** Path parameters, in their order. */
  parameters: string[];
  fields: FieldValue[];
  /** The switches that stand there, by their names. */
  switches: ReadonlySet<string>;
  /** Values of the other flags, checked. */
  texts: Readonly<Record<string, string | undefined>>;
  numbers: Readonly<Record<string, number | undefined>>;
  pending: string[];
}

const tokenFlags = ["token", "api-token", "access-token", "bearer"];

/** @throws {CommandError} for a flag that does not exist, or has no such value */
export function readInvocation(node: CommandNode, words: string[]): Invocation | "help" {
  const own = ownFlags(node);
  const fields = bodyFlags(node);
  refuseToken(words);
  const { values, positionals, switches } = readFlags(commandOf(node), words, own, fields);
  if (switches.has("help")) return "help";
  const operation = chooseOperation(node, switches);
  const { parameters } = operation;
  if (positionals.length !== parameters.length) {
    throw usageError(
      positionals.length < parameters.length
        ? `${commandOf(node)} needs ${parameters.map(({ name }) => name.toUpperCase()).join(" ")} after it.`
        : `${commandOf(node)} takes no "${positionals.at(-1)}".`,
    );
  }
  refuseWithoutEffect(node, new Set([...values.keys(), ...switches]));
  const { texts, numbers, pending } = checkValues(own, values);
  return {
    node,
    operation,
    parameters: positionals,
    fields: fields.flatMap((flag) => readField(flag, values, switches)),
    switches,
    texts,
    numbers,
    pending,
  };
}

/** Who writes a flag means something by it. */
function refuseWithoutEffect({ isCreate }: CommandNode, given: ReadonlySet<string>): void {
  const needs: [flags: string[], needed: string][] = [
    [["max-wait", "interval", "pending", ...(isCreate ? ["download"] : [])], "wait"],
    [["force", "max-size", "max-files", "download-deadline"], "download"],
  ];
  for (const [flags, needed] of needs) {
    const idle = flags.find((flag) => given.has(flag) && !given.has(needed));
    if (idle) throw usageError(`--${idle} has no effect without --${needed}.`);
  }
}

/** Everyone on the machine sees the arguments of a process, and the shell keeps them. */
export function refuseToken(words: string[]): void {
  const end = words.indexOf("--");
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const [, name = ""] = /^--?([\w-]+)/.exec(word) ?? [];
    if (!tokenFlags.includes(name)) continue;
    throw usageError(
      `--${name} would show the token to every user of this machine. Set VIDEO_GENERATION_TOKEN, or leave it out and type it when you are asked.`,
    );
  }
}

const commandOf = ({ resource, verb }: CommandNode) => `${resource} ${verb}`;

type Values = Map<string, string[]>;

/** @param command its name, for messages */
export function readFlags(
  command: string,
  words: string[],
  own: OwnFlag[],
  fields: BodyFlag[] = [],
) {
  const switchNames = [
    ...own.filter(({ value }) => !value).map(({ name }) => name),
    ...fields.filter(({ kind }) => kind === "boolean").map(({ name }) => name),
  ];
  const valueNames = [
    ...own.filter(({ value }) => value).map(({ name }) => name),
    ...fields.filter(({ kind }) => kind !== "boolean").map(({ name }) => name),
  ];
  const { tokens } = parseArgs({
    args: words,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      ...Object.fromEntries(switchNames.map((name) => [name, { type: "boolean" as const }])),
      ...Object.fromEntries(valueNames.map((name) => [name, { type: "string" as const }])),
      help: { type: "boolean", short: "h" },
      ...(valueNames.includes("file") && { file: { type: "string", short: "f" } }),
      output: { type: "string", short: "o" },
    },
  });
  const values: Values = new Map();
  const switches = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, value, inlineValue, rawName } = token;
    const positive = name.replace(/^no-/, "");
    const isNegated = fields.some((flag) => flag.kind === "boolean" && flag.name === positive);
    if (switchNames.includes(name) || isNegated) {
      if (inlineValue) throw usageError(`--${name} is a switch and takes no value.`);
      refuseBoth(name, positive, switches);
      switches.add(name);
    } else if (valueNames.includes(name)) {
      // What follows is another flag, unless it is a number below zero, or - for the standard input.
      const isFlag = !inlineValue && value !== undefined && /^-[^\d]/.test(value);
      if (value === undefined || isFlag) throw usageError(`--${name} needs a value.`);
      values.set(name, [...(values.get(name) ?? []), value]);
    } else {
      throw unknownFlag(rawName, command, [...switchNames, ...valueNames]);
    }
  }
  return { values, positionals, switches };
}

function refuseBoth(name: string, positive: string, switches: Set<string>): void {
  const other = name === positive ? `no-${name}` : positive;
  if (switches.has(other)) throw usageError(`--${name} and --${other} exclude each other.`);
}

/** The value of the flag may be a secret and is not shown. */
function unknownFlag(rawName: string, command: string, names: string[]) {
  const name = rawName.replace(/^-+/, "").replace(/=[^]*$/, "");
  return usageError(
    `${command} has no flag ${rawName.replace(/=[^]*$/, "")}.${suggest(name, names, "--")} --help lists its flags.`,
  );
}

function chooseOperation(node: CommandNode, switches: ReadonlySet<string>): OperationCommand {
  const chosen = node.operations.filter(({ variant }) => variant && switches.has(variant));
  if (chosen.length > 1) {
    const names = chosen.map(({ variant }) => `--${variant}`).join(" and ");
    throw usageError(`${names} exclude each other.`);
  }
  return chosen[0] ?? node.operations[0]!;
}

function readField(flag: BodyFlag, values: Values, switches: ReadonlySet<string>): FieldValue[] {
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

function checkValues(own: OwnFlag[], values: Values) {
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
