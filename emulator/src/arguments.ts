/** From the words of a command line to options. */
import { parseArgs } from "node:util";
import type { GapChoice } from "./gaps/gap-player.ts";
import { type EmulatorOptions, OptionError } from "./options.ts";
import { parseDuration } from "./time/duration.ts";

/** Where the command listens unless it is told otherwise, so that examples can name an address. */
const defaultPort = 4010;

export const help = `Usage: video-generation-emulator [options]

Runs an emulator of the Video Generation Service on this machine.

  --port <number>       port to listen on, 0 for any            (${defaultPort})
  --host <address>      address to listen on                    (127.0.0.1)
  --token <text>        the token that requests have to carry   (emulator-token)
  --data <folder>       keep the jobs in this folder            (in memory)
  --profile <name>      assumed: fill the gaps of the specification
                        strict: show only what it states        (assumed)
  --seed <number>       the same identifiers, faults and readings in every run
  --gaps <choice>       random, or gap=reading[,gap=reading...]
  --render <duration>   how long a job renders, for instance 2s (10s)
  --clock <mode>        auto, or manual: stands still until it is moved
  --allow-host <host>   a private host that addresses may lead to; may be repeated
  --version, --help

Exit codes: 0 stopped, 2 an option cannot be used.
`;

const options = {
  port: { type: "string" },
  host: { type: "string" },
  token: { type: "string" },
  data: { type: "string" },
  profile: { type: "string" },
  seed: { type: "string" },
  gaps: { type: "string" },
  render: { type: "string" },
  clock: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * Options for `createEmulator`, or what else was asked for.
 *
 * @throws {OptionError} for an option that does not exist, and for a value that it cannot have
 */
export function readArguments(words: string[]): EmulatorOptions | "help" | "version" {
  const { help, version, port, host, token, data, seed, ...rest } = parse(words);
  if (help) return "help";
  if (version) return "version";
  return {
    port: readNumber("port", port ?? String(defaultPort), 65_535),
    ...(host !== undefined && { host }),
    ...(token !== undefined && { token: readToken(token) }),
    ...(data !== undefined && { dataFolder: data }),
    ...(seed !== undefined && { seed: readNumber("seed", seed, Number.MAX_SAFE_INTEGER) }),
    ...(rest.profile !== undefined && {
      profile: readChoice("profile", rest.profile, ["assumed", "strict"]),
    }),
    ...(rest.clock !== undefined && {
      clock: { mode: readChoice("clock", rest.clock, ["auto", "manual"]) },
    }),
    ...(rest.render !== undefined && { renderMs: readDuration("render", rest.render) }),
    ...(rest.gaps !== undefined && { gaps: readGaps(rest.gaps) }),
    ...(rest["allow-host"] && { allowHosts: rest["allow-host"] }),
  };
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split(". ");
    throw new OptionError(`${reason}. Call it with --help to see the options.`);
  }
}

function readNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new OptionError(`--${name} is "${text}". Set it to a number from 0 to ${most}.`);
}

function readToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new OptionError("--token must have visible ASCII characters only, and at least one.");
}

function readChoice<Choice extends string>(name: string, text: string, choices: Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new OptionError(`--${name} is "${text}". Set it to ${choices.join(" or ")}.`);
}

function readDuration(name: string, text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw new OptionError(`--${name}: ${(error as RangeError).message}`);
  }
}

function readGaps(text: string): GapChoice {
  if (text === "random") return "random";
  const pairs = text.split(",").map((pair) => pair.split("="));
  if (pairs.every(([gap, reading]) => gap && reading))
    return Object.fromEntries(pairs) as GapChoice;
  throw new OptionError(
    `--gaps is "${text}". Set it to random, or to gap=reading[,gap=reading...].`,
  );
}
