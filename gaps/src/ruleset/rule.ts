/** What a rule about gaps is, and what the rules look at. Spectral runs them, and so does `openapi-gaps lint`. */
import { asList, isObject, type JsonObject } from "../document/json.ts";
import { type Node, walk } from "../document/walk.ts";

/** What a rule finds. */
export interface Finding {
  /** What is wrong, and what to do instead. */
  message: string;
  /** From the root of the document. */
  path: (string | number)[];
}

export interface RuleOptions {
  /** The headings of the specification. With them, every section that the document names has to be one. */
  headings?: readonly string[];
  /** The vendor extensions that the document may hold, such as `x-gap`. With them, every other is refused. */
  extensions?: readonly string[];
}

export interface Rule {
  code: string;
  /** What the rule asks, in one sentence. */
  description: string;
  /**
   * @param document as it is written, references unresolved: the resolved view replaces a reference by its
   *   target and loses what stands beside it, which is where a description or a gap may be
   */
  find(document: unknown, options: RuleOptions): Finding[];
}

export interface ObjectNode extends Node {
  value: JsonObject;
}

/** Every rule looks at the same document, which takes long to walk through. */
const walked = new WeakMap<object, ObjectNode[]>();

/** The objects of a document. @param kinds only these; all when none is named */
export function objectsOf(document: unknown, ...kinds: string[]): ObjectNode[] {
  if (!isObject(document)) return [];
  const isWithFields = (node: Node): node is ObjectNode => isObject(node.value);
  const nodes = walked.get(document) ?? walk(document).filter(isWithFields);
  walked.set(document, nodes);
  return kinds.length === 0 ? nodes : nodes.filter(({ kind }) => kinds.includes(kind));
}

export interface FoundGap {
  entry: JsonObject;
  /** Of the entry. */
  path: string[];
  /** The object it stands on. */
  node: ObjectNode;
}

/** Every gap entry that is an object; what is not one is left to the rule `gap-well-formed`. */
export function gapEntries(document: unknown): FoundGap[] {
  return objectsOf(document).flatMap((node) =>
    [...asList(node.value["x-gap"]).entries()].flatMap(([index, entry]) =>
      isObject(entry) ? [{ entry, path: [...node.path, "x-gap", String(index)], node }] : [],
    ),
  );
}
