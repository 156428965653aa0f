/** The letter to the owner of an API, and the form to answer it in. */
import { writeYaml } from "../document/files.ts";
import {
  asObject,
  asObjectList,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../document/document.ts";
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
  cover?: string;
  sections: LetterSection[];
  /** Address of the questions that the letter leaves out; without it, they follow at the end. */
  more?: string;
}

export interface LetterSection {
  title: string;
  /** Markdown below the title. */
  text?: string;
  /** Each is answered in words. */
  questions?: LetterQuestion[];
  /** A table with yes and no. The propositions of recordings follow the ticks of the first section that has some. */
  ticks?: Tick[];
  /** A table with room for an answer. */
  table?: LetterQuestion[];
}

/** A question that may cover several gaps, in words that an owner understands without the document. */
export interface LetterQuestion {
  question: string;
  /** IDs of the gaps that an answer closes, or helps to close. */
  gaps: string[];
}

/** A statement that holds or not. One that has the name of its gap answers it; another one narrows it. */
export interface Tick {
  id: string;
  gap: string;
  statement: string;
  /** What a no means: "it is called `customizations`." */
  otherwise?: string;
  /** What recordings showed of it. */
  seen?: string;
  /** The answer to the gap that a yes stands for. */
  yes: JsonObject;
  /** The same for a no; without it, the gap stays, and its note keeps what was said. */
  no?: JsonObject;
}

/** Something that recordings suggest, and only the owner of the API can state. */
export interface Proposition {
  /** ID of the open gap that a yes would narrow or close. */
  gap: string;
  /** Name in the letter and the form, unique and stable, for instance `loan-fields.required.reader`. */
  id: string;
  /** What the recordings showed: "In 195 of 195 responses `reader` was there." */
  seen: string;
  /** The statement that the owner ticks: "`reader` is always there." */
  statement: string;
  /** The answer that a yes stands for, as if the owner had written it under the gap in the form. */
  answer: Record<string, Json>;
}

/** The parts of a letter that are still open, and the gaps that none of them asks about. */
function composeLetter(
  document: OpenApiDocument,
  letter: Letter | undefined,
  propositions: Proposition[],
) {
  const open = rankGaps(collectGaps(document));
  const isOpen = (id: string) => open.some((gap) => gap.id === id);
  const { sections, ...others } = letter ?? letterOf(open);
  const suggested = propositions
    .filter(({ gap }) => isOpen(gap))
    .map(({ answer, ...each }): Tick => ({ ...each, yes: answer }));
  const first = sections.findIndex(({ ticks }) => ticks !== undefined);
  const left = ({ gaps }: LetterQuestion) => gaps.some(isOpen);
  const composed = sections.map(({ title, text, ...section }, index) => ({
    ...{ title, text: text ?? "" },
    questions: (section.questions ?? []).filter(left),
    ticks: [
      ...(section.ticks ?? []).filter(({ gap }) => isOpen(gap)),
      ...(index === first ? suggested : []),
    ],
    table: (section.table ?? []).filter(left),
  }));
  if (first < 0 && suggested.length > 0)
    composed.push({ title: tickTitle, text: "", questions: [], ticks: suggested, table: [] });
  const asked = sections.flatMap((section) => gapsOf(section));
  return {
    ...others,
    sections: composed.filter(
      ({ text, questions, ticks, table }) => text || questions.length + ticks.length + table.length,
    ),
    rest: open.filter(({ id }) => !asked.includes(id)),
    open,
  };
}

const tickTitle = "Tick what holds";

/** The letter of a document that has none of its own: what a yes or no answers is ticked, and the rest asked. */
function letterOf(open: Gap[]): Letter {
  const isYesNo = ({ answer }: Gap) => answer === "yes-no";
  const questions = open
    .filter((gap) => !isYesNo(gap))
    .map(({ id, question }) => ({ question, gaps: [id] }));
  const ticks = open
    .filter(isYesNo)
    .map(({ id, question }) => ({ ...{ id, gap: id, statement: question }, ...yesAndNo }));
  const sections = [
    { title: "Questions", questions },
    { title: tickTitle, ticks },
  ];
  return { sections };
}

const yesAndNo = { yes: { answer: "yes" }, no: { answer: "no" } };

const gapsOf = ({ questions = [], ticks = [], table = [] }: LetterSection): string[] => [
  ...[...questions, ...table].flatMap(({ gaps }) => gaps),
  ...ticks.map(({ gap }) => gap),
];

/** Numbers what is asked, through all sections: an answer by mail names the number. */
function* numbers(): Generator<number, never> {
  for (let number = 1; ; number++) yield number;
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
  const { cover, sections, more, rest, open } = composeLetter(document, letter, propositions);
  const count = numbers();
  const next = () => count.next().value;
  const details = ({ gaps }: LetterQuestion): string[] => {
    const gap = open.find(({ id }) => id === gaps[0]);
    if (letter !== undefined || !gap) return [];
    return [`${textOf(gap).says} *${textOf(gap).impact}.*`, `${answerKind(gap.answer).request}: …`];
  };
  return [
    `# Questions about the ${titleOf(document)}`,
    cover?.trim() ??
      'Developers who integrate this service have to guess where its specification is silent. Partial answers help, and "it depends on …" and "we promise nothing" are answers too. Answer by number in a mail, or fill in the form.',
    ...sections.flatMap(({ title, text, questions, ticks, table }) => [
      `## ${title}`,
      ...(text ? [text.trim()] : []),
      ...questions.flatMap((question) => [
        `**${next()}. ${question.question}**`,
        ...details(question),
      ]),
      ...tableOf(
        ["", "yes", "no"],
        ticks.map((tick) => [`${next()}. ${sentencesOf(tick)}`]),
      ),
      ...tableOf(
        ["", "answer"],
        table.map(({ question }) => [`${next()}. ${question}`]),
      ),
    ]),
    ...(rest.length === 0
      ? []
      : more
        ? [`${rest.length} more questions: ${more}`]
        : ["## More", ...rest.map(({ question }) => `**${next()}. ${question}**`)]),
  ]
    .join("\n\n")
    .concat("\n");
}

const sentencesOf = ({ seen, statement, otherwise }: Tick): string =>
  [seen, statement, otherwise && `No: ${otherwise}`].filter(Boolean).join(" ");

function tableOf(head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: string[]) =>
    `|${head.map((_, index) => ` ${(cells[index] ?? "").replaceAll("|", "\\|")} |`).join("")}`;
  return [[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")];
}

/** The form in YAML, in the order and with the numbers of the letter; then every other gap. */
export function renderAnswerForm(
  document: OpenApiDocument,
  letter?: Letter,
  propositions: Proposition[] = [],
): string {
  const { sections, rest, open } = composeLetter(document, letter, propositions);
  const count = numbers();
  const next = () => `${count.next().value}.`;
  const gapsIn = ({ gaps }: LetterQuestion, number: string) =>
    gaps.flatMap((id) => open.filter((gap) => gap.id === id)).map((gap) => fieldsOf(gap, number));
  return [
    `# Answers to the questions about the ${titleOf(document)}. Fill in what you like, and leave the rest empty.`,
    "# `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise nothing.",
    "# openapi-gaps answers --help says everything that an answer can have.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...sections.flatMap(({ questions, ticks, table }) => [
      ...questions.flatMap((question) => gapsIn(question, next())),
      ...ticks.map((tick) => tickOf(tick, next())),
      ...table.flatMap((question) => gapsIn(question, next())),
    ]),
    ...rest.map((gap) => fieldsOf(gap)),
    "",
  ].join("\n");
}

function fieldsOf({ id, question, answer }: Gap, number = ""): string {
  const keys = Object.entries(answerKind(answer).keys);
  return [
    "",
    ...fold(`${number} ${question}`.trim()),
    `  ${id}:`,
    ...keys.map(([key, hint]) => `    ${key}: # ${hint}`),
    "    words:",
  ].join("\n");
}

/** What the command needs to know of a tick stands in the form, below the line that is filled in. */
function tickOf(tick: Tick, number: string): string {
  const { id, otherwise: _, seen: __, ...stated } = tick;
  const rest = writeYaml(stated, { flowLevel: 1 });
  return [
    "",
    ...fold(`${number} ${sentencesOf(tick)}`),
    `  ${id}:`,
    "    holds: # yes or no",
    "    words:",
    rest.trimEnd().replaceAll(/^/gm, "    "),
  ].join("\n");
}

/** A comment in lines of at most 110 characters. */
const fold = (text: string): string[] =>
  (text.match(/.{1,110}(?:\s|$)/g) ?? [text]).map((line) => `  # ${line.trimEnd()}`);

/**
 * The letter of a file.
 *
 * @throws {UserError} when it is none, or names what is no gap and was none, or a gap twice
 */
export function readLetter(content: Json, file: string, document: OpenApiDocument): Letter {
  const { cover, more } = asObject(content);
  const questionsIn = (value: unknown) =>
    asObjectList(value).map(({ question, gap = null, gaps = gap }) => ({
      question: String(question),
      gaps: [gaps ?? []].flat().map(String),
    }));
  const sections = asObjectList(asObject(content)["sections"]).map(
    ({ title, text, questions, ticks, table }): LetterSection => ({
      title: String(title),
      ...(typeof text === "string" ? { text } : {}),
      questions: questionsIn(questions),
      ...(ticks === undefined ? {} : { ticks: asObjectList(ticks).map(readTick) }),
      table: questionsIn(table),
    }),
  );
  // What is closed was a gap, and its question falls out of the letter by itself.
  const known = [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id);
  const names = sections.flatMap((section) => [
    ...gapsOf({ ...section, ticks: [] }),
    ...(section.ticks ?? []).map(({ id }) => id),
  ]);
  const ids = sections.flatMap(gapsOf);
  const wrong =
    ids.find((id) => !known.includes(id)) ??
    names.find((name, index) => names.indexOf(name) !== index);
  if (ids.length > 0 && wrong === undefined)
    return {
      sections,
      ...(typeof cover === "string" ? { cover } : {}),
      ...(typeof more === "string" ? { more } : {}),
    };
  throw new UserError(
    `${file} names ${wrong ?? "no gap"}. Write {cover, sections, more}, each section with a title and questions, ticks or a table, and name each gap of the document once at most.`,
  );
}

function readTick({ gap, id, statement, otherwise, yes, no }: JsonObject): Tick {
  const isOpenEnd = isObject(yes) && !isObject(no);
  return {
    ...{ id: String(id ?? gap), gap: String(gap), statement: String(statement) },
    ...(typeof otherwise === "string" ? { otherwise } : {}),
    ...(isObject(yes) ? { yes } : { yes: yesAndNo.yes }),
    ...(isOpenEnd ? {} : { no: isObject(no) ? no : yesAndNo.no }),
  };
}

/** The kinds of answer that a gap can ask for under `answer`. */
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

/** @param kind undefined for a question that only words can answer */
export function answerKind(kind = ""): AnswerKind {
  const [request = "In your words", keys = {}] = Object.hasOwn(kinds, kind) ? kinds[kind]! : [];
  return { request, keys };
}
