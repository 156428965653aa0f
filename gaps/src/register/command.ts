/** `register` and `letter`: the gaps of a document, for its readers and for its owner. */
import { defineCommand, onlyOperand } from "../command.ts";
import { readDocument } from "../document/read-document.ts";
import { renderAnswerForm, renderQuestions } from "./letter.ts";
import { registerOf, renderRegister } from "./register.ts";

export const register = defineCommand({
  name: "register",
  summary: "Print every gap of a document, those with the largest impact first.",
  operands: "<document>",
  options: { json: { type: "boolean", help: "as JSON, for programs" } },
  run({ values, operands }) {
    const { document } = readDocument(onlyOperand(operands, "document"));
    console.log(
      values.json
        ? JSON.stringify(registerOf(document), null, 2)
        : renderRegister(document).trimEnd(),
    );
    return Promise.resolve(0);
  },
});

export const letter = defineCommand({
  name: "letter",
  summary: "Print the questions to the owner of the API, or the form to answer them in.",
  operands: "<document>",
  options: { form: { type: "boolean", help: "the form in YAML, for openapi-gaps answers" } },
  run({ values, operands }) {
    const { document } = readDocument(onlyOperand(operands, "document"));
    console.log((values.form ? renderAnswerForm(document) : renderQuestions(document)).trimEnd());
    return Promise.resolve(0);
  },
});
