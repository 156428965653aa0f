/** The flags of each command: those of the contract, and those of the command line itself. */
import type { BodyFlag } from "../../../generated/command/commands.ts";
import type { CommandNode } from "./tree.ts";

/** A flag that the command line has, whatever the contract says. */
export interface OwnFlag {
  name: string;
  /** What its value is; missing for a switch. */
  value?: "address" | "duration" | "size" | "count" | "format" | "word" | "file" | "folder";
  /** May stand there several times. */
  isRepeated?: boolean;
  help: string;
}

export const formats = ["table", "json", "jsonl"] as const;

const baseUrl: OwnFlag = {
  name: "base-url",
  value: "address",
  help: "Address of your provider, without /api at its end. Default: VIDEO_GENERATION_BASE_URL.",
};

const allowPlainHttp: OwnFlag = {
  name: "allow-plain-http",
  help: "Allow http addresses of other machines, which show the token.",
};

const everywhere: OwnFlag[] = [
  baseUrl,
  {
    name: "output",
    value: "format",
    help: "table, json or jsonl (a line for each item or reading). Default: table on a terminal, else json.",
  },
  { name: "timeout", value: "duration", help: "Limit of each attempt: 30s, for creates 2m." },
  { name: "deadline", value: "duration", help: "Limit of the whole call, pauses included." },
  { name: "retries", value: "count", help: "How often a read that failed is sent again: 2." },
  allowPlainHttp,
  { name: "verbose", help: "Report each request and answer." },
];

const ofCreates: OwnFlag[] = [
  {
    name: "file",
    value: "file",
    help: "Body in YAML or JSON; - for the standard input. Flags replace its fields.",
  },
  { name: "dry-run", help: "Check the body against the contract, print it, and send nothing." },
  { name: "yes", help: "Do not ask before a job is started." },
  { name: "no-check", help: "Send the body even if the contract does not know it so." },
];

const ofWaits: OwnFlag[] = [
  { name: "wait", help: "Wait until the job is no longer pending." },
  { name: "max-wait", value: "duration", help: "Limit of the wait: 20m." },
  { name: "interval", value: "duration", help: "Pause between the first two readings: 2s." },
  {
    name: "pending",
    value: "word",
    isRepeated: true,
    help: "A status that means: still pending. Only rendering is documented.",
  },
  { name: "download", value: "folder", help: "Save what the output of the job points to." },
  { name: "force", help: "Overwrite files that are there." },
  { name: "max-size", value: "size", help: "Limit of each download: 4G." },
  { name: "max-files", value: "count", help: "Limit of the number of downloads: 10000." },
  { name: "download-deadline", value: "duration", help: "Limit of the time of each download: 1h." },
];

/** In place of any command. */
const helpFlag: OwnFlag = { name: "help", help: "Show this help." };

export const mcpFlags: OwnFlag[] = [
  { name: "allow-create", help: "Offer the tools that start jobs, which may cost money." },
  baseUrl,
  allowPlainHttp,
  helpFlag,
];

/** The flags of a command that are its own, in the order of its help. */
export function ownFlags(node: CommandNode): OwnFlag[] {
  return [
    ...(node.operations.length > 1 || node.operations[0]?.variant
      ? node.operations.flatMap(({ variant, summary }) =>
          variant ? [{ name: variant, help: `${summary}.` }] : [],
        )
      : []),
    ...(node.isCreate ? ofCreates : []),
    ...(node.canWait ? ofWaits : []),
    ...everywhere,
    helpFlag,
  ];
}

/** The flags for fields of the body. One that has the name of another flag is `body.<name>`. */
export function bodyFlags(node: CommandNode): BodyFlag[] {
  const own = ownFlags(node).map(({ name }) => name);
  return (node.operations[0]?.flags ?? []).map((flag) =>
    own.includes(flag.name) ? { ...flag, name: `body.${flag.name}` } : flag,
  );
}
