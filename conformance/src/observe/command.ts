/** `observe`: from HAR files to observations. */
import { readFile, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { BaseAddress } from "../base-address.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { readOptions } from "../command-line.ts";
import type { Exchange } from "../exchange.ts";
import { InputError } from "../input-error.ts";
import { writeWhole } from "../write-whole.ts";
import { readHar } from "./har.ts";
import { mergeStates } from "./merge.ts";
import { describeObservations } from "./describe-observations.ts";
import { Observer, type ObserverOptions } from "./observer.ts";
import type { ObservationState } from "./state.ts";
import { toObservations } from "./to-observations.ts";

export const observeHelp = `Usage: video-generation-conformance observe <file.har>… --base-url <address> --environment <name> [options]

Counts what the answers of recordings show: types, forms of strings, names of fields, status codes, and the words of
lists such as job statuses. No text, URL, identifier or token is written.

  --base-url <address>  the service that is meant; calls of others are left out, and counted
  --environment <name>  what to call it, for instance live; "emulator" for recordings of the emulator
  --output <file>       where to write the observations (default: observations.json)
  --part                write a part instead, which \`merge\` joins with others; it holds rare words, so keep it to yourself
  --unit-key <file>     key that all parts share, made when it is not there; without it, a part cannot be joined`;

export const mergeHelp = `Usage: video-generation-conformance merge <part.json>… [options]

Joins parts that \`observe --part\` has written. The order does not matter.

  --output <file>  where to write the observations (default: observations.json)
  --part           write a part again, to be joined further`;

/** The name of an environment whose answers may come from the emulator. */
export const emulatorEnvironment = "emulator";

export async function observeCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, observeHelp, "several", {
    "base-url": { type: "string" },
    environment: { type: "string" },
    output: { type: "string" },
    part: { type: "boolean", default: false },
    "unit-key": { type: "string" },
  });
  if (values.environment === undefined || !/^[\w.-]{1,40}$/.test(values.environment)) {
    throw new InputError(
      "Give --environment a name for the service that was recorded, for instance live: letters, digits, dots and dashes.",
    );
  }
  const base = new BaseAddress(values["base-url"]);
  const key = values["unit-key"] === undefined ? undefined : await readKey(values["unit-key"]);
  const options = { environment: values.environment, base, ...(key ? { key } : {}) };
  await write(await observeHars(positionals, options), values);
}

export async function mergeCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, mergeHelp, "several", {
    output: { type: "string" },
    part: { type: "boolean", default: false },
  });
  const [first, ...rest] = await Promise.all(positionals.map(readPart));
  const document = await readBundle();
  if (first!.contract !== document.info["version"]) {
    throw new InputError(
      `${positionals[0]} was observed with contract ${first!.contract}, and this is ${document.info["version"]}. Observe the recordings again.`,
    );
  }
  await write(rest.reduce(mergeStates, first!), values);
}

/**
 * Reads HAR files to their ends.
 *
 * @throws {InputError} when one of them is not a recording of the service that is meant
 */
async function observeHars(files: string[], options: ObserverOptions): Promise<ObservationState> {
  const observer = new Observer(await readBundle(), options);
  for (const file of files) {
    for await (const exchange of readHar(file)) {
      if (options.environment !== emulatorEnvironment) refuseEmulator(file, exchange, options);
      observer.add(exchange);
    }
  }
  const state = observer.state();
  if (state.exchanges.recognised === 0 && state.exchanges.read > 0) {
    throw new InputError(
      `None of the ${state.exchanges.read} exchanges is a call of an operation at ${options.base.urlOf("")}, and ${state.otherHosts} went elsewhere. Check --base-url; /api does not belong to it.`,
    );
  }
  return state;
}

/** What the emulator does is its own invention, and no evidence about the service. */
function refuseEmulator(file: string, exchange: Exchange, { base, environment }: ObserverOptions) {
  if (base.pathBelow(exchange) === undefined) return;
  const header = Object.keys(exchange.headers).find((name) => name.startsWith("x-emulator-"));
  if (!header) return;
  throw new InputError(
    `${file} holds answers of the emulator (header ${header}), so it says nothing about ${environment}. Leave them out, or say --environment ${emulatorEnvironment}.`,
  );
}

async function write(
  state: ObservationState,
  { output, part }: { output?: string; part: boolean },
): Promise<void> {
  const file = output ?? (part ? "observations.part.json" : "observations.json");
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const observations = toObservations(await readBundle(), state);
  await writeWhole(file, json(part ? state : observations));
  console.log(describeObservations(observations));
  console.log(
    part
      ? `Written: ${file}. It holds rare words and hashes of identifiers: keep it where the recordings are.`
      : `Written: ${file}. It holds no value of a request or an answer but words of lists; look at it before you share it.`,
  );
}

async function readKey(file: string): Promise<Buffer> {
  const made = randomBytes(32);
  try {
    await writeFile(file, `${made.toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new InputError(`${file} cannot be written: ${(error as Error).message}.`);
  }
  const key = Buffer.from((await readFile(file, "utf8")).trim(), "hex");
  if (key.length === 32) return key;
  throw new InputError(
    `${file} is no key that observe has made. Name a file that is not there yet.`,
  );
}

async function readPart(file: string): Promise<ObservationState> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new InputError(`There is no file ${file}. Make one with \`observe --part\`.`);
  });
  try {
    const part = JSON.parse(text) as ObservationState;
    if (part.format === "video-generation-observations-part/2") return part;
  } catch {
    // Not JSON: the same answer as for JSON of another kind.
  }
  throw new InputError(`${file} is no part of observations. Make one with \`observe --part\`.`);
}
