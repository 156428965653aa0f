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
import { methods } from "../document/walk.ts";
import { parsePointer } from "../document/pointer.ts";
import { walkNodes } from "../document/walk.ts";
import { type GapImpact, gapImpacts, type GapKind, gapKinds } from "./vocabulary.ts";

export { type GapImpact, gapImpacts, type GapKind, gapKinds };

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

/** The notes that stand on an object itself. Entries that break the schema of notes are left to the rules. */
export function gapsAt(node: JsonObject): Note[] {
  return asObjectList(node["x-gap"])
    .filter((entry) => readableFields.every((field) => typeof entry[field] === "string"))
    .filter((entry) => Object.hasOwn(gapKinds, String(entry["kind"])))
    .filter((entry) => Object.hasOwn(gapImpacts, String(entry["impact"])))
    .map(
      ({ ...entry }) =>
        Object.assign(entry, {
          origin: entry["origin"] ?? "noticed",
          source: entry["source"] ?? "",
          states: entry["states"] ?? "",
        }) as unknown as Note,
    );
}

const readableFields = ["id", "kind", "impact", "reading", "question"];

/** All gaps in the order of the document. */
export function collectGaps(document: OpenApiDocument): Gap[] {
  const reach = new Reach(document);
  return [...walk(document)].flatMap(([node, pointer]) =>
    gapsAt(node).map((note) => {
      const operations = new Set([...reach.operationsMeeting(pointer), ...(note.also ?? [])]);
      return { ...note, node: pointer, operations: [...operations] };
    }),
  );
}

/**
 * A copy of the document in which a gap also stands on the operations that it names under `also`, for readers
 * that show the gaps of one operation.
 */
export function withGapsOnOperations(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const operations = operationsOf(copy);
  for (const { node: _node, operations: _, ...note } of collectGaps(document)) {
    for (const { node } of operations.filter(({ operationId }) => note.also?.includes(operationId)))
      node["x-gap"] = [...asList(node["x-gap"]), note as unknown as JsonObject];
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

/** Every gap that was closed, once, at the first place that its evidence was noted. */
export function collectClosedGaps(document: OpenApiDocument): ClosedGap[] {
  const closed = new Map<string, ClosedGap>();
  for (const [node, pointer] of walk(document)) {
    for (const entry of [node["x-verified"]].flat().filter(isObject)) {
      const { gap, ...evidence } = entry as unknown as Omit<ClosedGap, "id"> & { gap?: string };
      if (gap === undefined || closed.has(gap)) continue;
      closed.set(gap, { ...evidence, id: gap, node: pointer });
    }
  }
  return [...closed.values()];
}

/** Which operations use which part: the references of the document, followed backwards from a part. */
class Reach {
  readonly #document: OpenApiDocument;
  /** Names of operations, by the part that each is. */
  readonly #operations = new Map<string, string>();
  /** The parts that refer to a part. */
  readonly #users = new Map<string, Set<string>>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    for (const { operationId, pointer } of operationsOf(document))
      this.#operations.set(partOf(parsePointer(pointer)), operationId);
    for (const { kind, value, path } of walkNodes(document)) {
      const part = partOf(path);
      // What calls the client is met as an operation too.
      if (kind === "operation" && !this.#operations.has(part) && path[0] === "webhooks")
        this.#operations.set(part, String(asObject(value)["operationId"] ?? `webhook ${path[1]}`));
      const reference = asObject(value)["$ref"];
      if (typeof reference !== "string") continue;
      const target = partOf(parsePointer(reference));
      this.#users.set(target, (this.#users.get(target) ?? new Set()).add(part));
    }
  }

  /** A place outside every operation, such as `info` or a security scheme, concerns them all. */
  operationsMeeting(pointer: string): string[] {
    const path = parsePointer(pointer);
    const [section, index] = path;
    if (section === "tags") return this.#operationsOfTag(Number(index));
    const seen = new Set<string>();
    const waiting = [partOf(path)];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (seen.has(part)) continue;
      seen.add(part);
      waiting.push(...(this.#users.get(part) ?? []));
    }
    const isMet = (part: string) =>
      seen.has(part) || [...seen].some((each) => part.startsWith(`${each}\n`));
    const meeting = [...this.#operations].filter(([part]) => isMet(part)).map(([, name]) => name);
    const isOfSome = ["paths", "webhooks"].includes(section!) || path[1] === "schemas";
    return meeting.length === 0 && !isOfSome ? [...this.#operations.values()] : meeting;
  }

  #operationsOfTag(index: number): string[] {
    const { name = null } = asObject(asList(this.#document["tags"])[index]);
    return operationsOf(this.#document)
      .filter(({ node }) => asList(node["tags"]).includes(name))
      .map(({ operationId }) => operationId);
  }
}

/** The component, the operation, the path or the section that a place belongs to. */
function partOf(path: string[]): string {
  const [section, , third] = path;
  if (section === "components") {
    const isPathItem = path[1] === "pathItems" && path.length > 3;
    return path.slice(0, isPathItem ? 4 : 3).join("\n");
  }
  if (section !== "paths" && section !== "webhooks") return section ?? "";
  if (third === "additionalOperations") return path.slice(0, 4).join("\n");
  return path.slice(0, methods.includes(third!) ? 3 : 2).join("\n");
}
