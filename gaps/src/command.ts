/** What a command of the package is made of, and how its words become options. */
import { parseArgs } from "node:util";
import { UserError } from "./problem.ts";

export interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  /** What stands for the value in the help, such as `<file>`. */
  value?: string;
  help: string;
}

type Options = Record<string, Option>;

/** What an option becomes: a text, a list of texts, or whether it was there. */
export type Values<T extends Options> = {
  [Name in keyof T]: T[Name] extends { type: "boolean" }
    ? boolean
    : T[Name] extends { multiple: true }
      ? string[]
      : string | undefined;
};

export interface Command<T extends Options = Options> {
  name: string;
  /** One sentence. */
  summary: string;
  /** What stands behind the name, such as `<recordings…>`. */
  operands: string;
  /** What the summary leaves out. */
  details?: string;
  options: T;
  /** @returns the exit code: 0 when all is well, 1 when something was found */
  run(input: { values: Values<T>; operands: string[] }): Promise<number>;
}

export const defineCommand = <const T extends Options>(command: Command<T>): Command<T> => command;

/** Options that several commands have. */
export const contractOption = {
  contract: { type: "string", value: "<file>", help: "the OpenAPI document, in YAML or JSON" },
} as const;

export const notesOption = {
  notes: {
    type: "string",
    value: "<overlay>",
    help: "an OpenAPI overlay with notes on gaps, for a document that is not yours",
  },
} as const;

/**
 * The operand of a command that takes one.
 *
 * @param what it is, for the error
 */
export function onlyOperand(operands: string[], what: string): string {
  const [operand, ...others] = operands;
  if (operand === undefined) throw new UserError(`Name the ${what}.`);
  if (others.length > 0)
    throw new UserError(`Name one ${what}. These are ${operands.length}: ${operands.join(", ")}.`);
  return operand;
}

/** Runs a command with the words behind its name. */
export function runCommand<T extends Options>(
  command: Command<T>,
  words: string[],
): Promise<number> {
  const { values, positionals } = parse(command, words);
  const complete = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple }]) => [
      name,
      values[name] ?? (type === "boolean" ? false : multiple ? [] : undefined),
    ]),
  );
  return command.run({ values: complete as Values<T>, operands: positionals });
}

function parse({ name, options }: Command, words: string[]) {
  const accepted = Object.fromEntries(
    Object.entries(options).map(([option, { type, multiple = false }]) => [
      option,
      { type, multiple },
    ]),
  );
  try {
    return parseArgs({ args: words, options: accepted, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    throw new UserError(
      `${message.replace(/\. To specify.*$/s, ".")}\n  See openapi-gaps ${name} --help.`,
    );
  }
}

export function helpOf({ name, summary, operands, details, options }: Command): string {
  const rows = Object.entries(options).map(([option, { value = "", help }]): [string, string] => [
    `--${option} ${value}`.trimEnd(),
    help,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return [
    `Usage: openapi-gaps ${name} ${operands}${rows.length > 0 ? " [options]" : ""}`,
    "",
    summary,
    ...(details ? ["", details] : []),
    ...(rows.length > 0
      ? ["", ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)]
      : []),
  ].join("\n");
}
