/** The gaps of a document: the entries of `x-gap`, and what was closed of them. */
import {
  asList,
  asObject,
  asObjectList,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  walk,
} from "../document/document.ts";
import { parsePointer, toPointer } from "../document/pointer.ts";
import { methods, walkNodes } from "../document/walk.ts";

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
    meaning: "a wrong guess pays in vain or twice, or loses or overwrites something",
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

export interface Claim {
  claim: string;
  sample?: unknown;
}

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
  states: string | Claim[];
  settled?: string;
  reading: string;
  question: string;
  /** Kind of answer that a schema can take up; undefined where only words can answer. */
  answer?: string;
  /** Kinds of observation that can close it; undefined where only the provider can answer. */
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

/** A note as it is written, with or without what has a default. */
type WrittenNote = Omit<Note, Defaulted> & Partial<Pick<Note, Defaulted>>;
type Defaulted = "origin" | "source" | "states";

const isReadable = (entry: unknown): entry is WrittenNote =>
  isObject(entry) &&
  ["id", "reading", "question", "kind", "impact"].every((field) => isText(entry[field])) &&
  Object.hasOwn(gapKinds, String(entry["kind"])) &&
  Object.hasOwn(gapImpacts, String(entry["impact"])) &&
  ["origin", "source", "settled", "answer"].every((field) => isText(entry[field] ?? "")) &&
  (isText(entry["states"] ?? "") || isListOf(entry["states"], isClaim)) &&
  isListOf(entry["evidence"] ?? [], isText) &&
  isListOf(entry["also"] ?? [], isText);

const isText = (value: unknown) => typeof value === "string";
const isClaim = (value: unknown) => isObject(value) && isText(value["claim"]);
const isListOf = (value: unknown, is: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(is);

/** The notes that stand on an object itself. Entries that break the schema of notes are left to the rules. */
export function gapsAt(node: JsonObject): Note[] {
  const entries: unknown[] = asList(node["x-gap"]);
  return entries.filter(isReadable).map((entry) => ({
    ...entry,
    origin: entry.origin ?? "noticed",
    source: entry.source ?? "",
    states: entry.states ?? "",
  }));
}

/** All gaps in the order of the document. */
export function collectGaps(document: OpenApiDocument): Gap[] {
  const reach = new Reach(document);
  return walkNodes(document).flatMap(({ value, path }) =>
    gapsAt(asObject(value)).map((note) => {
      const operations = new Set([...reach.operationsMeeting(path), ...(note.also ?? [])]);
      return { ...note, node: toPointer(path), operations: [...operations] };
    }),
  );
}

/**
 * A copy of the document in which a gap also stands on the operations that it names under `also`, for readers
 * that show the gaps of one operation.
 */
export function withGapsOnOperations(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const notes = walk(copy).flatMap(([node]) => asObjectList(node["x-gap"]));
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

/** A gap that evidence has closed: an `x-verified` entry that names it, and where it stands. */
export interface ClosedGap {
  id: string;
  /** The question that the evidence answers, where it was kept. */
  question?: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Where it was counted; undefined for what the owner of the service has said. */
  environment?: string;
  /** Role of the person who has said it. */
  by?: string;
  evidence: string;
  /** JSON pointer into the document. */
  node: string;
}

/** Who or what has closed a gap, and when. */
export function describeClosing({ date, environment, by }: ClosedGap): string {
  return by === undefined
    ? `Confirmed on ${date} in the environment “${environment}”`
    : `Stated by the owner of the service (${by}) on ${date}`;
}

type Closing = Omit<ClosedGap, "id" | "node"> & { gap: string };

const closesGap = (entry: unknown): entry is Closing =>
  isObject(entry) && ["gap", "date", "evidence"].every((key) => typeof entry[key] === "string");

/** Every gap that was closed, once, at the first place that its evidence was noted. */
export function collectClosedGaps(document: OpenApiDocument): ClosedGap[] {
  const closed = new Map<string, ClosedGap>();
  for (const [node, pointer] of walk(document)) {
    const entries: unknown[] = [node["x-verified"]].flat();
    for (const { gap, ...evidence } of entries.filter(closesGap))
      if (!closed.has(gap)) closed.set(gap, { ...evidence, id: gap, node: pointer });
  }
  return [...closed.values()];
}

/** Which operations use which part: the references of the document, followed backwards from a part. */
class Reach {
  /** Names of operations, by the part that each is. */
  readonly #operations = new Map<string, string>();
  /** Names of the operations within a part, itself among them. */
  readonly #within = new Map<string, string[]>();
  /** The parts that refer to a part. */
  readonly #users = new Map<string, Set<string>>();

  constructor(document: OpenApiDocument) {
    const tags = asList(document["tags"]).map((tag) => asObject(tag)["name"]);
    for (const { operationId, pointer, node } of operationsOf(document)) {
      const part = partOf(parsePointer(pointer));
      this.#add(part, operationId);
      for (const tag of asList(node["tags"])) this.#use(["tags", String(tags.indexOf(tag))], part);
    }
    for (const { kind, value, path } of walkNodes(document)) {
      const part = partOf(path);
      // What calls the client is met as an operation too.
      if (kind === "operation" && !this.#operations.has(part) && path[0] === "webhooks")
        this.#add(part, String(asObject(value)["operationId"] ?? `webhook ${path[1]}`));
      const reference = asObject(value)["$ref"];
      if (typeof reference === "string") this.#use(parsePointer(reference), part);
    }
  }

  #add(part: string, operation: string): void {
    this.#operations.set(part, operation);
    const keys = part.split("\n");
    for (let length = 1; length <= keys.length; length++) {
      const whole = keys.slice(0, length).join("\n");
      this.#within.set(whole, this.#within.get(whole) ?? []);
      this.#within.get(whole)!.push(operation);
    }
  }

  #use(path: string[], user: string): void {
    const part = partOf(path);
    this.#users.set(part, (this.#users.get(part) ?? new Set()).add(user));
  }

  /** A place outside every operation, such as `info` or a security scheme, concerns them all. */
  operationsMeeting(path: string[]): string[] {
    const seen = new Set<string>();
    const waiting = [partOf(path)];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (seen.has(part)) continue;
      seen.add(part);
      waiting.push(...(this.#users.get(part) ?? []));
    }
    const met = new Set([...seen].flatMap((part) => this.#within.get(part) ?? []));
    const meeting = [...this.#operations.values()].filter((name) => met.has(name));
    const isOfSome = ["paths", "webhooks", "tags"].includes(path[0]!) || path[1] === "schemas";
    return meeting.length === 0 && !isOfSome ? [...this.#operations.values()] : meeting;
  }
}

/** The component, the operation, the path or the section that a place belongs to. */
function partOf(path: string[]): string {
  const [section, , third] = path;
  if (section === "components") {
    const isPathItem = path[1] === "pathItems" && path.length > 3;
    return path.slice(0, isPathItem ? 4 : 3).join("\n");
  }
  if (section === "tags") return path.slice(0, 2).join("\n");
  if (section !== "paths" && section !== "webhooks") return section ?? "";
  if (third === "additionalOperations") return path.slice(0, 4).join("\n");
  return path.slice(0, methods.includes(third!) ? 3 : 2).join("\n");
}
