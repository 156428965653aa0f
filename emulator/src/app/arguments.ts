/** From the words of a command line to what the command is to start. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { isThisMachine } from "../download/addresses.ts";
import { OptionError } from "../contract/option-error.ts";
import type { Renderer } from "../jobs/renderer.ts";
import { checkOptions, describeOptions, type EmulatorOptions, options } from "./options.ts";

/** Where it listens unless it is told otherwise, so that examples can name an address. */
const defaultPort = 4010;

export const help = `Usage: video-generation-emulator [options]
       video-generation-emulator explore -- <command>

Runs an emulator of the Video Generation Service on this machine. With explore,
runs your tests against all services that the contract permits; explore --help
says more.

${describeOptions()}
  --queue <address>       workers make them: postgres://user@host/db, with the
                          password in PGPASSWORD
  --storage <place>       where they put them: a folder, or s3://bucket/prefix
  --version, --help

Exit codes: 0 stopped, 2 an option cannot be used.`;

/** The options by their names on the command line. */
const byFlag = Object.entries(options).flatMap(([name, { flag, ...rest }]) =>
  flag === undefined ? [] : [{ name, flag: flag.split(" ", 1)[0] ?? "", ...rest }],
);

const words: NonNullable<ParseArgsConfig["options"]> = {
  ...Object.fromEntries(
    byFlag.map(({ flag, isList = false }) => [flag, { type: "string", multiple: isList }]),
  ),
  queue: { type: "string" },
  storage: { type: "string" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
};

/**
 * The options of an emulator to start, or what else was asked for.
 *
 * @throws {OptionError} for an option that does not exist, and for a value that it cannot have
 */
export async function readArguments(
  given: string[],
): Promise<EmulatorOptions | "help" | "version"> {
  const { help: asksHelp, version, queue, storage, renderer, ...written } = parse(given);
  if (asksHelp) return "help";
  if (version) return "version";
  const chosen: EmulatorOptions = { port: defaultPort };
  for (const { name, flag, read } of byFlag) {
    const value = written[flag];
    if (value === undefined) continue;
    Object.assign(chosen, { [name]: read && typeof value === "string" ? read(value) : value });
  }
  checkOptions(chosen, (name) => `--${byFlag.find((option) => option.name === name)?.flag}`);
  const { allowHosts, host = "127.0.0.1" } = chosen;
  chosen.allowThisMachine = allowHosts === undefined && isThisMachine(host);
  if ((queue === undefined) !== (storage === undefined))
    throw new OptionError(
      "--queue and --storage need each other: one for what is to be made, one for what is made.",
    );
  if (queue !== undefined) chosen.renderer = await loadRenderer("local", { queue, storage });
  else if (renderer !== undefined) chosen.renderer = await loadRenderer(String(renderer));
  return chosen;
}

function parse(given: string[]) {
  try {
    return parseArgs({ args: given, options: words }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/);
    throw new OptionError(`${reason}. Call it with --help to see the options.`);
  }
}

/** What a module has to offer: a renderer, or what makes one. */
interface RendererModule {
  default?: Renderer;
  createRenderer?(): Renderer | Promise<Renderer>;
  connectRenderer?(workers: object): Promise<Renderer>;
}

/**
 * What makes real videos, which is installed beside the emulator, written by its user, or not there at all.
 *
 * @param asked a module, or `local` for the package of this repository
 * @param workers their queue and storage, where they make the videos
 */
async function loadRenderer(asked: string, workers?: object): Promise<Renderer> {
  const name = asked === "local" ? "video-generation-renderer" : asked;
  // A path is one of this folder.
  const path = resolve(name);
  const isPath = name.startsWith(".") || existsSync(path);
  const loaded = import(isPath ? pathToFileURL(path).href : name) as Promise<RendererModule>;
  const module = await loaded.catch(({ message }: Error) => {
    const [reason] = message.split("\n");
    throw new OptionError(
      `The renderer ${name} cannot be loaded (${reason}). Name a file, or install it beside video-generation-emulator.`,
    );
  });
  // What it says itself names what is missing, and how to get it.
  const renderer = await makeRenderer(module, workers).catch(({ message }: Error) => {
    throw new OptionError(message);
  });
  if (typeof renderer === "function") return renderer;
  throw new OptionError(
    `${name} is no renderer. Export it as the default, or a function createRenderer that returns it.`,
  );
}

async function makeRenderer(module: RendererModule, workers?: object) {
  if (workers) return module.connectRenderer?.(workers);
  return module.createRenderer ? module.createRenderer() : module.default;
}
