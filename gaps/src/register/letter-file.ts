/** The file of a letter: what it asks, in which order. */
import type { Json, JsonObject, OpenApiDocument } from "../document/document.ts";
import { objectOf, readerOf } from "../document/shape.ts";
import { Positions } from "../document/source-tree.ts";
import { collectClosedGaps, collectGaps } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";

/** What a letter asks, in its order: the content of its file. */
export interface Letter {
  /** Markdown: who asks, why, by when, and where the answer goes. */
  cover?: string;
  sections: Section[];
  /** Markdown with the address of the questions that the letter leaves out; without it, they follow at the end. */
  more?: string;
}

export interface Section {
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

export const lists = ["questions", "table", "ticks"] as const;

/** All that a letter asks, and where it stands in its file. */
export const askedIn = ({ sections }: Letter): (Asked & { path: (string | number)[] })[] =>
  sections.flatMap((section, index) =>
    lists.flatMap((list) =>
      (section[list] ?? []).map((asked, at) => ({ ...asked, path: ["sections", index, list, at] })),
    ),
  );

export const gapsOf = ({ gap, gaps = [] }: Asked): string[] => (gap === undefined ? gaps : [gap]);

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
 * @throws {UserError} when it is none, names what is no gap and was none, or a gap twice, or has a yes in other words than its statement
 */
export function readLetter(content: Json, file: string, document: OpenApiDocument): Letter {
  const letter = readShape(content, file);
  // What is closed was a gap, and its question falls out of the letter by itself.
  const known = [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id);
  const named = new Set<string>();
  for (const { path, ...asked } of askedIn(letter)) {
    const names = asked.id === undefined ? gapsOf(asked) : [asked.id];
    const fault = faultOf(asked, names, known, named);
    if (fault) throw new UserError(`${file}:${new Positions(file).of(path).line}: ${fault}`);
    for (const name of names) named.add(name);
  }
  return letter;
}

/** What is wrong with a question or a statement, and what to do; undefined where nothing is. */
function faultOf(
  asked: Asked,
  names: readonly string[],
  known: readonly string[],
  named: ReadonlySet<string>,
): string | undefined {
  const once = "Name each gap of the document once at most.";
  const unknown = gapsOf(asked).find((id) => !known.includes(id));
  if (unknown) return `there is no gap ${unknown}. ${once}`;
  const again = names.find((name) => named.has(name));
  if (again) return `${again} is asked about before. ${once}`;
  const words = asked.yes?.["words"];
  if (words !== undefined && words !== asked.statement)
    return `a yes to ${names[0]} has other words than its statement. Write the statement there.`;
  return undefined;
}
