/** `check`, `observe` and `propose`: what recorded traffic says about a document. */
import { writeFileSync } from "node:fs";
import { stringify } from "yaml";
import { contractOption, defineCommand, notesOption, type Values } from "../command.ts";
import type { Overlay } from "../close/overlay.ts";
import { readContract } from "../notes/read-contract.ts";
import { UserError } from "../problem.ts";
import { checkRecordings, describeCheck } from "./check.ts";
import { Checker } from "./checker.ts";
import { describeCounts, observeRecordings } from "./observer.ts";
import { describeProposals, proposeClosures, readCounts, toOverlay } from "./propose.ts";

const recordingOptions = {
  ...contractOption,
  ...notesOption,
  "base-url": {
    type: "string",
    value: "<address>",
    help: "the service that is meant; by default the first server of the document",
  },
  mock: { type: "boolean", help: "take answers of a mock, which are no evidence about a service" },
  "mock-header": {
    type: "string",
    multiple: true,
    value: "<name>",
    help: "a header that a mock sets, beside X-Emulator-Assumed",
  },
} as const;

const environmentOption = {
  environment: {
    type: "string",
    value: "<name>",
    help: "what to call the service, for instance live (by default unnamed)",
  },
} as const;

function optionsOf(values: Values<typeof recordingOptions> & { environment?: string | undefined }) {
  const { environment } = values;
  if (environment !== undefined && !/^[\w.-]{1,40}$/.test(environment))
    throw new UserError(
      `--environment is "${environment}". Use letters, digits, dots and dashes, for instance live.`,
    );
  return {
    environment,
    baseUrl: values["base-url"],
    mockHeaders: values["mock-header"] ?? [],
    takesMock: values.mock ?? false,
  };
}

function requireFiles(files: string[]): string[] {
  if (files.length > 0) return files;
  throw new UserError("Name at least one recording, a HAR file.");
}

export const check = defineCommand({
  name: "check",
  summary:
    "Tell what in recorded traffic contradicts a document, and which gap each undocumented thing answers.",
  operands: "<recordings…>",
  details:
    "Recordings are HAR files, as browsers and proxies export them, of at most 256 MB each. Nothing that was sent or answered is shown.",
  options: { ...recordingOptions, json: { type: "boolean", help: "as JSON, for programs" } },
  run({ values, operands }) {
    const { document } = readContract(values);
    const result = checkRecordings(document, requireFiles(operands), optionsOf(values));
    console.log(values.json ? JSON.stringify(result, null, 2) : describeCheck(result));
    return Promise.resolve(result.contradictions.length === 0 ? 0 : 1);
  },
});

export const observe = defineCommand({
  name: "observe",
  summary: "Count what recorded traffic shows, without values, to share.",
  operands: "<recordings…>",
  details:
    "Counts types, forms of strings, names of fields, status codes, and the words of lists such as statuses. No text, address, identifier or token is written.",
  options: {
    ...recordingOptions,
    ...environmentOption,
    output: { type: "string", value: "<file>", help: "by default counts.json" },
  },
  run({ values, operands }) {
    const { document } = readContract(values);
    const counts = observeRecordings(document, requireFiles(operands), optionsOf(values));
    const { output = "counts.json" } = values;
    writeResult(output, `${JSON.stringify(counts, null, 2)}\n`);
    console.log(describeCounts(counts));
    console.log(
      `Written: ${output}. It holds no value of a request or an answer but words of lists. Look at it before you share it.`,
    );
    return Promise.resolve(0);
  },
});

export const propose = defineCommand({
  name: "propose",
  summary: "Write an overlay that closes the gaps which recorded traffic answers.",
  operands: "<recordings or counts…>",
  details:
    "Each change has its evidence and its effect on consumers. Where the evidence is too thin, it says how much is missing. A person reviews the overlay, and apply puts it into the sources.",
  options: {
    ...recordingOptions,
    ...environmentOption,
    output: { type: "string", value: "<file>", help: "by default proposal.overlay.yaml" },
  },
  run({ values, operands }) {
    const { document } = readContract(values);
    const [first = "", ...others] = requireFiles(operands);
    const isCounts = first.endsWith(".json");
    if (isCounts && others.length > 0)
      throw new UserError("Name one file of counts, or the recordings. Counts are not joined.");
    const counts = isCounts
      ? readCounts(document, first)
      : observeRecordings(document, operands, optionsOf(values));
    const proposals = proposeClosures(document, counts);
    console.log(describeProposals(proposals, Checker.of(document).gaps.length));
    const overlay = toOverlay(proposals, counts);
    if (overlay.actions.length === 0) console.log("Nothing to propose, so nothing was written.");
    else writeOverlay(values.output ?? "proposal.overlay.yaml", overlay);
    return Promise.resolve(0);
  },
});

export function writeOverlay(file: string, overlay: Overlay): void {
  // As Prettier breaks lines, so that a check of the format of a repository passes.
  writeResult(file, stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false }));
  console.log(
    `Written: ${file}. Review it, complete the descriptions, then: openapi-gaps apply ${file}`,
  );
}

function writeResult(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UserError(
      `${file} cannot be written: ${(error as Error).message}. Choose another file with --output.`,
    );
  }
}
