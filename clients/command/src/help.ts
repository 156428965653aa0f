/** Help for every level: all commands, a resource, a command. */
import { costlyGaps, type OperationCommand } from "../../../generated/command/commands.ts";
import { bodyFlags, mcpFlags, type OwnFlag, ownFlags } from "./flags.ts";
import { type CommandNode, routeOf, tree } from "./tree.ts";
import { wrap } from "../../../scripts/support/wrap.ts";

const width = 80;

const others: [name: string, summary: string][] = [
  ["mcp", "Serve the operations to agents, over the Model Context Protocol"],
  ["completion bash|zsh|fish", "Print what makes a shell complete commands and flags"],
];

const exitCodeHelp = `Exit codes: 0 done, 1 a defect, 2 called wrongly or not confirmed (nothing was sent),
3 refused by the service, 4 no usable answer (nothing was paid), 5 no usable answer
to a create (a job may have been paid), 6 the wait was over before its job,
7 not everything downloaded, 8 the output cannot be written, 130 and 143 stopped,
141 the reader of the output has gone.`;

export function rootHelp(): string {
  const rows: [string, string][] = [
    ...tree.map((node): [string, string] => [nameOf(node), summaryOf(node)]),
    ...others,
  ];
  return `Usage: video-generation <command> [options]

The Video Generation Service from a terminal.

${table(rows)}

  video-generation <command> --help   shows the options of a command
  --version, --help

Environment: VIDEO_GENERATION_BASE_URL, the address of your provider;
VIDEO_GENERATION_TOKEN, your access token, which is never an argument.

${exitCodeHelp}
`;
}

export function resourceHelp(resource: string): string {
  const nodes = tree.filter((node) => node.resource === resource);
  return `Usage: video-generation ${resource} <command> [options]

${table(nodes.map((node): [string, string] => [node.verb, summaryOf(node)]))}

  video-generation ${resource} <command> --help   shows the options of a command
`;
}

export function commandHelp(node: CommandNode): string {
  const [operation] = node.operations as [OperationCommand];
  const parameters = operation.parameters.map(({ name }) => ` ${name.toUpperCase()}`).join("");
  const fields = bodyFlags(node).map(
    ({ name, kind, values, isRequired, notes }): [string, string] => [
      kind === "boolean" ? `--[no-]${name}` : `--${name} ${values?.join("|") ?? wordOf(kind)}`,
      [...(isRequired ? ["Required."] : []), ...notes].join(" "),
    ],
  );
  const sections = [
    `Usage: video-generation ${nameOf(node)}${parameters} [options]`,
    ...node.operations.map((each) => `${each.summary}: ${routeOf(each)}`),
    ...operation.notes.map((note) => wrap(note, width).join("\n")),
    ...(node.isCreate ? costlyGaps.map((gap) => wrap(gap, width).join("\n")) : []),
    ...operation.parameters.map(({ name, notes }) =>
      describe([name.toUpperCase(), notes.join(" ")]),
    ),
    ...(fields.length > 0 ? [`Fields of the body\n\n${fields.map(describe).join("\n")}`] : []),
    `Options\n\n${ownFlags(node).map(describeFlag).join("\n")}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

export const mcpHelp = `Usage: video-generation mcp [options]

Serves the operations as tools of the Model Context Protocol, on standard input and
output. The token comes from VIDEO_GENERATION_TOKEN.

${mcpFlags.map(describeFlag).join("\n")}
`;

export const completionHelp = `Usage: video-generation completion bash|zsh|fish

Prints what makes the shell complete commands and flags:

  bash   source <(video-generation completion bash)        in ~/.bashrc
  zsh    source <(video-generation completion zsh)         in ~/.zshrc, after compinit
  fish   video-generation completion fish | source         in ~/.config/fish/config.fish
`;

const nameOf = ({ resource, verb }: CommandNode) => `${resource} ${verb}`;

function summaryOf({ operations }: CommandNode): string {
  return operations
    .map(({ summary, variant }, index) =>
      index === 0 ? summary : `--${variant}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    )
    .join("; ");
}

function wordOf(kind: string): string {
  return kind === "any" ? "VALUE" : kind.toUpperCase();
}

function table(rows: [string, string][]): string {
  const first = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(first)}  ${text}`).join("\n");
}

function describeFlag({ name, value, help }: OwnFlag): string {
  return describe([`--${name}${value ? ` ${value.toUpperCase()}` : ""}`, help]);
}

function describe([name, text]: [string, string]): string {
  const lines = wrap(text, width - 6);
  return [`  ${name}`, ...lines.map((line) => `      ${line}`)].join("\n");
}
