/** The commands, in the order of the help. */
import { dump } from "js-yaml";
import { stringify } from "yaml";
import { answersToOverlay } from "./close/answers.ts";
import { applyChanges, planChanges } from "./close/apply.ts";
import { closedBy, type Overlay, readClosings } from "./close/overlay.ts";
import { contractOption, defineCommand, notesOption, onlyOperand, type Values } from "./command.ts";
import { lineIn } from "./document/overlay.ts";
import { displayPath } from "./document/sources.ts";
import { writeWhole } from "./document/write-whole.ts";
import { checkRecordings, describeCheck } from "./evidence/check.ts";
import { describeCounts, observeRecordings } from "./evidence/observer.ts";
import { describeProposals, proposeClosures, readCounts, toOverlay } from "./evidence/propose.ts";
import { collectGaps } from "./notes/gaps.ts";
import { readContract, readQuietly } from "./notes/read-contract.ts";
import { formatAnnotation, formatProblem, type Problem, UserError } from "./problem.ts";
import { withCallouts } from "./register/callouts.ts";
import { renderAnswerForm, renderLetter } from "./register/letter.ts";
import { registerOf, renderRegister } from "./register/register.ts";
import { presets } from "./ruleset.ts";
import { lintDocument, toSarif } from "./ruleset/lint.ts";

const documentOptions = { ...contractOption, ...notesOption } as const;

const formats = {
  text: (problems: Problem[]) => problems.map(formatProblem).join("\n"),
  github: (problems: Problem[]) => problems.map(formatAnnotation).join("\n"),
  sarif: (problems: Problem[]) => JSON.stringify(toSarif(problems), null, 2),
};

const lint = defineCommand({
  name: "lint",
  summary: "Find notes that are incomplete, and open places that have no note.",
  operands: "<document>",
  details: `Presets: gaps (the default), and sources, which also asks where each constraint comes from.`,
  options: {
    ...documentOptions,
    preset: { type: "string", value: "<name>", help: "gaps or sources (default: gaps)" },
    format: {
      type: "string",
      value: "<name>",
      help: `${Object.keys(formats).join(", ")} (default: text)`,
    },
  },
  run({ values, operands }) {
    const preset = choice("--preset", values.preset ?? "gaps", presets);
    const format = choice("--format", values.format ?? "text", formats);
    const problems = lintDocument(readQuietly(values, operands), preset);
    const report = formats[format](problems);
    if (report) console.log(report);
    // A program that reads the report reads nothing else.
    const { length } = problems;
    const found = length === 1 ? "One problem" : `${length} problems`;
    if (format === "text") console.error(length > 0 ? `✗ ${found}.` : "✓ No problem found.");
    return length > 0 ? 1 : 0;
  },
});

function choice<Names extends object>(option: string, name: string, names: Names): keyof Names {
  if (Object.hasOwn(names, name)) return name as keyof Names;
  throw new UserError(`${option} is ${Object.keys(names).join(" or ")}, and not ${name}.`);
}

const register = defineCommand({
  name: "register",
  summary: "Print every gap of a document, those with the largest impact first.",
  operands: "<document>",
  options: {
    ...documentOptions,
    json: { type: "boolean", help: "as JSON, for programs" },
    callouts: {
      type: "boolean",
      help: "the document itself, with each gap written into the description of its place",
    },
  },
  run({ values, operands }) {
    const { document } = readContract(values, operands);
    if (values.callouts) console.log(dump(withCallouts(document), { lineWidth: -1 }));
    else if (values.json) console.log(JSON.stringify(registerOf(document), null, 2));
    else console.log(renderRegister(document).trimEnd());
    return 0;
  },
});

const letter = defineCommand({
  name: "letter",
  summary: "Print the questions to the owner of the API, or the form to answer them in.",
  operands: "<document>",
  options: {
    ...documentOptions,
    form: { type: "boolean", help: "the form in YAML, for openapi-gaps answers" },
  },
  run({ values, operands }) {
    const { document } = readContract(values, operands);
    const render = values.form ? renderAnswerForm : renderLetter;
    console.log(render(document).trimEnd());
    return 0;
  },
});

const recordingOptions = {
  ...documentOptions,
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

const check = defineCommand({
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
    return result.contradictions.length === 0 ? 0 : 1;
  },
});

const observe = defineCommand({
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
    return 0;
  },
});

const propose = defineCommand({
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
    console.log(describeProposals(proposals, collectGaps(document).length));
    const overlay = toOverlay(proposals, counts);
    if (overlay.actions.length === 0) console.log("Nothing to propose, so nothing was written.");
    else writeOverlay(values.output ?? "proposal.overlay.yaml", overlay);
    return 0;
  },
});

const answers = defineCommand({
  name: "answers",
  summary: "Write an overlay that closes the gaps which the owner of the API has answered.",
  operands: "<answers.yaml>",
  details: `The file is the form of openapi-gaps letter --form, filled in:

  by: Product owner
  date: 2026-11-20
  answers:
    retry-safety: {answer: no, words: A second request starts a second order.}
    order-states: {values: [open, paid, closed], complete: true}
    note-rules: Markup is kept.

An answer has the keys that the form asks for: answer (yes, no, depends), values with complete, type, minimum, maximum, fields,
items, always, never, name, codes, failures, address. Every answer can have words, and promise: none keeps the gap open.
What OpenAPI has no word for closes its gap in words.`,
  options: {
    ...documentOptions,
    output: { type: "string", value: "<file>", help: "by default answers.overlay.yaml" },
  },
  run({ values, operands }) {
    const { document } = readContract(values);
    const file = onlyOperand(operands, "file of answers");
    const { overlay, answered } = answersToOverlay(document, file);
    const closed = closedBy(overlay);
    for (const { gap, effect } of answered)
      console.log(`${closed.includes(gap) ? "✓" : "·"} ${gap}: ${effect}`);
    console.log(`\n${closed.length} of ${collectGaps(document).length} gaps would be closed.`);
    writeOverlay(values.output ?? "answers.overlay.yaml", overlay);
    return 0;
  },
});

const apply = defineCommand({
  name: "apply",
  summary: "Put a reviewed overlay into the files that a document is made of.",
  operands: "<overlay>",
  details:
    "Wants a clean git tree, and works everything out before it writes. An overlay with a target that selects nothing changes nothing. What goes wrong later is undone by git.",
  options: {
    ...contractOption,
    then: { type: "string", value: "<command>", help: "run this afterwards, such as npm test" },
  },
  run({ values, operands }) {
    const file = onlyOperand(operands, "overlay");
    const actions = readClosings(file);
    const plan = planChanges(readContract(values), { actions }, lineIn(file, actions));
    applyChanges(plan, values.then);
    console.log(`Closed: ${plan.closed.join(", ") || "none"}`);
    for (const file of [...plan.changes.keys()].sort()) console.log(`  ${displayPath(file)}`);
    console.log("Look at the change with git diff. Say in the descriptions what new fields mean.");
    return 0;
  },
});

function writeOverlay(file: string, overlay: Overlay): void {
  // As Prettier breaks lines, so that a check of the format of a repository passes.
  writeResult(file, stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false }));
  console.log(
    `Written: ${file}. Review it, complete the descriptions, then: openapi-gaps apply ${file}`,
  );
}

function writeResult(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    throw new UserError(
      `${file} cannot be written: ${(error as Error).message}. Choose another file with --output.`,
    );
  }
}

export const commands = [lint, register, letter, check, observe, propose, answers, apply];
