/** The commands as Commander knows them: those of the contract, their flags, and the help of each. */
import { Command, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import {
  absentCommands,
  type BodyFlag,
  commands,
  createGaps,
  type OperationCommand,
} from "../../../generated/command/commands.ts";
import { operationRoutes } from "../../../generated/operations.ts";
import { baseUrlVariable, tokenVariable } from "../../../generated/policy.ts";
import { usageError } from "./errors.ts";
import { type Format, formats } from "./print.ts";
import { parseDuration } from "./quantities.ts";

/** How the service is reached: the flags that every command has. */
export interface ConnectionFlags {
  baseUrl?: string;
  tokenFile?: string;
  header?: string[];
  allowPlainHttp?: boolean;
  timeout?: number;
  deadline?: number;
  retries?: number;
  verbose?: boolean;
}

/** Where receipts are kept; `false` for nowhere. */
export interface ReceiptFlags {
  receipts?: string | false;
}

/** The flags that the command line has, whatever the contract says. Durations are in milliseconds. */
export interface OwnFlags extends ConnectionFlags, ReceiptFlags {
  format?: Format;
  file?: string;
  dryRun?: boolean;
  schema?: boolean;
  yes?: boolean;
  check?: boolean;
  wait?: boolean;
  maxWait?: number;
  interval?: number;
  pending?: string[];
  download?: string;
  only?: string[];
  force?: boolean;
}

/** A field that a flag sets. */
export interface FieldValue {
  path: string[];
  value: unknown;
  /** As the flag is written. */
  flag: string;
}

/** What a command of the contract was asked to do. */
export interface Invocation {
  operation: OperationCommand;
  /** Path parameters, in their order. */
  parameters: string[];
  fields: FieldValue[];
  flags: OwnFlags;
}

/** What is done when a command was read. */
export interface Actions {
  operate(invocation: Invocation): Promise<void>;
  listJobs(flags: ReceiptFlags & { format?: Format }): Promise<void>;
  serveMcp(
    flags: ConnectionFlags & ReceiptFlags & { allowCreate?: boolean; download?: string },
  ): Promise<void>;
}

/** The command of the operation that the client has a wait for: no other kind of job can be read back. */
export const waitable = commands.find(({ operation }) => operation === "getHpJob");

const helpWidth = 80;

/** Turns whatever Commander complains of into an error of usage. */
class ContractCommand extends Command {
  override createCommand(name?: string): ContractCommand {
    return new ContractCommand(name).helpOption("-h, --help", "Show this help.");
  }

  override error(message: string): never {
    const [problem = "", hint = ""] = message.replace(/^error: /, "").split("\n");
    const [, token] =
      /^unknown option '(--?(?:api-|access-)?token|--?bearer)[='/]/.exec(problem) ?? [];
    // Everyone on the machine sees the arguments of a process, and the shell keeps them.
    if (token !== undefined)
      throw usageError(
        `${token} would show the token to every user of this machine. Set ${tokenVariable}, or use --token-file.`,
      );
    // The value of an unknown flag may be a secret.
    const shown = problem.replace(/(unknown option '[^=]*)=[^]*'$/, "$1=…'");
    const text = `${shown.charAt(0).toUpperCase()}${shown.slice(1)}`;
    const commands = this.createHelp().visibleCommands(this);
    const known = `Commands: ${commands.map((command) => command.name()).join(", ")}.`;
    const remedy = problem.startsWith("unknown command") ? known : "See --help.";
    throw usageError(`${text.replace(/\.?$/, ".")} ${hint.slice(1, -1) || remedy}`);
  }

  override outputHelp(): void {
    // Commander would show the help of this command for one below it that does not exist.
    const [word = "-"] = this.args;
    if (this.commands.length > 0 && !word.startsWith("-")) this.error(`unknown command '${word}'`);
    super.outputHelp();
  }
}

/**
 * @param print takes the text of help and version
 * @returns parses words with `parseAsync`; rejects with a `CommandError` for wrong ones
 */
export function createProgram(actions: Actions, print: (text: string) => void): Command {
  const program = new ContractCommand("video-generation")
    .description("The Video Generation Service from a terminal.")
    .usage("<command> [options]")
    .version(manifest.version, "-v, --version", "Show the version.")
    .helpOption("-h, --help", "Show this help.")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: print,
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ formatItem, subcommandTerm: (command) => command.name() })
    .addHelpText("after", rootHelp);
  for (const [resource, operations] of Map.groupBy(commands, (command) => command.resource)) {
    const verbs = Map.groupBy(operations, ({ verb }) => verb);
    const parent = program.command(resource).summary(summaryOf(operations)).helpCommand(false);
    for (const [verb, variants] of verbs) addOperation(parent, verb, variants, actions);
    for (const absent of absentCommands.filter((each) => each.resource === resource)) {
      parent
        .command(absent.verb, { hidden: true })
        .argument("[words...]")
        .helpOption(false)
        .allowUnknownOption()
        .action(() => {
          const name = `${resource} ${absent.verb}`;
          throw usageError(`There is no command ${name}. ${absent.reading} (Gap ${absent.gap}.)`);
        });
    }
  }
  const jobs = program
    .command("jobs")
    .summary("list the jobs that were started from here")
    .description(
      'Lists the jobs that this command has started, from the receipts that it keeps. Nothing is sent. "maybe started" has no receipt: find out whether the job exists before you create it again.',
    )
    .addHelpText("after", example("video-generation jobs --format jsonl"))
    .action(() => actions.listJobs(jobs.opts()));
  addReceiptFlags(jobs);
  addFormatFlag(jobs);
  const mcp = program
    .command("mcp")
    .summary("serve the operations to agents")
    .description(
      "Serves the operations as tools of the Model Context Protocol, on standard input and output.",
    )
    .option("--allow-create", "Offer the tools that start jobs, which may cost money.")
    .addOption(downloadOption("Offer the tool that saves videos, into this folder."))
    .addHelpText("after", example("video-generation mcp --base-url https://example.com"))
    .action(() => actions.serveMcp(mcp.opts()));
  addReceiptFlags(mcp).option("--no-receipts", "Keep no receipts.");
  addConnectionFlags(mcp);
  return program;
}

/** One command, whose variants a flag chooses between. */
function addOperation(
  parent: Command,
  verb: string,
  variants: OperationCommand[],
  actions: Actions,
): void {
  const first = variants[0]!;
  const { resource, isCreate, flags = [] } = first;
  const canWait = first === waitable || (isCreate && resource === waitable?.resource);
  const command = parent
    .command(verb)
    .summary(summaryOf(variants))
    .description(
      [
        ...variants.map(
          (each) => `${each.summary}: ${operationRoutes[each.operation].slice(0, 2).join(" ")}`,
        ),
        ...first.notes,
        ...(first.bodyGaps ?? []),
        ...(isCreate ? createGaps : []),
      ].join("\n\n"),
    );
  for (const { name, notes } of first.parameters) {
    command.argument(`<${name}>`, notes.join(" "));
  }
  command.optionsGroup("Fields of the body:");
  const fields = flags.map((flag) => ({ path: flag.path, option: addField(command, flag) }));
  command.optionsGroup("Options:");
  for (const { variant, summary } of variants) {
    if (!variant) continue;
    const others = variants.flatMap((each) => (each === first ? [] : (each.variant ?? [])));
    const option = new Option(`--${variant}`, `${summary}.`);
    command.addOption(variant === first.variant ? option.conflicts(others) : option);
  }
  if (isCreate) addCreateFlags(command);
  if (canWait) addWaitFlags(command, isCreate);
  addFormatFlag(command);
  addConnectionFlags(command);
  command.addHelpText("after", examplesInHelp(`${resource} ${verb}`, first, canWait));
  command.action(async () => {
    await actions.operate({
      operation:
        variants.find(({ variant }) => variant && command.getOptionValue(variant)) ?? first,
      parameters: command.args,
      fields: fields.flatMap(({ path, option }) => {
        const value: unknown = command.getOptionValue(option.attributeName());
        return value === undefined ? [] : [{ path, value, flag: option.long! }];
      }),
      flags: command.opts<OwnFlags>(),
    });
  });
}

/** @returns the option whose value is that of the field */
function addField(command: Command, { name, kind, values, isRequired, notes }: BodyFlag): Option {
  const description = [...(isRequired ? ["Required."] : []), ...notes].join(" ");
  if (kind === "boolean") {
    const option = new Option(`--${name}`, description);
    // Without either there is no value: a negative alone would make it true.
    command.addOption(option).addOption(new Option(`--no-${name}`, "Send `false`."));
    return option;
  }
  const type = kind === "any" ? "value" : kind;
  const option = valueOption(`--${name} <${type}>`, description, (text) => fieldValue(text, kind));
  if (values) option.choices(values);
  command.addOption(option);
  return option;
}

function fieldValue(text: string, kind: BodyFlag["kind"]): unknown {
  if (kind === "text") return text;
  if (kind === "json" || kind === "any") {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      if (kind === "any") return text;
      throw new InvalidArgumentError("It must be JSON. For more than a line, use --file.");
    }
  }
  const value = Number(text);
  const isNumber = text.trim() !== "" && Number.isFinite(value);
  if (isNumber && (kind === "number" || Number.isSafeInteger(value))) return value;
  throw new InvalidArgumentError(`It must be a ${kind === "integer" ? "whole " : ""}number.`);
}

function addCreateFlags(command: Command): void {
  command
    .option(
      "-f, --file <file>",
      "Body in YAML or JSON; - for the standard input. Flags replace its fields.",
      refuseFlag,
    )
    .option("--schema", "Print the JSON Schema of the body, and send nothing.")
    .option("--dry-run", "Check the body against the contract, print it, and send nothing.")
    .option("--yes", "Do not ask before a job is started.")
    .option("--no-check", "Send the body even if it does not match the contract.");
  addReceiptFlags(command).option("--no-receipts", "Keep no receipt.");
}

function addReceiptFlags(command: Command): Command {
  const description = "Folder of the receipts. Default: that of your system for such files.";
  return command.option("--receipts <folder>", description, refuseFlag);
}

function addFormatFlag(command: Command): void {
  const description = "How results are printed. Default: json.";
  command.addOption(new Option("--format <format>", description).choices(formats));
}

/** What is about a wait asks for one; a job that was just created has no videos without it. */
function addWaitFlags(command: Command, isCreate: boolean): void {
  const wait = { wait: true };
  const download = downloadOption("Save the videos in the output of the job.");
  command
    .option("--wait", "Wait until the job is no longer pending.")
    .addOption(duration("--max-wait", "Limit of the wait. Default: 20m.").implies(wait))
    .addOption(
      duration("--interval", "Pause between the first two polls. Default: 2s.").implies(wait),
    )
    .addOption(
      repeatable(
        "--pending <status>",
        "A status that means: still pending. Can be repeated.",
      ).implies(wait),
    )
    .addOption(isCreate ? download.implies(wait) : download)
    .addOption(
      repeatable("--only <text>", "Save only addresses that hold this text. Can be repeated."),
    )
    .option("--force", "Overwrite files that exist.");
}

function addConnectionFlags(command: Command): void {
  command
    .option(
      "--base-url <address>",
      `Address of the service, without /api at its end. Default: ${baseUrlVariable}.`,
      refuseFlag,
    )
    .option(
      "--token-file <file>",
      `File that holds the access token. Default: ${tokenVariable}.`,
      refuseFlag,
    )
    .addOption(
      repeatable(
        "--header <name: value>",
        "A header to add, or @file with one on each line. Can be repeated. It goes where the token goes.",
      ),
    )
    .option("--allow-plain-http", "Allow http addresses of other machines, which show the token.")
    .addOption(duration("--timeout", "Limit of each attempt. Default: 30s, for creates 2m."))
    .addOption(duration("--deadline", "Limit of a whole call, pauses included."))
    .addOption(
      valueOption(
        "--retries <count>",
        "How often a failed read is sent again. Default: 2.",
        (text) => expectLike(/^\d{1,9}$/.test(text) ? Number(text) : undefined, "0 or 3"),
      ),
    )
    .option("--verbose", "Report each request and response.");
}

/** An option whose value is no option itself. */
function valueOption(flags: string, description: string, read: (text: string) => unknown) {
  return new Option(flags, description).argParser((text) => read(refuseFlag(text)));
}

function duration(name: string, description: string): Option {
  return valueOption(`${name} <duration>`, description, (text) =>
    expectLike(parseDuration(text), "20s or 5m"),
  );
}

function downloadOption(description: string): Option {
  return valueOption("--download <folder>", description, (text) =>
    expectLike(text || undefined, "videos/"),
  );
}

/** An option whose values make a list. */
function repeatable(flags: string, description: string, read = (text: string) => text): Option {
  return new Option(flags, description).argParser((text, previous?: string[]) => [
    ...(previous ?? []),
    read(refuseFlag(text)),
  ]);
}

/** What follows an option is another one, unless it is a number below zero, or - for the standard input. */
function refuseFlag(text: string): string {
  if (/^-[^\d]/.test(text))
    throw new InvalidArgumentError("That is another option: a value is missing.");
  return text;
}

function expectLike<Value>(value: Value | undefined, examples: string): Value {
  if (value === undefined) throw new InvalidArgumentError(`It must be like ${examples}.`);
  return value;
}

function summaryOf(variants: OperationCommand[]): string {
  const summaries = variants.map(
    ({ summary }) => `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
  );
  return [...new Set(summaries)].join("; ");
}

/** The description under its term: those of the contract are sentences. */
const formatItem: NonNullable<ReturnType<Command["createHelp"]>["formatItem"]> = (
  term,
  termWidth,
  description,
  helper,
) => {
  const isShort = description.length < helpWidth - termWidth - 4;
  if (!description || isShort) return `  ${term.padEnd(termWidth)}  ${description}`.trimEnd();
  const indented = helper.boxWrap(description, helpWidth - 6).replace(/^/gm, "      ");
  return `  ${term}\n${indented}`;
};

function example(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => (line ? `  ${line}\n` : "\n")).join("")}`;
}

function examplesInHelp(
  name: string,
  { example: sample, isCreate, list }: OperationCommand,
  canWait: boolean,
): string {
  const command = `video-generation ${name}`;
  if (list) return example(`${command} --format jsonl`);
  if (!isCreate) return example(`${command} ${sample} --wait --download videos/`);
  return example(
    "# job.yaml",
    ...sample.trimEnd().split("\n"),
    "",
    `${command} --file job.yaml --dry-run`,
    `${command} --file job.yaml --yes${canWait ? " --wait --download videos/" : ""}`,
  );
}

const rootHelp = `
Environment:
  ${baseUrlVariable}  address of the service
  ${tokenVariable}     your access token, which is never an argument

Exit codes:
  0  done
  1  a defect of this command
  2  called wrongly or not confirmed: nothing was sent
  3  refused by the service
  4  no usable response: no job was started
  5  no usable response to a create: a job may have started
  6  the wait was over before its job
  7  not everything was downloaded
  8  the output cannot be written
  9  the job, or some of its rows, failed
  130, 143  stopped by Ctrl-C or SIGTERM
  141  the reader of the output has gone

Examples:
  video-generation avatars list
  video-generation hp create --file job.yaml --yes --wait --download videos/
  video-generation hp get example-job-id --wait
`;
