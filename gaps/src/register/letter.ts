/** The letter to the owner of an API, and the form to answer it in. */
import {
  asObject,
  asObjectList,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  valueAt,
} from "../document/document.ts";
import { writeYaml } from "../document/files.ts";
import {
  collectClosedGaps,
  collectGaps,
  type Gap,
  rankGaps,
  textOf,
  titleOf,
} from "../notes/gaps.ts";
import { UserError } from "../problem.ts";

/** What a letter asks, in its order. */
export interface Letter {
  /** Markdown: who asks, why, by when, and where the answer goes. */
  cover?: string | undefined;
  sections: LetterSection[];
  /** Markdown with the address of the questions that the letter leaves out; without it, they follow at the end. */
  more?: string | undefined;
}

export interface LetterSection {
  title: string;
  /** Markdown below the title. */
  text?: string | undefined;
  asked: Asked[];
  /** Columns of a table that is filled in; without them, each question stands by itself. */
  columns?: string[];
}

/** One number of the letter, in words that an owner understands without the document. */
export interface Asked {
  question: string;
  /** IDs of the gaps that an answer closes, or helps to close. */
  gaps: string[];
  /** For a statement that holds or not: its name in the form, and what `openapi-gaps answers` has to know of it there. */
  tick?: { id: string; form: JsonObject };
}

/**
 * Something that recordings suggest, and only the owner of the API can state: a tick of the letter. One with the name of
 * its gap answers it; another one narrows it.
 */
export type Proposition = {
  /** ID of the open gap that a yes would narrow or close. */
  gap: string;
  /** Name in the letter and the form, unique and stable, for instance `loan-fields.required.reader`. */
  id: string;
  /** What the recordings showed: "In 195 of 195 responses `reader` was there." */
  seen: string;
  /** The statement that the owner ticks: "`reader` is always there." */
  statement: string;
  /** The answer that a yes stands for, as if the owner had written it under the gap in the form. */
  yes: JsonObject;
};

const questionsOf = (gaps: Gap[]) => gaps.map(({ id: gap, question }) => ({ question, gap }));

/** The sections of a document that has no letter of its own: what a yes or no answers is ticked, and the rest asked. */
function sectionsOf(open: Gap[]): LetterSection[] {
  const isYesNo = ({ answer }: Gap) => answer === "yes-no";
  const questions = questionsOf(open.filter((gap) => !isYesNo(gap)));
  const ticks = open.filter(isYesNo).map(({ id, question }) => ({ gap: id, statement: question }));
  return [
    readSection({ title: "Questions", questions }),
    readSection({ title: "Tick what holds", ticks }),
  ];
}

/** What recordings suggest: a table for each gap. Nothing is asked twice, be it at two gaps, or since the owner has answered it. */
function suggested(document: OpenApiDocument, open: Gap[], all: Proposition[]): LetterSection[] {
  const propositions = new Map(all.map((each) => [each.seen + each.statement, each] as const));
  return open.flatMap(({ id, node, question: text }) => {
    const { "x-gap": notes = null, "x-verified": stated = null } = asObject(
      valueAt(document, node),
    );
    const said = JSON.stringify([notes, stated]);
    const isAnswered = ({ statement }: Proposition) => {
      const words = JSON.stringify(`${statement.replace(/\.$/, "")}: `).slice(1, -1);
      return ['"', ": ", ". "].some((before) => said.includes(before + words));
    };
    const ticks = [...propositions.values()].filter((each) => each.gap === id && !isAnswered(each));
    const title = `Recordings suggest, for \`${id}\``;
    return ticks.length > 0 ? readSection({ title, text, ticks }) : [];
  });
}

/** The parts of a letter that are still open, with their numbers, and the gaps that none of them asks about. */
function composeLetter(
  document: OpenApiDocument,
  letter: Letter | undefined,
  propositions: Proposition[],
) {
  const open = rankGaps(collectGaps(document));
  const { sections, cover, more }: Letter = letter ?? { sections: sectionsOf(open) };
  const asked = sections.flatMap((section) => section.asked.flatMap(({ gaps }) => gaps));
  /** What is left of a question: where some of its gaps are closed, the questions of the others. */
  const leftOf = (each: Asked): Asked[] => {
    const left = open.filter(({ id }) => each.gaps.includes(id));
    if (left.length === 0) return [];
    const isWhole = left.length === each.gaps.length;
    return [isWhole ? each : { ...each, question: left.map((gap) => gap.question).join(" ") }];
  };
  const others = open.filter(({ id }) => !asked.includes(id));
  const rest = readSection({ title: "More", questions: questionsOf(others) });
  let number = 0;
  // An answer by mail names the number.
  const numbered = (all: Asked[]) => all.map((each) => ({ ...each, number: `${++number}.` }));
  const parts = [...sections, ...suggested(document, open, propositions), ...(more ? [] : [rest])]
    .map((section) => ({ ...section, asked: numbered(section.asked.flatMap(leftOf)) }))
    .filter(({ text, asked }) => asked.length > 0 || text);
  return { ...{ cover, more, open }, sections: parts, unasked: more ? others : [] };
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
  const composed = composeLetter(document, letter, propositions);
  const { cover, sections, more, open, unasked } = composed;
  const details = ({ gaps }: Asked): string[] => {
    const gap = open.find(({ id }) => id === gaps[0]);
    if (letter !== undefined || !gap) return [];
    const { says, impact } = textOf(gap);
    return [`${says} *${impact}.*`, `${answerKind(gap.answer).request}: …`];
  };
  const paragraphs = [
    `# Questions about the ${titleOf(document)}`,
    cover?.trim() ??
      'Developers who integrate this service have to guess where its specification is silent. Partial answers help, and "it depends on …" and "we promise nothing" are answers too. Answer by number in a mail, or fill in the form.',
    ...sections.flatMap(({ title, text, columns, asked }) => [
      `## ${title}`,
      ...(text ? [text.trim()] : []),
      ...(columns
        ? [tableOf(columns, asked)]
        : asked.flatMap((each) => [`**${each.number} ${each.question}**`, ...details(each)])),
    ]),
  ];
  if (unasked.length > 0)
    paragraphs.push(`${unasked.length} more question${unasked.length === 1 ? "" : "s"}: ${more}`);
  return `${paragraphs.join("\n\n")}\n`;
}

function tableOf(columns: string[], asked: (Asked & { number: string })[]): string {
  const line = (...cells: string[]) => `|${cells.map((cell) => ` ${cell} |`).join("")}`;
  const inCell = (text: string) =>
    text
      .replaceAll("|", "\\|")
      .split("\n")
      .map((each) => each.trim())
      .join(" ");
  const rows = asked.map(({ number, question }) =>
    line(`${number} ${inCell(question)}`, ...columns.map(() => "")),
  );
  return [line("", ...columns), line("---", ...columns.map(() => "---")), ...rows].join("\n");
}

/** The form in YAML, in the order and with the numbers of the letter; then every other gap. */
export function renderAnswerForm(
  document: OpenApiDocument,
  letter?: Letter,
  propositions: Proposition[] = [],
): string {
  const { sections, unasked, open } = composeLetter(document, letter, propositions);
  const fields = ({ tick, question, number, gaps }: Asked & { number: string }) =>
    tick
      ? tickOf(tick.id, tick.form, `${number} ${question}`)
      : gaps.flatMap((id) =>
          open.filter((gap) => gap.id === id).flatMap((gap) => fieldsOf(gap, number)),
        );
  return [
    `# Answers to the questions about the ${titleOf(document)}. Fill in what you like, and leave the rest empty.`,
    "# `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise nothing.",
    "# openapi-gaps answers --help says everything that an answer can have. Put a text that begins with a sign, such as `, in quotes.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...sections.flatMap(({ title, text, asked }) => [
      ...(text && asked.length > 0 ? ["", ...comment(`${title}: ${text}`)] : []),
      ...asked.flatMap(fields),
    ]),
    ...unasked.flatMap((gap) => fieldsOf(gap)),
    "",
  ].join("\n");
}

function fieldsOf({ id, question, answer }: Gap, number = ""): string[] {
  const keys = Object.entries(answerKind(answer).keys);
  return [
    ...["", ...comment(`${number} ${question}`.trim()), `  ${id}:`],
    ...keys.map(([key, hint]) => `    ${key}: # ${hint}`),
    "    words:",
  ];
}

/** What the command has to know of a tick stands below the lines that are filled in. */
function tickOf(id: string, form: JsonObject, question: string): string[] {
  const stated = writeYaml(form, { flowLevel: 1 }).trimEnd().replaceAll(/^/gm, "    ");
  return ["", ...comment(question), `  ${id}:`, "    holds: # yes or no", "    words:", stated];
}

/** A comment in lines of at most 110 characters. */
const comment = (text: string): string[] =>
  (text.match(/.{1,110}(?:\s|$)/g) ?? [text]).map((line) => `  # ${line.trimEnd()}`);

/**
 * The letter of a file, as the README describes it.
 *
 * @throws {UserError} when it is none, or names what is no gap and was none, or a gap twice
 */
export function readLetter(content: Json, file: string, document: OpenApiDocument): Letter {
  const { cover, more, sections: given } = asObject(content);
  const sections = asObjectList(given).map(readSection);
  // What is closed was a gap, and its question falls out of the letter by itself.
  const known = [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id);
  const asked = sections.flatMap((section) => section.asked);
  const names = asked.flatMap(({ tick, gaps }) => tick?.id ?? gaps);
  const wrong =
    unknownKeys(content, "letter")[0] ??
    asked.flatMap(({ gaps }) => gaps).find((id) => !known.includes(id)) ??
    names.find((name, index) => names.indexOf(name) !== index);
  if (asked.length > 0 && wrong === undefined)
    return { cover: textIn(cover), sections, more: textIn(more) };
  throw new UserError(
    `${file} names ${wrong ?? "no gap"}. Write {cover, sections, more}, each section with a title and questions, ticks or a table, and name each gap of the document once at most.`,
  );
}

const question = ["question", "gap", "gaps"];

/** What each object of a letter can have, by the key of its list. */
const keysOf: Record<string, string[]> = {
  letter: ["cover", "sections", "more"],
  sections: ["title", "text", "questions", "ticks", "table"],
  ...{ questions: question, table: question },
  ticks: ["gap", "id", "seen", "statement", "otherwise", "yes", "no"],
};

const unknownKeys = (object: Json, kind: string): string[] =>
  Object.entries(asObject(object)).flatMap(([key, value]) => {
    if (!keysOf[kind]!.includes(key)) return [key];
    return key in keysOf ? asObjectList(value).flatMap((each) => unknownKeys(each, key)) : [];
  });

const textIn = (value: Json | undefined) => (typeof value === "string" ? value : undefined);

function readSection({ title, text, questions, ticks, table }: JsonObject): LetterSection {
  const head = { title: String(title), text: textIn(text) };
  if (ticks !== undefined)
    return { ...head, columns: ["yes", "no"], asked: asObjectList(ticks).map(readTick) };
  const asked = asObjectList(questions ?? table).map(({ question, gap = [], gaps = gap }) => ({
    question: String(question),
    gaps: [gaps].flat().map(String),
  }));
  return { ...head, asked, ...(table === undefined ? {} : { columns: ["answer"] }) };
}

/** Without its own meaning of a no, what has one of a yes is left as it is by a no. */
function readTick({ gap, id = gap!, seen, statement, otherwise, yes, no }: JsonObject): Asked {
  const form = {
    ...{ gap: String(gap), statement: String(statement) },
    ...(isObject(yes) ? { yes } : { yes: { answer: "yes" }, no: { answer: "no" } }),
    ...(isObject(no) ? { no } : {}),
  };
  const question = [seen, statement, otherwise && `No: ${String(otherwise)}`];
  return {
    question: question.filter(Boolean).join(" "),
    gaps: [form.gap],
    tick: { id: String(id), form },
  };
}

interface AnswerKind {
  /** What the letter to the owner asks for. */
  request: string;
  /** Keys of an answer in `answers.yaml`, and how they are filled in; every answer has `words` too. */
  keys: Record<string, string>;
}

const kinds: Record<string, [request: string, keys?: AnswerKind["keys"]]> = {
  "yes-no": ["Yes, no, or it depends on", { answer: "yes, no or depends" }],
  address: ["The address", { address: "https://…" }],
  bounds: ["The smallest and the largest value", { minimum: "a number", maximum: "a number" }],
  fields: [
    "Name, type and meaning of each field",
    { fields: "{name: {type: string, meaning: …, always: true}}" },
  ],
  items: [
    "Type and fields of an element",
    { items: "{type: object, fields: {name: {type: string, meaning: …}}}" },
  ],
  name: ["The name", { name: "the name that holds" }],
  operation: ["Method and path, or none"],
  presence: ["Always there, and never there", { always: "[names]", never: "[names]" }],
  "status-codes": ["The codes", { codes: "one number, or {operationId: number}" }],
  failures: ["The codes, and what each means", { failures: "{404: what it means}" }],
  type: ["The type", { type: "string, integer, object …" }],
  values: [
    "The values, and whether there may be others",
    { values: "[words], or {word: what it means}", complete: "true or false" },
  ],
};

/** @param kind `answer` of a gap; undefined for a question that only words can answer */
export function answerKind(kind = ""): AnswerKind {
  const [request = "In your words", keys = {}] = Object.hasOwn(kinds, kind) ? kinds[kind]! : [];
  return { request, keys };
}
