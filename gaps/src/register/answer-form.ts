/** The form to answer a letter in. */
import type { OpenApiDocument } from "../document/document.ts";
import { writeYaml } from "../document/files.ts";
import { type Gap, titleOf } from "../notes/gaps.ts";
import { composeLetter, type Numbered } from "./compose-letter.ts";
import type { Letter, Proposition } from "./letter-file.ts";

/** The form in YAML, in the order and with the numbers of the letter; then every other gap. */
export function renderAnswerForm(
  document: OpenApiDocument,
  letter: Letter = { sections: [] },
  propositions: Proposition[] = [],
): string {
  const { sections, unasked } = composeLetter(document, letter, propositions);
  return [
    `# Answers to the questions about the ${titleOf(document)}. Fill in what you like, and leave the rest empty.`,
    "# `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise nothing.",
    "# What has no key, such as a unit, a format or what depends on a plan, stands in `words`.",
    "# openapi-gaps answers --help says everything that an answer can have. Put a text with a colon, or that begins with a sign, into quotes.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...sections.flatMap(({ title, text, questions, table, ticks }) => {
      const fields = [...questions, ...table].flatMap(({ open, number }) =>
        open.flatMap((gap) => fieldsOf(gap, number)),
      );
      const all = [...fields, ...ticks.flatMap(tickOf)];
      return text && all.length > 0 ? ["", comment(`${title}: ${text}`), ...all] : all;
    }),
    ...unasked.flatMap((gap) => fieldsOf(gap)),
    "",
  ].join("\n");
}

function fieldsOf({ id, question, answer }: Gap, number = ""): string[] {
  return [
    "",
    comment(`${number} ${question}`.trim()),
    `  ${id}:`,
    ...linesOf(answer),
    "    words:",
  ];
}

const linesOf = (answer: string | undefined): string[] =>
  Object.entries(answerKeys(answer)).map(([key, hint]) => `    ${key}: # ${hint}`);

/** What the command has to know of a tick stands in the line below those that are filled in. */
function tickOf({ gap, id = gap, statement, yes, no, words, number, open }: Numbered): string[] {
  // What has its own meaning of a yes alone is left as it is by a no.
  const meaning = { yes: yes ?? { answer: "yes" }, no: no ?? (yes ? undefined : { answer: "no" }) };
  const options = { flowLevel: 0, skipInvalid: true, lineWidth: -1 };
  const stated = writeYaml({ gap, statement, ...meaning }, options);
  // A no that stands for no answer is told by the keys of the gap.
  const keys = yes && !no && id === gap ? linesOf(open[0]!.answer) : [];
  return [
    ...["", comment(`${number} ${words}`), `  ${id}:`, "    holds: # yes, no or unknown"],
    ...keys,
    ...["    words:", `    tick: ${stated.trimEnd()}`],
  ];
}

const comment = (text: string): string => text.trim().replaceAll(/^/gm, "  # ");

/** Keys of an answer in `answers.yaml`, by the kind that a note asks for, and how they are filled in; every answer has `words` too. */
const kinds: Record<string, Record<string, string>> = {
  "yes-no": { answer: "yes, no, depends or unknown" },
  address: { address: "https://…" },
  bounds: { minimum: "a number", maximum: "a number" },
  fields: { fields: "{name: {type: string, meaning: …, always: true}}" },
  final: { final: "[words]", failure: "[those of them that mean failure, as a whole or in part]" },
  items: { items: "{type: object, fields: {name: {type: string, meaning: …}}}" },
  operation: { operation: "{method: get, path: /…/{id}, returns: a schema of the contract}" },
  presence: { always: "[names]", never: "[names]" },
  "status-codes": { codes: "one number, or {operationId: number}" },
  failures: { failures: "{404: what it means}, or {operationId: {404: what it means}}" },
  type: { type: "string, integer, object …" },
  values: { values: "[words], or {word: what it means}", complete: "true or false" },
};

/** @param kind `answer` of a gap; without it, only words can answer */
export const answerKeys = (kind?: string): Record<string, string> => (kind ? kinds[kind]! : {});
