/** `register` and `letter`: the gaps of a document, for its readers and for its owner. */
import { dump } from "js-yaml";
import { contractOption, defineCommand, documentOf, notesOption } from "../command.ts";
import type { OpenApiDocument } from "../document/document.ts";
import { parseFile, readDocument, type ReadDocument } from "../document/read-document.ts";
import { withNotes } from "../notes/overlay.ts";
import { formatProblem } from "../problem.ts";
import { withCallouts } from "./callouts.ts";
import { renderAnswerForm, renderLetter, type LetterQuestion, readQuestions } from "./letter.ts";
import { registerOf, renderRegister } from "./register.ts";

export const register = defineCommand({
  name: "register",
  summary: "Print every gap of a document, those with the largest impact first.",
  operands: "<document>",
  options: {
    ...contractOption,
    ...notesOption,
    json: { type: "boolean", help: "as JSON, for programs" },
    callouts: {
      type: "boolean",
      help: "the document itself, with each gap written into the description of its place",
    },
  },
  run({ values, operands }) {
    const { document } = read(documentOf(operands, values.contract), values.notes);
    if (values.callouts) console.log(dump(withCallouts(document), { noRefs: true, lineWidth: -1 }));
    else if (values.json) console.log(JSON.stringify(registerOf(document), null, 2));
    else console.log(renderRegister(document).trimEnd());
    return Promise.resolve(0);
  },
});

export const letter = defineCommand({
  name: "letter",
  summary: "Print the questions to the owner of the API, or the form to answer them in.",
  operands: "<document>",
  options: {
    ...contractOption,
    ...notesOption,
    questions: {
      type: "string",
      value: "<file>",
      help: "a YAML list of {question, gaps}: what to ask first, in your words and order",
    },
    form: { type: "boolean", help: "the form in YAML, for openapi-gaps answers" },
  },
  run({ values, operands }) {
    const { document } = read(documentOf(operands, values.contract), values.notes);
    const questions = questionsOf(values.questions, document);
    const render = values.form ? renderAnswerForm : renderLetter;
    console.log(render(document, questions).trimEnd());
    return Promise.resolve(0);
  },
});

/** The document of a command. What cannot be read of it is told, and the rest is used. */
function read(file: string, notes: string | undefined): ReadDocument {
  const found = withNotes(readDocument(file), notes);
  for (const problem of found.problems) console.error(formatProblem(problem));
  return found;
}

function questionsOf(file: string | undefined, document: OpenApiDocument): LetterQuestion[] {
  if (file === undefined) return [];
  return readQuestions(parseFile(file), file, document);
}
