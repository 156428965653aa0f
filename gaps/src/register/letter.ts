/** The letter to the owner of an API, and the form to answer it in. */
import {
  asObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  valueAt,
} from "../document/document.ts";
import { writeYaml } from "../document/files.ts";
import { objectOf, readerOf } from "../document/shape.ts";
import { Positions } from "../document/source-tree.ts";
import {
  collectClosedGaps,
  collectGaps,
  type Gap,
  rankGaps,
  textOf,
  titleOf,
} from "../notes/gaps.ts";
import { UserError } from "../problem.ts";

/** What a letter asks, in its order: the content of its file. */
export interface Letter {
  /** Markdown: who asks, why, by when, and where the answer goes. */
  cover?: string;
  sections: LetterSection[];
  /** Markdown with the address of the questions that the letter leaves out; without it, they follow at the end. */
  more?: string;
}

export interface LetterSection {
  title: string;
  /** Markdown below the title. */
  text?: string;
  /** Questions, each by itself. */
  questions?: Asked[];
  /** Questions with room for an answer beside each. */
  table?: Asked[];
  /** Statements with room for a yes or a no. */
  ticks?: Asked[];
}

/** One number of the letter, in words that an owner understands without the document: a question, or a statement to tick. */
export interface Asked {
  question?: string;
  /** Markdown below a question that is not of a file: what the document says. */
  details?: string;
  /** ID of the gap that an answer closes, or helps to close. */
  gap?: string;
  gaps?: string[];
  /** Name of a tick in the form: that of its gap, which it then answers, where there is none. */
  id?: string;
  /** What the recordings showed: "In 195 of 195 responses `reader` was there." */
  seen?: string;
  /** What the owner ticks: "`reader` is always there." */
  statement?: string;
  /** What a no means. */
  otherwise?: string;
  /** The answer that a yes stands for, as if the owner had written it under the gap in the form. */
  yes?: JsonObject;
  no?: JsonObject;
}

/** Something that recordings suggest, and only the owner of the API can state: a tick of the letter, with a stable name. */
export type Proposition = Required<Pick<Asked, "gap" | "id" | "seen" | "statement" | "yes">>;

const lists = ["questions", "table", "ticks"] as const;

/** All that a letter asks, and where it stands in its file. */
const askedIn = ({ sections }: Letter) =>
  sections.flatMap((section, index) =>
    lists.flatMap((list) =>
      (section[list] ?? []).map((asked, at) => ({ asked, path: ["sections", index, list, at] })),
    ),
  );

const gapsOf = ({ gap, gaps = [] }: Asked): string[] => (gap === undefined ? gaps : [gap]);

const wordsOf = ({ question, seen, statement, otherwise }: Asked): string =>
  question ?? [seen, statement, otherwise && `No: ${otherwise}`].filter(Boolean).join(" ");

const questionsOf = (gaps: Gap[]): Asked[] =>
  gaps.map((gap) => {
    const { says, impact } = textOf(gap);
    return { question: gap.question, gap: gap.id, details: `${says} *${impact}.*` };
  });

/** What recordings suggest: a table for each gap. What the owner has answered is not asked again. */
function suggested(document: OpenApiDocument, open: Gap[], all: Proposition[]): LetterSection[] {
  return open.flatMap(({ id, node, question: text }) => {
    const { "x-gap": notes, "x-verified": stated } = asObject(valueAt(document, node));
    const said = JSON.stringify([notes, stated]);
    const isAnswered = ({ statement }: Proposition) =>
      said.includes(JSON.stringify(`${statement.replace(/\.$/, "")}: `).slice(1, -1));
    const ticks = all.filter((each) => each.gap === id && !isAnswered(each));
    const title = `Recordings suggest, for \`${id}\``;
    return ticks.length > 0 ? { title, text, ticks } : [];
  });
}

/** What is still open of a question, as the letter prints it. */
interface Numbered extends Asked {
  /** An answer by mail names it. */
  number: string;
  words: string;
  open: Gap[];
}

/** The parts of a letter that are still open, with their numbers, and the gaps that none of them asks about. */
function composeLetter(
  document: OpenApiDocument,
  { sections, cover, more }: Letter = { sections: [] },
  propositions: Proposition[],
) {
  const open = rankGaps(collectGaps(document));
  const named = askedIn({ sections }).flatMap(({ asked }) => gapsOf(asked));
  const others = open.filter(({ id }) => !named.includes(id));
  const rest = more ? [] : [{ title: "Questions", questions: questionsOf(others) }];
  let number = 0;
  const leftOf = (each: Asked): Numbered[] => {
    const names = gapsOf(each);
    const left = names.flatMap((name) => open.filter(({ id }) => id === name));
    if (left.length === 0) return [];
    // Where some of its gaps are closed, the questions of the others.
    const isWhole = left.length === names.length;
    const words = isWhole ? wordsOf(each) : left.map(({ question }) => question).join(" ");
    return [{ ...each, words, open: left, number: `${++number}.` }];
  };
  const parts = [...sections, ...suggested(document, open, propositions), ...rest]
    .map(({ title, text, questions = [], table = [], ticks = [] }: LetterSection) => ({
      title,
      text,
      questions: questions.flatMap(leftOf),
      table: table.flatMap(leftOf),
      ticks: ticks.flatMap(leftOf),
    }))
    .filter((part) => part.text || lists.some((list) => part[list].length > 0));
  return { cover, more, sections: parts, unasked: more ? others : [] };
}

/**
 * The letter in Markdown.
 *
 * @param letter without it, every gap is asked about in the order of the register
 * @param propositions what recordings suggest
 */
export function renderLetter(
  document: OpenApiDocument,
  letter?: Letter,
  propositions: Proposition[] = [],
): string {
  const { cover, sections, more, unasked } = composeLetter(document, letter, propositions);
  const paragraphs = [
    `# Questions about the ${titleOf(document)}`,
    cover?.trim() ??
      'Developers who integrate this service have to guess where its specification is silent. Partial answers help, and "it depends on …" and "we promise nothing" are answers too. Answer by number in a mail, or fill in the form.',
    ...sections.flatMap(({ title, text = "", questions, table, ticks }) => [
      `## ${title}`,
      text.trim(),
      ...questions.flatMap(({ number, words, details = "" }) => [
        `**${number} ${words}**`,
        details,
      ]),
      tableOf(["answer"], table),
      tableOf(["yes", "no"], ticks),
    ]),
  ];
  if (unasked.length > 0)
    paragraphs.push(`${unasked.length} more question${unasked.length === 1 ? "" : "s"}: ${more}`);
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

function tableOf(columns: string[], asked: Numbered[]): string {
  if (asked.length === 0) return "";
  const line = (...cells: string[]) => `|${cells.map((cell) => ` ${cell} |`).join("")}`;
  const inCell = (text: string) => {
    const lines = text.replaceAll("|", "\\|").split(/\n+/);
    return lines.map((each) => each.trim()).join(" ");
  };
  const rows = asked.map(({ number, words }) =>
    line(`${number} ${inCell(words)}`, ...columns.map(() => "")),
  );
  return [line("", ...columns), line("---", ...columns.map(() => "---")), ...rows].join("\n");
}

/** The form in YAML, in the order and with the numbers of the letter; then every other gap. */
export function renderAnswerForm(
  document: OpenApiDocument,
  letter?: Letter,
  propositions: Proposition[] = [],
): string {
  const { sections, unasked } = composeLetter(document, letter, propositions);
  return [
    `# Answers to the questions about the ${titleOf(document)}. Fill in what you like, and leave the rest empty.`,
    "# `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise nothing.",
    "# openapi-gaps answers --help says everything that an answer can have. Put a text that begins with a sign, such as `, in quotes.",
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
  const keys = Object.entries(answerKeys(answer));
  return [
    ...["", comment(`${number} ${question}`.trim()), `  ${id}:`],
    ...keys.map(([key, hint]) => `    ${key}: # ${hint}`),
    "    words:",
  ];
}

/** What the command has to know of a tick stands below the lines that are filled in. */
function tickOf({ gap, id = gap, statement, yes, no, words, number }: Numbered): string[] {
  // What has its own meaning of a yes alone is left as it is by a no.
  const meaning = { yes: yes ?? { answer: "yes" }, no: no ?? (yes ? undefined : { answer: "no" }) };
  const stated = writeYaml({ gap, statement, ...meaning }, { flowLevel: 1, skipInvalid: true });
  return [
    ...["", comment(`${number} ${words}`), `  ${id}:`, "    holds: # yes or no", "    words:"],
    stated.trimEnd().replaceAll(/^/gm, "    "),
  ];
}

const comment = (text: string): string => text.trim().replaceAll(/^/gm, "  # ");

const text = { type: "string" };
const object = { type: "object" };
const gaps = { type: "array", minItems: 1, items: text };
const texts = { question: text, gap: text, id: text, seen: text, statement: text, otherwise: text };
const listOf = (...required: string[]) => ({
  type: "array",
  items: objectOf({ ...texts, gaps, yes: object, no: object }, required),
});
const section = {
  title: text,
  text,
  questions: listOf("question"),
  table: listOf("question"),
  ticks: listOf("gap", "statement"),
};
const sections = { type: "array", items: objectOf(section, ["title"]) };
const readShape = readerOf<Letter>(objectOf({ cover: text, sections, more: text }, ["sections"]));

/**
 * The letter of a file, as the README describes it.
 *
 * @throws {UserError} when it is none, or names what is no gap and was none, or a gap twice
 */
export function readLetter(content: Json, file: string, document: OpenApiDocument): Letter {
  const letter = readShape(content, file);
  // What is closed was a gap, and its question falls out of the letter by itself.
  const known = [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id);
  const named = new Set<string>();
  for (const { asked, path } of askedIn(letter)) {
    const refuse = (why: string): never => {
      const { line } = new Positions(file).of(path);
      throw new UserError(`${file}:${line}: ${why}. Name each gap of the document once at most.`);
    };
    const names = gapsOf(asked);
    if (names.length === 0) refuse("it asks about no gap");
    const unknown = names.find((id) => !known.includes(id));
    if (unknown !== undefined) refuse(`there is no gap ${unknown}`);
    for (const name of asked.id === undefined ? names : [asked.id]) {
      if (named.has(name)) refuse(`${name} is asked about before`);
      named.add(name);
    }
  }
  return letter;
}

/** Keys of an answer in `answers.yaml`, by the kind that a note asks for, and how they are filled in; every answer has `words` too. */
const kinds: Record<string, Record<string, string>> = {
  "yes-no": { answer: "yes, no or depends" },
  address: { address: "https://…" },
  bounds: { minimum: "a number", maximum: "a number" },
  fields: { fields: "{name: {type: string, meaning: …, always: true}}" },
  items: { items: "{type: object, fields: {name: {type: string, meaning: …}}}" },
  operation: {},
  presence: { always: "[names]", never: "[names]" },
  "status-codes": { codes: "one number, or {operationId: number}" },
  failures: { failures: "{404: what it means}" },
  type: { type: "string, integer, object …" },
  values: { values: "[words], or {word: what it means}", complete: "true or false" },
};

/** @param kind `answer` of a gap; undefined for a question that only words can answer */
export const answerKeys = (kind = ""): Record<string, string> =>
  Object.hasOwn(kinds, kind) ? kinds[kind]! : {};
