/** The commands of `openapi-gaps`, in the order of the help. Each sets the exit code 1 when it has found something. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import manifest from "../package.json" with { type: "json" };
import { Command, CommanderError, Option } from "commander";
import { answersToOverlay } from "./close/answers.ts";
import { several } from "./api/words.ts";
import { applyChanges, describeChanges, planChanges } from "./close/apply.ts";
import { collectPropositions, describeProposals, proposeChanges } from "./close/propose.ts";
import { displayPath, parseFile, readBytes, writeWhole, writeYaml } from "./document/files.ts";
import { lineIn, type Overlay, readActions } from "./document/overlay.ts";
import { type ReadDocument, readDocument } from "./document/read-document.ts";
import { countDrafts, draftNotes, withDrafts } from "./close/draft.ts";
import {
  checkRecordings,
  describeCheck,
  observeRecordings,
  type RecordingOptions,
} from "./evidence/recordings.ts";
import { maxHarMegabytes } from "./evidence/har.ts";
import { collectGaps, requireUniqueIds } from "./notes/gaps.ts";
import { withNotes } from "./notes/notes-beside.ts";
import { formatProblem, printable, printableText, UserError } from "./problem.ts";
import { withCallouts } from "./register/callouts.ts";
import { renderAnswerForm } from "./register/answer-form.ts";
import { renderLetter } from "./register/letter.ts";
import { readLetter } from "./register/letter-file.ts";
import { registerOf, renderRegister } from "./register/register.ts";
import { beyondBaseline, toBaseline } from "./ruleset/baseline.ts";
import { gapRules } from "./ruleset/gap-rules.ts";
import { lintDocument } from "./ruleset/lint.ts";
import { reports } from "./ruleset/report.ts";

const program = new Command("openapi-gaps")
  .description("Notes on what an API document does not say, and what closes them.")
  .version(manifest.version)
  .helpCommand(false)
  .showHelpAfterError("(openapi-gaps --help says more, and so does --help behind each command)")
  .addHelpText(
    "after",
    "\nExit codes: 0 all is well, 1 something was found, 2 the input cannot be used.",
  )
  .configureOutput({
    writeErr: (text) => console.error(text.trimEnd()),
    outputError: (text, write) => write(text.replace(/^error: (.)/, (_, first) => `✗ ${first}`)),
  })
  .exitOverride();

/** What the options of the commands yield. Each command has some of them. */
interface Options extends RecordingOptions {
  contract: string;
  notes?: string;
  format: keyof typeof reports;
  baseline?: string;
  updateBaseline?: string;
  letter?: string;
  form?: true;
  json?: true;
  callouts?: true;
  dryRun?: true;
}

const command = (name: string, summary: string, details = ""): Command =>
  program
    .command(name)
    .summary(summary)
    .description(`${summary} ${details}`.trim())
    .option(
      "--notes <overlay>",
      "an OpenAPI overlay with notes on gaps, for a document that is not yours",
    );

/** A command about a document, which is its operand. */
const documentCommand = (name: string, summary: string): Command =>
  command(name, summary).argument("[document]", "in YAML or JSON", "openapi.yaml");

/** A command about a document and something else, which is its operand. */
const contractCommand = (name: string, summary: string, details?: string): Command =>
  command(name, summary, details).addOption(
    new Option("--contract <file>", "the document, in YAML or JSON").default("openapi.yaml"),
  );

/** A document with the notes beside it. */
function readNoted({ contract, notes }: Options): ReadDocument {
  // The engine would rather take two or three times what a large document needs than collect garbage.
  if (Number(statSync(contract, { throwIfNoEntry: false })?.size) > 1e6)
    for (const flag of ["--heap-growing-percent=50", "--semi-space-growth-factor=1"])
      setFlagsFromString(flag);
  const read = readDocument(contract);
  return notes === undefined ? read : withNotes(read, notes);
}

/** A note that breaks this rule is none to any command but lint. */
const completeness = gapRules.filter(({ code }) => code === "gap-well-formed");

/**
 * The same for every command but lint, which reports what is wrong: here what could not be read is told on standard error,
 * and the ids have to tell the gaps apart.
 */
function read(options: Options): ReadDocument {
  const found = readNoted(options);
  for (const problem of lintDocument(found, completeness)) console.error(formatProblem(problem));
  requireUniqueIds(collectGaps(found.document), found.sources.name);
  return found;
}

// lint, register, letter

command("lint", "Find notes that are incomplete, and open places that have no note.")
  .argument("[documents...]", "in YAML or JSON", ["openapi.yaml"])
  .addOption(
    new Option("--format <name>", "of the report").choices(Object.keys(reports)).default("text"),
  )
  .option("--baseline <file>", "problems that are known: new ones alone are reported")
  .option("--update-baseline <file>", "write the problems of today into it, as known ones")
  .action((documents: string[], options: Options) => {
    const { format, notes, baseline, updateBaseline } = options;
    if (notes !== undefined && documents.length > 1)
      throw new UserError("--notes belongs to one document. Lint each with its notes by itself.");
    const linted = documents.map((document) => {
      const read = readNoted({ ...options, contract: document });
      return { document, read, problems: lintDocument(read) };
    });
    const all = linted.flatMap(({ problems }) => problems);
    if (updateBaseline !== undefined) {
      const known = toBaseline(linted, updateBaseline);
      write(updateBaseline, `${JSON.stringify(known, null, 2)}\n`);
      return console.error(`✓ ${several(all.length, "problem")} written to ${updateBaseline}.`);
    }
    const { problems, mended } =
      baseline === undefined ? { problems: all, mended: [] } : beyondBaseline(linted, baseline);
    const report = reports[format](problems);
    if (report !== "") console.log(report);
    if (problems.length > 0) process.exitCode = 1;
    if (mended.length > 0)
      console.error(
        printableText(
          `· Mended, and known to ${baseline} still: ${mended.join(", ")}. Write it again with --update-baseline ${baseline}.`,
        ),
      );
    const drafts = linted.reduce((sum, { read }) => sum + countDrafts(read.document), 0);
    if (drafts > 0)
      console.error(
        `· ${several(drafts, "note")} ${drafts === 1 ? "is a draft" : "are drafts"}. Read and correct each, and remove its line "draft: true".`,
      );
    const count = problems.length === 0 ? "No problem found" : several(problems.length, "problem");
    console.error(`${problems.length > 0 ? "✗" : "✓"} ${count}.`);
  });

documentCommand("register", "Print every gap of a document, those with the largest impact first.")
  .option("--json", "as JSON, for programs")
  .option("--callouts", "the document itself, each gap written into the description of its place")
  .action((contract: string, options: Options) => {
    const { document } = read({ ...options, contract });
    if (options.callouts) console.log(writeYaml(withCallouts(document), { noRefs: false }));
    else if (options.json) console.log(JSON.stringify(registerOf(document), null, 2));
    else console.log(printableText(renderRegister(document).trimEnd()));
  });

const recordings = `HAR files, as browsers and proxies export them, of at most ${maxHarMegabytes} MB each`;

/** A command that looks at what was recorded of a service. */
const withRecordings = (command: Command): Command =>
  command
    .option("--base-url <address>", "the service (default: the first server of the document)")
    .option("--mock", "take responses of a mock, which are no evidence about a service");

withRecordings(
  documentCommand(
    "draft",
    "Write a note for each open place that has none, and for what recordings show beyond the document.",
  ),
)
  .argument("[recordings...]", recordings)
  .addHelpText(
    "after",
    `
The notes go into the overlay of --notes (default: notes.overlay.yaml), behind those that are there. What is there stays as it is. Each
draft has the line "draft: true": read it, correct it, and remove the line. lint tells how many are left.`,
  )
  .action((contract: string, recorded: string[], options: Options) => {
    const { notes = "notes.overlay.yaml", ...others } = options;
    const before = existsSync(notes) ? readBytes(notes, notes).toString() : undefined;
    const found = read({ ...others, contract, ...(before !== undefined && { notes }) });
    const observer =
      recorded.length > 0 ? observeRecordings(found.document, recorded, options) : undefined;
    const actions = draftNotes(found, observer);
    if (actions.length === 0) return console.log("Nothing to draft, so nothing was written.");
    write(notes, withDrafts(before, actions, found.document, notes));
    const total = countDrafts(found.document) + actions.length;
    console.log(
      `${several(actions.length, "draft")} written to ${notes}; ${several(total, "draft")} to read. Next: openapi-gaps lint ${quoted(contract)} --notes ${quoted(notes)}`,
    );
  });

withRecordings(documentCommand("letter", "Print the questions to the owner of the API."))
  .argument("[recordings...]", `${recordings}. What they suggest is asked as a statement to tick`)
  .option("--letter <file>", "what it asks, in which order, with which cover, in YAML")
  .option("--form", "the form to answer them in, in YAML, for openapi-gaps answers")
  .action((contract: string, recorded: string[], options: Options) => {
    const { document } = read({ ...options, contract });
    const { letter: file, form } = options;
    const letter = file === undefined ? undefined : readLetter(parseFile(file), file, document);
    const propositions =
      recorded.length > 0 ? collectPropositions(document, recorded, options) : [];
    const render = form ? renderAnswerForm : renderLetter;
    console.log(printableText(render(document, letter, propositions).trimEnd()));
  });

// check, propose

const recordingCommand = (name: string, summary: string, details: string): Command =>
  withRecordings(contractCommand(name, summary, details).argument("<recordings...>", recordings));

recordingCommand(
  "check",
  "Report what in recorded traffic contradicts the document or answers a gap.",
  "It looks at status codes, media types, queries, and bodies in JSON. No value that was sent or received is shown, and no name that looks like data.",
)
  .option("--json", "as JSON, for programs")
  .action((recordings: string[], options: Options) => {
    const result = checkRecordings(read(options).document, recordings, options);
    console.log(options.json ? JSON.stringify(result, null, 2) : describeCheck(result));
    if (result.contradictions.length + result.leftOut.length > 0) process.exitCode = 1;
  });

recordingCommand(
  "propose",
  "Write proposal.overlay.yaml, which adds what recorded traffic shows to exist.",
  "Known values, optional fields, further responses: words that stay true whatever comes later. The gap stays, and asks for the rest. What contradicts a recorded call, or loses a documented value, is left out. A person reviews the overlay, and apply puts it into the sources.",
)
  .option("--environment <name>", "what to call the service, for instance live")
  .action((recordings: string[], options: Options) => {
    const proposed = proposeChanges(read(options).document, recordings, options);
    console.log(describeProposals(proposed));
    if (proposed.overlay.actions.length > 0)
      writeOverlay("proposal.overlay.yaml", proposed.overlay, options);
    else console.log("Nothing to propose, so nothing was written.");
  });

// answers, apply

contractCommand(
  "answers",
  "Write answers.overlay.yaml, which closes the gaps that the owner of the API has answered.",
)
  .argument("<answers.yaml>", "the form of openapi-gaps letter --form, filled in")
  .addHelpText(
    "after",
    `
For instance: order-states: {values: [open, paid, closed], complete: true}

An answer has the keys that the form asks for: holds or answer (yes, no, depends), values with complete, type, minimum, maximum,
fields, items, always, never, codes, failures, address, operation. Every answer can have words, and promise: none keeps the gap open.
Use words for answers that OpenAPI can't express.`,
  )
  .action((file: string, options: Options) => {
    const { document, sources } = read(options);
    const { overlay, answered } = answersToOverlay(document, file, sources.name);
    for (const { gap, effect, isClosed } of answered)
      console.log(printable(`${isClosed ? "✓" : "·"} ${gap}: ${effect}`));
    const closed = answered.filter(({ isClosed }) => isClosed).length;
    console.log(`\n${closed} of ${several(collectGaps(document).length, "gap")} would be closed.`);
    writeOverlay("answers.overlay.yaml", overlay, options);
  });

contractCommand(
  "apply",
  "Put a reviewed overlay into the files that a document is made of.",
  "With --notes, the changes go into that overlay, and the document stays as it is. Wants the files that it changes committed, and works everything out before it writes. An overlay with a target that selects nothing changes nothing. What goes wrong later is undone by git.",
)
  .argument("<overlay>")
  .option("--dry-run", "print the changes as a patch, and write nothing")
  .action((file: string, options: Options) => {
    const { notes, dryRun } = options;
    const overlay = { actions: readActions(file) };
    const plan = planChanges(read(options), overlay, lineIn(file), notes);
    if (dryRun) return console.log(describeChanges(plan).trimEnd());
    applyChanges(plan);
    console.log(`Closed: ${plan.closed.join(", ") || "none"}`);
    for (const file of [...plan.changes.keys()].sort())
      console.log(`  ${printable(displayPath(file))}`);
    console.log("Look at the change with git diff. Say in the descriptions what new fields mean.");
  });

/** A word of a command, as a shell has to be given it. */
const quoted = (word: string): string =>
  /^[\w./@%+,:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Writes it as formatters do, so that a check of the format of a repository passes. */
function writeOverlay(name: string, overlay: Overlay, { contract, notes }: Options): void {
  if (notes !== undefined && resolve(notes) === resolve(name))
    throw new UserError(`${name} holds the notes, and would be replaced. Give them another name.`);
  const text = writeYaml(overlay, { skipInvalid: true });
  if (existsSync(name) && readBytes(name, name).toString() !== text)
    throw new UserError(
      `${name} is there already, and somebody may have completed it. Apply it, or move it away, and try again.`,
    );
  write(name, text);
  const same = `--contract ${quoted(contract)}${notes === undefined ? "" : ` --notes ${quoted(notes)}`}`;
  console.log(
    `Written: ${name}. Review it, complete the descriptions, then: openapi-gaps apply ${name} ${same}`,
  );
}

function write(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    const { message } = error as Error;
    throw new UserError(`${file} cannot be written: ${message}. Name another file.`);
  }
}

/** Runs a command to its end, and sets the exit code of the process. */
export function run(words: string[]): void {
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
    // What the parser of options has to say, it has said.
    if (error instanceof CommanderError) return;
    const isTooDeep = error instanceof RangeError && error.message.includes("call stack");
    if (!isTooDeep && !(error instanceof UserError)) throw error;
    const message = isTooDeep ? "The input is nested too deeply to be read." : error.message;
    console.error(`✗ ${printableText(message)}`);
  }
}
