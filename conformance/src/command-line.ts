/** How every command reads its arguments. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { InputError } from "./input-error.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the options of a command that takes files.
 *
 * @param files how many it takes
 * @throws {InputError} with the help of the command
 */
export function readOptions<T extends Options>(
  args: string[],
  help: string,
  files: "one" | "several",
  options: T,
) {
  const { positionals, values } = parse(args, help, options);
  if (files === "one" && positionals.length !== 1)
    throw new InputError(`Name one file.\n\n${help}`);
  if (positionals.length === 0) throw new InputError(`Name at least one file.\n\n${help}`);
  return { positionals, values };
}

function parse<T extends Options>(args: string[], help: string, options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new InputError(`${(error as Error).message}\n\n${help}`);
  }
}
