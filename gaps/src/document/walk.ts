/** Walks through the objects of a document. */
import { childAt } from "./grammar.ts";
import { isObject, type JsonObject } from "./json.ts";

/** One object of a document. */
export interface Node {
  /** What it is in the words of the grammar: `operation`, `schema`, `response` … */
  kind: string;
  /** A boolean only where a schema is one. */
  value: JsonObject | boolean;
  /** From the root of the document. */
  path: string[];
  /** The field of the parent that holds it: `properties`, `items`, `content` … */
  role: string;
  parent: Node | undefined;
}

/**
 * Yields every object in document order, and never looks inside a literal. References are not followed, so each
 * object is met once, where it is written.
 *
 * @param kinds yield only these; all when none is named
 */
export function* walkNodes(document: unknown, ...kinds: string[]): Generator<Node> {
  for (const node of visit(document, "document", [], "", undefined)) {
    if (kinds.length === 0 || kinds.includes(node.kind)) yield node;
  }
}

function* visit(
  value: unknown,
  kind: string,
  path: string[],
  role: string,
  parent: Node | undefined,
): Generator<Node> {
  if (kind === "schema" && typeof value === "boolean") yield { kind, value, path, role, parent };
  if (!isObject(value)) return;
  const node = { kind, value, path, role, parent };
  yield node;
  for (const [field, content] of Object.entries(value)) {
    const child = childAt(kind, field);
    if (!child) continue;
    const at = [...path, field];
    if (child.holds === "one") yield* visit(content, child.kind, at, field, node);
    else if (
      Array.isArray(content) ? child.holds === "list" : child.holds === "map" && isObject(content)
    )
      for (const [name, item] of Object.entries(content as object))
        yield* visit(item, child.kind, [...at, name], field, node);
  }
}
