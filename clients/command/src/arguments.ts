/** From the words of a command line to what is to be done. */
import { parseArgs } from "node:util";
import type { BodyFlag, OperationCommand } from "../../../generated/command/commands.ts";
import { usageError } from "./errors.ts";
import { checkValues, type FieldValue, readField, type Values } from "./flag-values.ts";
import { bodyFlags, ownFlags, type OwnFlag } from "./flags.ts";
import { suggest } from "./suggest.ts";
import type { CommandNode } from "./tree.ts";

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
