/** The gaps of a document: the entries of `x-gap`, and what was closed of them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import notesSchema from "../../notes.schema.json" with { type: "json" };
import {
  asList,
  asObjectList,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  valueAt,
  walk,
} from "../document/document.ts";
import { isSameNote } from "../document/source-map.ts";
import { UserError } from "../problem.ts";

/** What a gap can be, and what its kind says of the document that the contract comes from. */
export const gapKinds = {
  "not-shown": { label: "Not documented", meaning: "the specification does not say" },
  contradiction: { label: "Contradiction", meaning: "it says two things" },
  ambiguity: { label: "Ambiguous", meaning: "it can be read in several ways" },
  inferred: {
    label: "Inferred",
    meaning: "it suggests, but does not state, what the contract encodes",
  },
};

export type GapKind = keyof typeof gapKinds;

/** What a wrong guess about a gap does to a consumer, the worst first: the order of every register. */
export const gapImpacts = {
  "costs-money-or-data": {
    label: "May cost money or data",
    meaning: "a wrong guess can waste or double a payment, or lose data",
  },
  "blocks-integration": {
    label: "Blocks an integration",
    meaning: "without the answer, a part of the service cannot be used",
  },
  "changes-behaviour": {
    label: "Changes behaviour",
    meaning: "a wrong guess is refused, or gives another result than expected",
  },
  cosmetic: {
    label: "Cosmetic",
    meaning: "a consumer that follows the reading needs no answer",
  },
};

export type GapImpact = keyof typeof gapImpacts;

/** An entry of `x-gap`, as `notes.schema.json` defines it, with its defaults. */
export interface Note {
  id: string;
  kind: GapKind;
  /** What a wrong guess does to a consumer. */
  impact: GapImpact;
  /** `stated` where the specification itself admits it. */
  origin: "stated" | "noticed";
  /** Section of the specification; empty where none is named. */
  source: string;
  /** Of a contradiction, its claims. */
  states: string | { claim: string; sample?: unknown }[];
  settled?: string;
  reading: string;
  question: string;
  /** Kind of answer that a schema can take up; undefined where only words can answer. */
  answer?: string;
  /** Kinds of recorded evidence that show a part of the answer; undefined where recordings show nothing of it. */
  evidence?: string[];
  /** Whether nobody has read the note yet that a command has written. */
  draft?: true;
  /** Operations that the gap concerns beside those that reach its node. */
  also?: string[];
  /** The answer that a no stands for; a text where a person has to change what it denies. */
  no?: JsonObject | string;
  /** The part of the values that the question is about, such as "once the job has ended"; undefined for all. */
  when?: string;
  /** The day on which the owner was asked and could not say. */
  asked?: string;
}

/** A note, and where it stands. */
export interface Gap extends Note {
  /** JSON pointer into the document. */
  node: string;
  /** Where else the same note stands: several paths of an interface may have one file. */
  copies?: string[];
  /** The operations a consumer meets the gap in; empty for a path without operations. */
  operations: string[];
}

/** All places of a gap. */
export const placesOf = ({ node, copies = [] }: Gap): string[] => [node, ...copies];

// A day that is none is left to the rules.
const ajv = new Ajv2020({ strict: false, validateFormats: false, removeAdditional: true });
ajv.addSchema(notesSchema, "notes");

/** The entries of an extension that follow a schema, without what it does not name. The others are left to the rules. */
function readerOf<Entry>(schema: object): (entries: Json[]) => Entry[] {
  const isEntry = ajv.compile<Entry>(schema);
  return (entries) =>
    entries.flatMap((entry) => {
      const copy: unknown = structuredClone(entry);
      return isEntry(copy) ? copy : [];
    });
}

const readNote = readerOf<Note>({ $ref: "notes#/$defs/gap" });
const readStatements = readerOf<Verification>({
  ...{ $ref: "notes#/$defs/verification", required: ["kind"] },
});

/** The notes that stand on an object itself, each beside the entry that it is made of. */
const notesAt = (node: JsonObject): { entry: JsonObject; note: Note }[] =>
  asObjectList(node["x-gap"]).flatMap((entry) =>
    readNote([entry]).map((note) => ({
      entry,
      note: { ...note, origin: note.origin ?? "noticed", source: note.source ?? "" },
    })),
  );

/** The notes that stand on an object itself. */
export const gapsAt = (node: JsonObject): Note[] => notesAt(node).map(({ note }) => note);

/** What the owner has said of an object itself. */
export const statementsAt = (node: JsonObject): Verification[] =>
  readStatements([node["x-verified"] ?? []].flat());

/** What is outside of every operation, and concerns them all. */
const shared = ["document", "info", "paths", "securityScheme", "server", "serverVariable"];

/** All gaps in the order of the document. */
export function collectGaps(document: OpenApiDocument): Gap[] {
  const usersOf = findUsers(document);
  const all = operationsOf(document);
  const gaps: Gap[] = [];
  const known = new Map<string, { entry: JsonObject; gap: Gap }>();
  for (const node of walk(document))
    for (const { note, entry } of notesAt(node.value)) {
      const users = usersOf(node.value);
      const meeting = all.filter(
        (each) => users.has(each.node) || users.has(document.paths[each.path]),
      );
      const isShared = meeting.length === 0 && shared.includes(node.kind);
      const ids = (isShared ? all : meeting).map(({ operationId }) => operationId);
      const operations = [...new Set([...ids, ...(note.also ?? [])])];
      const first = known.get(note.id);
      if (first && isSameNote(first.entry, entry)) {
        first.gap.copies = [...(first.gap.copies ?? []), node.pointer];
        first.gap.operations = [...new Set([...first.gap.operations, ...operations])];
        continue;
      }
      const gap: Gap = { ...note, node: node.pointer, operations };
      known.set(note.id, { entry, gap });
      gaps.push(gap);
    }
  return gaps;
}

/**
 * @param name how a place is told, for instance by its file and line
 * @throws {UserError} where an id stands at two places, so that what is said of one would be said of the other
 */
export function requireUniqueIds(gaps: Gap[], name: (pointer: string) => string): void {
  for (const [id, [first, second]] of Map.groupBy(gaps, (gap) => gap.id))
    if (second)
      throw new UserError(
        `The gap id ${id} stands at ${name(first!.node)} and at ${name(second.node)}. Give each place an id of its own, as lint asks.`,
      );
}

/**
 * A copy of the document in which a gap, and what the owner has said of one, also stands on the operations that it names under
 * `also`, for readers that show the notes of one operation.
 */
export function withGapsOnOperations(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const nodes = walk(copy);
  for (const key of ["x-gap", "x-verified"]) {
    const notes = nodes.flatMap(({ value }) => asObjectList([value[key] ?? []].flat()));
    for (const { operationId, node } of operationsOf(copy)) {
      const shared = notes.filter(({ also }) => asList(also).includes(operationId));
      if (shared.length > 0) node[key] = [node[key] ?? [], shared].flat();
    }
  }
  return copy;
}

/** The gaps with the largest impact first, and among equals those that most operations meet. */
export function rankGaps(gaps: Gap[]): Gap[] {
  const classes = Object.keys(gapImpacts);
  const rank = ({ impact }: Gap) => classes.indexOf(impact);
  return gaps.toSorted((a, b) => rank(a) - rank(b) || b.operations.length - a.operations.length);
}

/** What narrowed or closed a gap, as `x-verified` holds it. */
export interface Verification {
  /** The gap that it narrows or closes; undefined for what the owner has said of a part of one. */
  gap?: string;
  /** The question that it answers, where it was kept. */
  question?: string;
  /** `YYYY-MM-DD`: the day of the answer, or the last day of the recordings. */
  date: string;
  /** What was recorded, or the answer. */
  evidence: string;
  /** Where it was recorded; undefined for what the owner of the service has said. */
  environment?: string;
  /** How many exchanges show each part of it, at least. */
  exchanges?: number;
  kind?: "stated by the owner";
  /** Role of the person who has said it. */
  by?: string;
  /** The answer of the owner for programs: its keys, or a yes or no alone. */
  answer?: JsonObject | string;
  /** Operations that it concerns beside those that reach its place. */
  also?: string[];
}

/** A gap that the owner has closed, and where that is noted. */
export type ClosedGap = Omit<Verification, "gap"> & {
  id: string;
  /** JSON pointer into the document. */
  node: string;
};

const showed = /^Beyond what recordings showed \((.*?)\): /s;

/** What recordings have shown at a gap before, as its question names it. */
export const shownBefore = ({ question }: Note): string[] =>
  showed.exec(question)?.[1]!.split(", ") ?? [];

/** The question of a gap as it was before recordings showed anything. */
export const firstQuestion = ({ question }: Note): string => question.replace(showed, "");

/** Who has closed a gap, and when. */
export const describeClosing = ({ date, by }: ClosedGap): string =>
  `Stated by the owner of the service (${by}) on ${date}`;

/** Every gap that the owner has closed. Recordings only narrow a gap. */
export const collectClosedGaps = (document: unknown): ClosedGap[] =>
  walk(document).flatMap((node) =>
    statementsAt(node.value).flatMap(({ gap: id, ...stated }) =>
      id === undefined ? [] : { ...stated, id, node: node.pointer },
    ),
  );

/** What the owner has said, in one line: with the question, without which "Minutes and seconds." says nothing. */
export const lineOfStatement = ({ date, question = "", evidence }: Verification): string =>
  `Stated by the owner on ${date}: ${[question, evidence].filter(Boolean).join(" ")}`;

/** How a document calls its interface. */
export const titleOf = ({ info: { title } }: OpenApiDocument): string =>
  typeof title === "object" ? "API" : String(title ?? "API");

/** A gap in words: the claims where two contradict each other, and advice in Markdown. */
export function textOf({ states, settled, reading }: Note): {
  claims: string[];
  says: string;
  advice: string;
} {
  const claims = Array.isArray(states) ? states.map(({ claim }) => claim) : [];
  const says = Array.isArray(states) ? claims.join(" But: ") : states;
  return { claims, says, advice: [settled, reading].filter(Boolean).join(" ") };
}

/** A gap in one line: its name, and what to do. */
export const lineOf = (note: Note): string => `\`${note.id}\`: ${textOf(note).advice}`;

/**
 * A gap as a Markdown blockquote: its kind and name, the claims where two disagree, and what to do. The rest
 * stands in the register.
 *
 * @param name how the gap is named, for instance by a link
 */
export function calloutOf(note: Note, name = `\`${note.id}\``): string {
  const { claims, advice } = textOf(note);
  const { label } = gapKinds[note.kind];
  const list = claims.map((claim) => `- ${claim}`).join("\n");
  return quoteOf([`**Gap, ${label.toLowerCase()}:** ${name}`, list, advice]);
}

/** What the owner has said, as a Markdown blockquote. */
export const calloutOfStatement = (stated: Verification): string =>
  quoteOf([lineOfStatement(stated).replace(/^[^:]*:/, "**$&**")]);

const quoteOf = (paragraphs: string[]): string =>
  paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");

/** Finds what leads to some objects of a document: what holds them, up to an operation, and what refers to that. */
export function findUsers(document: OpenApiDocument): (...objects: unknown[]) => Set<unknown> {
  const tags = new Map(asObjectList(document["tags"]).map((tag) => [tag["name"], tag]));
  const operations = new Set<unknown>(operationsOf(document).map(({ node }) => node));
  const users = new Map<unknown, unknown[]>();
  const add = (used: unknown, user: unknown): void => {
    const known = users.get(used);
    if (known) known.push(user);
    else users.set(used, [user]);
  };
  for (const { kind, value, parent } of walk(document)) {
    const { $ref, tags: own } = value;
    if (typeof $ref === "string") add(valueAt(document, $ref), value);
    if (kind === "operation") for (const name of asList(own)) add(tags.get(name), value);
    if (parent && !operations.has(value)) add(value, parent.value);
  }
  return (...objects) => {
    const all = new Set(objects);
    // What is added on the way is visited too.
    for (const each of all) for (const user of users.get(each) ?? []) all.add(user);
    return all;
  };
}
