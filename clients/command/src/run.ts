/** One run of the command: from its words to its exit code. */
import manifest from "../package.json" with { type: "json" };
import { readFlags, readInvocation, refuseToken } from "./arguments.ts";
import type { Format } from "./flag-values.ts";
import { complete, completionScripts } from "./completion.ts";
import { connect } from "./connect.ts";
import { usageError } from "./errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { formats, mcpFlags } from "./flags.ts";
import { commandHelp, completionHelp, mcpHelp, resourceHelp, rootHelp } from "./help.ts";
import { operate } from "./operate.ts";
import { reportError } from "./report-error.ts";
import { suggest } from "./suggest.ts";
import type { Surroundings } from "./surroundings.ts";
import { absenceOf, resources, tree, verbsOf } from "./tree.ts";

/** Runs the command to its end. Never throws. */
export async function run(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  try {
    return await dispatch(words, surroundings);
  } catch (error) {
    return reportError(error, surroundings, errorFormat(words));
  }
}

async function dispatch(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  const [first = "--help", second, ...rest] = words;
  const print = async (text: string) => {
    await surroundings.write(text);
    return exitCodes.done;
  };
  if (["--help", "-h", "help"].includes(first)) return print(helpFor(words.slice(1)));
  if (["--version", "-v"].includes(first)) return print(`${manifest.version}\n`);
  // Where it stands before a command, too.
  refuseToken(words);
  if (first === "complete") return print(candidates(second === "--" ? rest : words.slice(1)));
  if (first === "completion") return print(completionFor(second));
  if (first === "mcp") return mcp(words.slice(1), surroundings);
  if (first.startsWith("-")) {
    throw usageError(
      `A command comes before its flags: video-generation <command> ${first.replace(/=[^]*$/, "")}`,
    );
  }
  if (second === undefined || second === "--help" || second === "-h") {
    return print(helpFor([first]));
  }
  const node = findNode(first, second);
  const invocation = readInvocation(node, rest);
  if (invocation === "help") return print(commandHelp(node));
  return operate(invocation, surroundings);
}

function findNode(resource: string, verb: string) {
  checkResource(resource);
  const node = tree.find((each) => each.resource === resource && each.verb === verb);
  if (node) return node;
  const absence = absenceOf(resource, verb);
  if (absence) throw usageError(`The service has no ${resource} ${verb}. ${absence}`);
  const verbs = verbsOf(resource);
  throw usageError(
    `${resource} has no ${verb}.${suggest(verb, verbs, `${resource} `)} It has ${verbs.join(", ")}.`,
  );
}

function checkResource(resource: string): void {
  if (resources.includes(resource)) return;
  const known = [...resources, "mcp", "completion", "help"];
  throw usageError(
    `There is no command ${resource}.${suggest(resource, known)} --help lists the commands.`,
  );
}

function helpFor([resource, verb]: string[]): string {
  if (resource === undefined) return rootHelp();
  if (resource === "mcp") return mcpHelp;
  if (resource === "completion") return completionHelp;
  checkResource(resource);
  return verb === undefined ? resourceHelp(resource) : commandHelp(findNode(resource, verb));
}

function candidates(words: string[]): string {
  return complete(words)
    .map(([word, description]) => `${word}\t${description}\n`)
    .join("");
}

function completionFor(shell: string | undefined): string {
  if (shell === "--help" || shell === "-h") return completionHelp;
  const script = completionScripts[shell ?? ""];
  if (script !== undefined) return script;
  throw usageError(`completion is for ${Object.keys(completionScripts).join(", ")}.`);
}

async function mcp(words: string[], surroundings: Surroundings): Promise<ExitCode> {
  const { values, switches, positionals } = readFlags("mcp", words, mcpFlags);
  if (positionals.length > 0) throw usageError(`mcp takes no "${positionals[0]}".`);
  if (switches.has("help")) {
    await surroundings.write(mcpHelp);
    return exitCodes.done;
  }
  const connection = await connect(
    {
      baseUrl: values.get("base-url")?.at(-1),
      allowsPlainHttp: switches.has("allow-plain-http"),
      isVerbose: false,
      limits: {},
    },
    // The input is the protocol's: nobody can be asked there.
    { ...surroundings, isTerminal: { ...surroundings.isTerminal, input: false } },
  );
  // Loaded by those alone who need it: it is larger than everything else.
  const { serveMcp } = await import("./mcp.ts");
  await serveMcp(connection, switches.has("allow-create"), surroundings);
  return exitCodes.done;
}

/** Errors are JSON where JSON was asked for in words; a wrong call may not have been read that far. */
function errorFormat(words: string[]): Format | undefined {
  const index = words.findIndex((word) => /^(-o|--output)(=|$)/.test(word));
  const word = words[index] ?? "";
  const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[index + 1];
  return formats.find((format) => format === value);
}
