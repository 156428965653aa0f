/** The gaps of the contract, gathered from the `x-gap` entries of the bundle. */
import {
  escapePointer,
  httpMethods,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
  walk,
} from "./document.ts";

export interface Claim {
  claim: string;
  sample?: unknown;
}

/** An `x-gap` entry, as `openapi/EXTENSIONS.md` defines it, and where it stands. */
export interface Gap {
  id: string;
  kind: "not-shown" | "contradiction" | "ambiguity" | "inferred";
  /** Section of the interface specification. */
  source: string;
  states: string | Claim[];
  settled?: string;
  reading: string;
  question: string;
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

export function countByKind(gaps: Gap[]): Record<Gap["kind"], number> {
  const counts = { "not-shown": 0, contradiction: 0, ambiguity: 0, inferred: 0 };
  for (const { kind } of gaps) counts[kind]++;
  return counts;
}

/** For each operation the pointers of all nodes that can be reached from it. */
type Reach = Map<string, Set<string>>;

function reachOfOperations(document: OpenApiDocument): Reach {
  const reach: Reach = new Map();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of httpMethods) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const pointer = `#/paths/${escapePointer(path)}/${method}`;
      reach.set(String(operation["operationId"]), reachableFrom(document, operation, pointer));
    }
  }
  return reach;
}

function reachableFrom(
  document: OpenApiDocument,
  start: JsonObject,
  startPointer: string,
): Set<string> {
  const seen = new Set<string>();
  const waiting: [JsonObject, string][] = [[start, startPointer]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [node, pointer] of walk(...next)) {
      if (seen.has(pointer)) break;
      seen.add(pointer);
      const reference = node["$ref"];
      if (typeof reference === "string")
        waiting.push([resolvePointer(document, reference), reference]);
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
