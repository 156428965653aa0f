/** The gaps of a document: the entries of `x-gap`, and what was closed of them. */
import {
  asList,
  asObject,
  asObjectList,
  isObject,
  type JsonObject,
  methods,
  type OpenApiDocument,
  operationsOf,
  walk,
} from "../document/document.ts";
import { parsePointer } from "../document/json.ts";
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
  /** Operations that the gap concerns beside those that reach its node. */
  also?: string[];
}

/** A note, and where it stands. */
export interface Gap extends Note {
  /** JSON pointer into the document. */
  node: string;
  /** The operations a consumer meets the gap in; empty for a path without operations. */
  operations: string[];
}

const isText = (value: unknown) => typeof value === "string";
const isClaim = (value: unknown) => isText(asObject(value)["claim"]);
const isListOf = (is: (item: unknown) => boolean, value: unknown = []) =>
  Array.isArray(value) && value.every(is);

function isNote(entry: object): entry is Note {
  const note = entry as Partial<Record<keyof Note, unknown>>;
  const { id, kind, impact, origin, source, states, reading, question } = note;
  const { settled = "", answer = "", evidence, also } = note;
  return (
    [id, origin, source, reading, question, settled, answer].every(isText) &&
    (isText(states) || isListOf(isClaim, states)) &&
    [evidence, also].every((names) => isListOf(isText, names)) &&
    Object.keys(gapKinds).some((name) => name === kind) &&
    Object.keys(gapImpacts).some((name) => name === impact)
  );
}

/** The notes that stand on an object itself. Entries that break the schema of notes are left to the rules. */
export function gapsAt(node: JsonObject): Note[] {
  const withDefaults = (entry: JsonObject): object => ({
    // What is begun, and not written yet, is not there.
    ...Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
    origin: entry["origin"] ?? "noticed",
    source: entry["source"] ?? "",
    states: entry["states"] ?? "",
  });
  return asObjectList(node["x-gap"]).map(withDefaults).filter(isNote);
}

/** All gaps in the order of the document. */
export function collectGaps(document: OpenApiDocument): Gap[] {
  const operationsMeeting = reachOf(document);
  return walk(document).flatMap((node) =>
    gapsAt(node.value).map((note) => {
      const operations = new Set([...operationsMeeting(node.path), ...(note.also ?? [])]);
      return { ...note, node: node.pointer, operations: [...operations] };
    }),
  );
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
 * A copy of the document in which a gap also stands on the operations that it names under `also`, for readers
 * that show the gaps of one operation.
 */
export function withGapsOnOperations(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const notes = walk(copy).flatMap(({ value }) => asObjectList(value["x-gap"]));
  for (const { operationId, node } of operationsOf(copy)) {
    const shared = notes.filter(({ also }) => asList(also).includes(operationId));
    if (shared.length > 0) node["x-gap"] = [...asList(node["x-gap"]), ...shared];
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
}

/** A gap that the owner has closed, and where that is noted. */
export type ClosedGap = Omit<Verification, "gap"> & {
  id: string;
  /** JSON pointer into the document. */
  node: string;
};

/** Who has closed a gap, and when. */
export const describeClosing = ({ date, by = "no role given" }: ClosedGap): string =>
  `Stated by the owner of the service (${by}) on ${date}`;

const isOfGap = (entry: unknown): entry is Verification & { gap: string } =>
  isObject(entry) && ["gap", "date", "evidence"].every((key) => typeof entry[key] === "string");

/** Every gap that the owner has closed, once, at the first place that it was noted. Recordings only narrow a gap. */
export function collectClosedGaps(document: unknown): ClosedGap[] {
  const closed = new Map<string, ClosedGap>();
  for (const node of walk(document))
    for (const entry of ([node.value["x-verified"]].flat() as unknown[]).filter(isOfGap)) {
      const { gap: id, ...stated } = entry;
      if (stated.kind === undefined || closed.has(id)) continue;
      closed.set(id, { ...stated, id, node: node.pointer });
    }
  return [...closed.values()];
}

/** How a document calls its interface. */
export const titleOf = ({ info }: OpenApiDocument): string =>
  String(info["title"] ?? "API").replaceAll(/\s+/g, " ");

/** A gap in words; the advice is Markdown. */
export function textOf(
  note: Note,
): Record<"kind" | "impact" | "says" | "advice" | "answeredBy", string> & { claims: string[] } {
  const { kind, impact, states, settled, reading, evidence } = note;
  /** Those that contradict each other; none for any other gap. */
  const claims = Array.isArray(states) ? states.map(({ claim }) => claim) : [];
  return {
    kind: gapKinds[kind].label,
    impact: gapImpacts[impact].label,
    claims,
    says: Array.isArray(states) ? claims.join(" But: ") : states,
    advice: [settled, reading].filter(Boolean).join(" "),
    answeredBy: evidence
      ? `The service owner can answer this. Recorded calls show a part of it (${evidence.join(", ")}).`
      : "Only the service owner can answer this.",
  };
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
  const { kind, claims, advice } = textOf(note);
  const list = claims.map((claim) => `- ${claim}`).join("\n");
  const paragraphs = [`**Gap, ${kind.toLowerCase()}:** ${name}`, list, advice];
  return paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** A description without the callouts in it. */
export function withoutCallouts(description: string): string {
  return description
    .replace(/^>.*$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Finds the operations that meet a place. */
function reachOf(document: OpenApiDocument): (path: string[]) => string[] {
  const usersOf = followBackwards(document);
  const all = operationsOf(document).map(({ operationId: name, pointer, path }) => {
    // The item of a path may stand elsewhere.
    const parts = [...partsOf(["paths", path]), ...partsOf(parsePointer(pointer))];
    return { name, parts };
  });
  return (path) => {
    const users = usersOf(path);
    const meeting = all.filter(({ parts }) => parts.some((part) => users.has(part)));
    // A place outside every operation, such as `info` or a security scheme, concerns them all.
    const isOfSome = ["paths", "webhooks", "tags"].includes(path[0]!) || path[1] === "schemas";
    return (meeting.length === 0 && !isOfSome ? all : meeting).map(({ name }) => name);
  };
}

/** Finds the parts of a document that lead to places: its references and tags, followed backwards. */
export function followBackwards(document: OpenApiDocument): (...places: string[][]) => Set<string> {
  const tags = asObjectList(document["tags"]).map(({ name }) => name);
  const users = new Map<string, Set<string>>();
  for (const node of walk(document)) {
    const { $ref, tags: own } = node.value;
    const used = typeof $ref === "string" ? [parsePointer($ref)] : [];
    if (node.kind === "operation")
      used.push(...asList(own).map((tag) => ["tags", String(tags.indexOf(tag!))]));
    for (const part of used.map(partOf))
      users.set(part, (users.get(part) ?? new Set()).add(partOf(node.path)));
  }
  return (...places) => {
    const parts = new Set(places.map(partOf));
    // What is added on the way is visited too.
    for (const part of parts) for (const user of users.get(part) ?? []) parts.add(user);
    return parts;
  };
}

/** Whether a place belongs to one of the parts. */
export const isWithin = (path: string[], parts: Set<string>): boolean =>
  partsOf(path).some((part) => parts.has(part));

/** The smallest part that a place belongs to. */
const partOf = (path: string[]): string => partsOf(path).at(-1) ?? "";

/** The section that a place belongs to, then what it belongs to in it: a tag, a component, a path and an operation. */
function partsOf(path: string[]): string[] {
  const depth = { tags: 2, paths: 2, components: 3 }[path[0] ?? ""] ?? 1;
  const field = path[depth] ?? "";
  const ofOperation = field === "additionalOperations" ? 2 : Number(methods.includes(field));
  const keys = path.slice(0, depth + ofOperation);
  return keys.map((_, index) => keys.slice(0, index + 1).join("\n"));
}
