/** The gaps of the contract, gathered from the `x-gap` entries of the bundle. */
import { type GapKind, gapKinds } from "../../rules/support/gap-kinds.js";
import { type Node, subtree, walk as walkNodes } from "../../rules/support/walk.js";
import { asObject, type OpenApiDocument, walk } from "./document.ts";
import { toPointer } from "./pointer.ts";

export { gapKinds };

export interface Claim {
  claim: string;
  sample?: unknown;
}

/** An `x-gap` entry, as `openapi/EXTENSIONS.md` defines it, and where it stands. */
export interface Gap {
  id: string;
  kind: GapKind;
  /** Section of the interface specification. */
  source: string;
  states: string | Claim[];
  settled?: string;
  reading: string;
  question: string;
  /** Kinds of observation that can close it; undefined where only the provider can answer. */
  evidence?: string[];
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
      gaps.push({ ...entry, node: pointer, operations: operationsMeeting(pointer, reach) });
    }
  }
  return gaps;
}

export function countByKind(gaps: Gap[]): Record<GapKind, number> {
  const entries = Object.keys(gapKinds).map((kind) => [
    kind,
    gaps.filter((gap) => gap.kind === kind).length,
  ]);
  return Object.fromEntries(entries) as Record<GapKind, number>;
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
function operationsMeeting(pointer: string, reach: Reach): string[] {
  const meeting = [...reach].filter(([, pointers]) => pointers.has(pointer)).map(([name]) => name);
  const concernsAll =
    !pointer.startsWith("#/paths/") && !pointer.startsWith("#/components/schemas/");
  return meeting.length === 0 && concernsAll ? [...reach.keys()] : meeting;
}
