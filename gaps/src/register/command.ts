/** `register` and `letter`: the gaps of a document, for its readers and for its owner. */
import { dump } from "js-yaml";
import { contractOption, defineCommand, notesOption } from "../command.ts";
import { readContract } from "../notes/read-contract.ts";
import { withCallouts } from "./callouts.ts";
import { renderAnswerForm, renderLetter } from "./letter.ts";
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
    const { document } = readContract(values, operands);
    if (values.callouts) console.log(dump(withCallouts(document), { lineWidth: -1 }));
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
    form: { type: "boolean", help: "the form in YAML, for openapi-gaps answers" },
  },
  run({ values, operands }) {
    const { document } = readContract(values, operands);
    const render = values.form ? renderAnswerForm : renderLetter;
    console.log(render(document).trimEnd());
    return Promise.resolve(0);
  },
});
