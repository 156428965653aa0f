/** From the words of a command line to what the command is to start. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { OptionError } from "./option-error.ts";
import { checkOptions, describeOptions, type EmulatorOptions, options } from "./options.ts";

/** Where it listens unless it is told otherwise, so that examples can name an address. */
const defaultPort = 4010;

export const help = `Usage: video-generation-emulator [options]

Runs an emulator of the Video Generation Service on this machine.
${describeOptions()}

Where workers make the videos
  --queue <address>       postgres://user:password@host/db
  --storage <place>       where they put them: a folder, or s3://bucket/prefix

  --version, --help

Exit codes: 0 stopped, 2 an option cannot be used.`;

/** What the command is to start. */
export interface StartRequest {
  options: EmulatorOptions;
  /** What makes real videos: a module, or the workers of a queue. */
  rendering?: string | { queue: string; storage: string };
}

type Written = Record<string, string | boolean | (string | boolean)[] | undefined>;

const words: NonNullable<ParseArgsConfig["options"]> = {
  ...Object.fromEntries(
    Object.values(options).flatMap(({ flag, value, isList = false }) =>
      flag === undefined
        ? []
        : [[flag, { type: value === undefined ? "boolean" : "string", multiple: isList }]],
    ),
  ),
  queue: { type: "string" },
  storage: { type: "string" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
};

/** A name that other machines do not have. */
const thisMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

/**
 * What to start, or what else was asked for.
 *
 * @throws {OptionError} for an option that does not exist, and for a value that it cannot have
 */
export function readArguments(given: string[]): StartRequest | "help" | "version" {
  const written = parse(given);
  if (written["help"]) return "help";
  if (written["version"]) return "version";
  const chosen: EmulatorOptions = { port: defaultPort };
  for (const [name, { flag = "", read }] of Object.entries(options)) {
    const value = written[flag];
    if (value === undefined || flag === "renderer") continue;
    Object.assign(chosen, {
      [name]: read && typeof value === "string" ? read(value, flag) : value,
    });
  }
  checkOptions(chosen, (name) => `--${options[name]?.flag ?? name}`);
  const { allowHosts, host = "127.0.0.1" } = chosen;
  chosen.allowThisMachine = allowHosts === undefined && thisMachine.test(host);
  const rendering = readRendering(written);
  return { options: chosen, ...(rendering !== undefined && { rendering }) };
}

function readRendering({ renderer, queue, storage }: Written): StartRequest["rendering"] {
  if (typeof queue === "string" && typeof storage === "string") return { queue, storage };
  if (queue !== undefined || storage !== undefined)
    throw new OptionError(
      "--queue and --storage need each other: one for what is to be made, one for what is made.",
    );
  return renderer as string | undefined;
}

function parse(given: string[]): Written {
  try {
    return parseArgs({ args: given, options: words }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/);
    throw new OptionError(`${reason}. Call it with --help to see the options.`);
  }
}
