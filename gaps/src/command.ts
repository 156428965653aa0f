/** What a command of the package is made of, and how its words become options. */
import { parseArgs } from "node:util";
import { UserError } from "./problem.ts";

/** An option as `parseArgs` takes it, with what the help says. */
interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  /** What stands for the value in the help, such as `<file>`. */
  value?: string;
  help: string;
}

type Options = Record<string, Option>;

export type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>["values"];

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
  run(input: { values: Values<T>; operands: string[] }): number;
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
export function runCommand({ name, options, run }: Command, args: string[]): number {
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const message = (error as Error).message.replace(/\. To specify.*$/s, ".");
    throw new UserError(`${message}\n  See openapi-gaps ${name} --help.`);
  }
  return run({ values: parsed.values, operands: parsed.positionals });
}

export function helpOf({ name, summary, operands, details = "", options }: Command): string {
  const rows = Object.entries(options).map(([option, { value = "", help }]): [string, string] => [
    `--${option} ${value}`,
    help,
  ]);
  const usage = `Usage: openapi-gaps ${name} ${operands} [options]`;
  return [usage, summary, details, columns(rows).join("\n")].filter(Boolean).join("\n\n");
}

/** Names on the left, and what they mean on the right. */
export function columns(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
