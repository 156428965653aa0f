/** The letter to the owner of an API, and the form to answer it in. */
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  asObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  type Path,
  valueAt,
} from "../document/document.ts";
import { writeYaml } from "../document/files.ts";
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

const gapsOf = ({ gap, gaps = [gap!] }: Asked): string[] => gaps;

const wordsOf = ({ question, seen, statement, otherwise }: Asked): string =>
  question ?? [seen, statement, otherwise && `No: ${otherwise}`].filter(Boolean).join(" ");

const questionsOf = (gaps: Gap[]): Asked[] =>
  gaps.map(({ id: gap, question }) => ({ question, gap }));

/** The sections of a document that has no letter of its own: what a yes or no answers is ticked, and the rest asked. */
function sectionsOf(open: Gap[]): LetterSection[] {
  const isYesNo = ({ answer }: Gap) => answer === "yes-no";
  const ticks = open.filter(isYesNo).map(({ id, question }) => ({ gap: id, statement: question }));
  return [
    { title: "Questions", questions: questionsOf(open.filter((gap) => !isYesNo(gap))) },
    { title: "Tick what holds", ticks },
  ];
}

/** What recordings suggest: a table for each gap. Nothing is asked twice, be it at two gaps, or since the owner has answered it. */
function suggested(document: OpenApiDocument, open: Gap[], all: Proposition[]): LetterSection[] {
  const propositions = new Map(all.map((each) => [each.seen + each.statement, each] as const));
  return open.flatMap(({ id, node, question: text }) => {
    const { "x-gap": notes, "x-verified": stated } = asObject(valueAt(document, node));
    const said = JSON.stringify([notes, stated]);
    const isAnswered = ({ statement }: Proposition) => {
      const words = JSON.stringify(`${statement.replace(/\.$/, "")}: `).slice(1, -1);
      return ['"', ": ", ". "].some((before) => said.includes(before + words));
    };
    const ticks = [...propositions.values()].filter((each) => each.gap === id && !isAnswered(each));
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
  letter: Letter | undefined,
  propositions: Proposition[],
) {
  const open = rankGaps(collectGaps(document));
  const { sections, cover, more }: Letter = letter ?? { sections: sectionsOf(open) };
  const named = askedIn({ sections }).flatMap(({ asked }) => gapsOf(asked));
  const others = open.filter(({ id }) => !named.includes(id));
  const rest = more ? [] : [{ title: "More", questions: questionsOf(others) }];
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
      ...{ title, text, questions: questions.flatMap(leftOf) },
      ...{ table: table.flatMap(leftOf), ticks: ticks.flatMap(leftOf) },
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
  const details = ({ open: [gap] }: Numbered): string[] => {
    if (letter !== undefined || !gap) return [];
    const { says, impact } = textOf(gap);
    return [`${says} *${impact}.*`, `${answerKind(gap.answer).request}: …`];
  };
  const paragraphs = [
    `# Questions about the ${titleOf(document)}`,
    cover?.trim() ??
      'Developers who integrate this service have to guess where its specification is silent. Partial answers help, and "it depends on …" and "we promise nothing" are answers too. Answer by number in a mail, or fill in the form.',
    ...sections.flatMap(({ title, text = "", questions, table, ticks }) => [
      `## ${title}`,
      text.trim(),
      ...questions.flatMap((each) => [`**${each.number} ${each.words}**`, ...details(each)]),
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
      const asked = [...questions, ...table];
      const fields = asked.flatMap(({ open, number }) =>
        open.flatMap((gap) => fieldsOf(gap, number)),
      );
      const all = [...fields, ...ticks.flatMap(tickOf)];
      return text && all.length > 0 ? ["", ...comment(`${title}: ${text}`), ...all] : all;
    }),
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
function tickOf({ gap, id = gap, statement, yes, no, words, number }: Numbered): string[] {
  // What has its own meaning of a yes alone is left as it is by a no.
  const meaning = { yes: yes ?? { answer: "yes" }, no: no ?? (yes ? undefined : { answer: "no" }) };
  const stated = writeYaml({ gap, statement, ...meaning }, { flowLevel: 1, skipInvalid: true });
  return [
    ...["", ...comment(`${number} ${words}`), `  ${id}:`, "    holds: # yes or no", "    words:"],
    stated.trimEnd().replaceAll(/^/gm, "    "),
  ];
}

/** A comment in lines of at most 110 characters. */
const comment = (text: string): string[] =>
  (text.match(/.{1,110}(?:\s|$)/g) ?? [text]).map((line) => `  # ${line.trimEnd()}`);

const text = { type: "string" };
const listOf = (required: string[], properties: object, others?: object) => ({
  type: "array",
  items: { type: "object", additionalProperties: false, required, properties, ...others },
});
const questions = listOf(
  ["question"],
  { question: text, gap: text, gaps: { type: "array", minItems: 1, items: text } },
  { anyOf: [{ required: ["gap"] }, { required: ["gaps"] }] },
);
const ticks = listOf(["gap", "statement"], {
  ...{ gap: text, id: text, seen: text, statement: text, otherwise: text },
  ...{ yes: { type: "object" }, no: { type: "object" } },
});
const sections = listOf(["title"], { title: text, text, questions, table: questions, ticks });
const isLetter = new Ajv2020({ strict: false }).compile<Letter>({
  type: "object",
  required: ["sections"],
  additionalProperties: false,
  properties: { cover: text, sections, more: text },
});

/**
 * The letter of a file, as the README describes it.
 *
 * @throws {UserError} when it is none, or names what is no gap and was none, or a gap twice
 */
export function readLetter(content: Json, file: string, document: OpenApiDocument): Letter {
  const refuse = (path: Path, why: string): never => {
    throw new UserError(
      `${file}:${new Positions(file).of(path).line}: ${why}. Write {cover, sections, more}, each section with a title and questions, ticks or a table, and name each gap of the document once at most.`,
    );
  };
  if (!isLetter(content)) {
    const { instancePath, message, params } = isLetter.errors![0]!;
    const { additionalProperty: unknown = [] } = params as { additionalProperty?: string };
    const path = parsePointer(instancePath).concat(unknown);
    return refuse(path, `${path.join(".") || "the file"} ${message}`);
  }
  // What is closed was a gap, and its question falls out of the letter by itself.
  const known = [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id);
  const named = new Set<string>();
  for (const { asked, path } of askedIn(content)) {
    const names = gapsOf(asked);
    const unknown = names.find((id) => !known.includes(id));
    if (unknown !== undefined) refuse(path, `there is no gap ${unknown}`);
    for (const name of asked.id === undefined ? names : [asked.id]) {
      if (named.has(name)) refuse(path, `${name} is asked about before`);
      named.add(name);
    }
  }
  return content;
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
