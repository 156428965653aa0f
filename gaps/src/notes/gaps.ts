/** The gaps of the contract, gathered from the `x-gap` entries of the bundle. */
import { type GapImpact, gapImpacts, type GapOrigin } from "../ruleset/support/gap-impacts.js";
import { type GapKind, gapKinds } from "../ruleset/support/gap-kinds.js";
import { type Node, subtree, walk as walkNodes } from "../ruleset/support/walk.js";
import {
  asList,
  asObject,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  walk,
} from "../document/document.ts";
import { parsePointer, toPointer } from "../document/pointer.ts";

export { gapImpacts, gapKinds };

export interface Claim {
  claim: string;
  sample?: unknown;
}

/** An `x-gap` entry, as `openapi/EXTENSIONS.md` defines it, and where it stands. */
export interface Gap {
  id: string;
  kind: GapKind;
  /** What a wrong guess does to a consumer. */
  impact: GapImpact;
  /** Whether the specification itself admits it. */
  origin: GapOrigin;
  /** Section of the interface specification. */
  source: string;
  states: string | Claim[];
  settled?: string;
  reading: string;
  question: string;
  /** Kind of answer that the contract can take up; undefined where only words can answer. */
  answer?: string;
  /** Kinds of observation that can close it; undefined where only the provider can answer. */
  evidence?: string[];
  /** Operations that the gap concerns beside those that reach its node. */
  also?: string[];
  /** JSON pointer into the bundle. */
  node: string;
  /** The operations a consumer meets the gap in; empty for a path without operations. */
  operations: string[];
}

/** All gaps in the order of the bundle. */
export function collectGaps(document: OpenApiDocument): Gap[] {
  const reach = reachOfOperations(document);
  const gaps: Gap[] = [];
  for (const [node, pointer] of walk(document)) {
    const entries = (node["x-gap"] ?? []) as unknown as Omit<Gap, "node" | "operations">[];
    for (const entry of entries) {
      const operations = new Set([
        ...operationsMeeting(pointer, document, reach),
        ...(entry.also ?? []),
      ]);
      gaps.push({ ...entry, node: pointer, operations: [...operations] });
    }
  }
  return gaps;
}

/**
 * A copy of the document in which a gap also stands on the operations that it names under `also`,
 * for readers that show the gaps of one operation.
 */
export function withGapsOnOperations(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const operations = operationsOf(copy);
  for (const { node: pointer, operations: _, ...gap } of collectGaps(document)) {
    for (const { node } of operations.filter((place) => gap.also?.includes(place.operationId)))
      node["x-gap"] = [...asList(node["x-gap"]), gap as unknown as JsonObject];
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
  /** `YYYY-MM-DD`. */
  date: string;
  /** Where it was counted; undefined for what the owner of the service has said. */
  environment?: string;
  /** Role of the person who has said it. */
  by?: string;
  evidence: string;
  /** JSON pointer into the bundle. */
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

export function countByKind(gaps: Gap[]): Record<GapKind, number> {
  return countBy(gaps, "kind", gapKinds);
}

export function countByImpact(gaps: Gap[]): Record<GapImpact, number> {
  return countBy(gaps, "impact", gapImpacts);
}

function countBy<Name extends string>(
  gaps: Gap[],
  field: "kind" | "impact",
  names: Record<Name, unknown>,
): Record<Name, number> {
  const entries = Object.keys(names).map((name) => [
    name,
    gaps.filter((gap) => gap[field] === name).length,
  ]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** Gaps that have become part of others: the id of each, and of the gap that it is part of now. */
export function retiredGaps(document: OpenApiDocument): [id: string, successor: string][] {
  return Object.entries(asObject(document.info["x-retired-gaps"])) as [string, string][];
}

/** For each operation the pointers of all nodes that can be reached from it. */
type Reach = Map<string, Set<string>>;

function reachOfOperations(document: OpenApiDocument): Reach {
  const nodes = new Map([...walkNodes(document)].map((node) => [toPointer(node.path), node]));
  const operations = [...nodes.values()].filter(({ kind }) => kind === "operation");
  return new Map(
    operations.map((node) => [
      String(asObject(node.value)["operationId"]),
      reachableFrom(node, nodes),
    ]),
  );
}

function reachableFrom(start: Node, nodes: Map<string, Node>): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(toPointer(next.path))) continue;
    for (const { path, value } of subtree(next)) {
      seen.add(toPointer(path));
      const reference = asObject(value)["$ref"];
      const target = typeof reference === "string" ? nodes.get(reference) : undefined;
      if (target) waiting.push(target);
    }
  }
  return seen;
}

/** A node outside every operation, such as `info` or a security scheme, concerns them all. */
function operationsMeeting(pointer: string, document: OpenApiDocument, reach: Reach): string[] {
  const [section, index] = parsePointer(pointer);
  if (section === "tags") return operationsOfTag(document, Number(index));
  const meeting = [...reach].filter(([, pointers]) => pointers.has(pointer)).map(([name]) => name);
  const concernsAll =
    !pointer.startsWith("#/paths/") && !pointer.startsWith("#/components/schemas/");
  return meeting.length === 0 && concernsAll ? [...reach.keys()] : meeting;
}

function operationsOfTag(document: OpenApiDocument, index: number): string[] {
  const { name = null } = asObject(asList(document["tags"])[index]);
  return operationsOf(document)
    .filter(({ node }) => asList(node["tags"]).includes(name))
    .map(({ operationId }) => operationId);
}
