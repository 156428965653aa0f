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
  gapImpacts,
  rankGaps,
  textOf,
  titleOf,
} from "../notes/gaps.ts";
import { UserError } from "../problem.ts";

/** What a letter asks, in its order: the content of its file. */
export interface Letter {
  /** Markdown: who asks, why, by when, and where the answer goes. */
  cover?: string;
  sections: Section[];
  /** Markdown with the address of the questions that the letter leaves out; without it, they follow at the end. */
  more?: string;
}

interface Section {
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
interface Asked {
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
      (section[list] ?? []).map((asked, at) => ({ ...asked, path: ["sections", index, list, at] })),
    ),
  );

const gapsOf = ({ gap, gaps = [] }: Asked): string[] => (gap === undefined ? gaps : [gap]);

/** What is still open of a question, as the letter prints it. */
interface Numbered extends Asked {
  /** An answer by mail names it. */
  number: string;
  words: string;
  open: Gap[];
}

/** The parts of a letter that are still open, with their numbers, and the gaps that none of them asks about. */
function composeLetter(document: OpenApiDocument, letter: Letter, propositions: Proposition[]) {
  // What the owner could not say is not asked again.
  const open = rankGaps(collectGaps(document)).filter(({ asked }) => asked === undefined);
  const named = askedIn(letter).flatMap(gapsOf);
  const others = open.filter(({ id }) => !named.includes(id));
  let number = 0;
  const leftOf = (asked: Asked): Numbered[] => {
    const names = gapsOf(asked);
    const left = names.flatMap((name) => open.filter(({ id }) => id === name));
    if (left.length === 0) return [];
    const { question, seen, statement, otherwise } = asked;
    const own =
      question ?? [seen, statement, otherwise && `No: ${otherwise}`].filter(Boolean).join(" ");
    // Where some of its gaps are closed, the questions of the others.
    const words = left.length === names.length ? own : left.map((gap) => gap.question).join(" ");
    return [{ ...asked, words, open: left, number: `${++number}.` }];
  };
  const all: Section[] = [
    ...letter.sections,
    ...open.map((gap) => suggested(document, gap, propositions)),
    ...(letter.more ? [] : [{ title: "Questions", questions: others.map(toQuestion) }]),
  ];
  const sections = all
    .map(({ title, text = "", questions = [], table = [], ticks = [] }) => ({
      ...{ title, text: text.trim(), questions: questions.flatMap(leftOf) },
      ...{ table: table.flatMap(leftOf), ticks: ticks.flatMap(leftOf) },
    }))
    .filter((part) => part.text || lists.some((list) => part[list].length > 0));
  return { sections, unasked: letter.more ? others : [] };
}

function toQuestion(gap: Gap): Asked {
  const details = `${textOf(gap).says} *${gapImpacts[gap.impact].label}.*`;
  return { question: gap.question, gap: gap.id, details };
}

/** What recordings suggest at a gap. What the owner has answered is not asked again. */
function suggested(
  document: OpenApiDocument,
  { id, node, question }: Gap,
  all: Proposition[],
): Section {
  const { "x-gap": notes, "x-verified": stated } = asObject(valueAt(document, node));
  const said = JSON.stringify([notes, stated]);
  const isAnswered = ({ statement }: Proposition) =>
    said.includes(JSON.stringify(`${statement.replace(/\.$/, "")}: `).slice(1, -1));
  const ticks = all.filter((each) => each.gap === id && !isAnswered(each));
  const text = ticks.length > 0 ? question : "";
  return { title: `Recordings suggest, for \`${id}\``, text, ticks };
}

/**
 * The letter in Markdown.
 *
 * @param letter without it, every gap is asked about in the order of the register
 * @param propositions what recordings suggest
 */
export function renderLetter(
  document: OpenApiDocument,
  letter: Letter = { sections: [] },
  propositions: Proposition[] = [],
): string {
  const { sections, unasked } = composeLetter(document, letter, propositions);
  const paragraphs = [
    `# Questions about the ${titleOf(document)}`,
    letter.cover?.trim() ??
      'Developers who integrate this service have to guess where its specification is silent. Partial answers help, and "it depends on …" and "we promise nothing" are answers too. Answer by number in a mail, or fill in the form.',
    ...sections.flatMap(({ title, text, questions, table, ticks }) => [
      `## ${title}`,
      text,
      ...questions.flatMap(({ number, words, details = "" }) => [
        `**${number} ${words}**`,
        details,
      ]),
      tableOf(["answer"], table),
      tableOf(["yes", "no"], ticks),
    ]),
    unasked.length > 0
      ? `${unasked.length} more question${unasked.length === 1 ? "" : "s"}: ${letter.more}`
      : "",
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

function tableOf(columns: string[], asked: Numbered[]): string {
  if (asked.length === 0) return "";
  const line = (...cells: string[]) => `|${cells.map((cell) => ` ${cell} |`).join("")}`;
  const inCell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\n+/g, " ");
  const rows = asked.map(({ number, words }) =>
    line(`${number} ${inCell(words)}`, ...columns.map(() => "")),
  );
  return [line("", ...columns), line("---", ...columns.map(() => "---")), ...rows].join("\n");
}

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

const text = { type: "string" };
const object = { type: "object" };
const gaps = { type: "array", minItems: 1, uniqueItems: true, items: text };
const texts = { question: text, gap: text, id: text, statement: text, otherwise: text };
const listOf = (...required: string[]) => ({
  type: "array",
  items: {
    ...objectOf({ ...texts, gaps, yes: object, no: object }, required),
    anyOf: [{ required: ["gap"] }, { required: ["gaps"] }],
  },
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
  for (const { path, ...asked } of askedIn(letter)) {
    const gaps = gapsOf(asked);
    const names = asked.id === undefined ? gaps : [asked.id];
    const unknown = gaps.find((id) => !known.includes(id));
    const again = names.find((name) => named.has(name));
    if (unknown ?? again) {
      const { line } = new Positions(file).of(path);
      const why = unknown ? `there is no gap ${unknown}` : `${again} is asked about before`;
      throw new UserError(`${file}:${line}: ${why}. Name each gap of the document once at most.`);
    }
    for (const name of names) named.add(name);
  }
  return letter;
}

/** Keys of an answer in `answers.yaml`, by the kind that a note asks for, and how they are filled in; every answer has `words` too. */
const kinds: Record<string, Record<string, string>> = {
  "yes-no": { answer: "yes, no, depends or unknown" },
  address: { address: "https://…" },
  bounds: { minimum: "a number", maximum: "a number" },
  fields: { fields: "{name: {type: string, meaning: …, always: true}}" },
  final: { final: "[words]", failure: "[those of them that mean failure]" },
  items: { items: "{type: object, fields: {name: {type: string, meaning: …}}}" },
  operation: {},
  presence: { always: "[names]", never: "[names]" },
  "status-codes": { codes: "one number, or {operationId: number}" },
  failures: { failures: "{404: what it means}, or {operationId: {404: what it means}}" },
  type: { type: "string, integer, object …" },
  values: { values: "[words], or {word: what it means}", complete: "true or false" },
};

/** @param kind `answer` of a gap; without it, only words can answer */
export const answerKeys = (kind = "operation"): Record<string, string> => kinds[kind]!;
