// @ts-check
import { grammar } from "./grammar.js";
import { isObject } from "./json.js";

/**
 * One object of the contract.
 *
 * @typedef {object} Node
 * @property {string} kind what it is in the words of the grammar: `operation`, `schema`, `response`
 *   …
 * @property {import("./json.js").JsonObject | boolean} value a boolean only where a schema is one
 * @property {string[]} path from the root of the document
 * @property {string} role the field of the parent that holds it: `properties`, `items`, `content` …
 * @property {Node | undefined} parent
 */

/**
 * Yields every object of the contract in document order, and never looks inside a literal.
 * References are not followed, so each object is met once, where it is written.
 *
 * @param {unknown} document
 * @param {...string} kinds yield only these; all when none is named
 * @returns {Generator<Node>}
 */
export function* walk(document, ...kinds) {
  for (const node of visit(document, "document", [], "", undefined)) {
    if (kinds.length === 0 || kinds.includes(node.kind)) yield node;
  }
}

/**
 * Yields an object and every object inside it, as `walk` would.
 *
 * @param {Node} node
 * @returns {Generator<Node>}
 */
export function* subtree({ value, kind, path, role, parent }) {
  yield* visit(value, kind, path, role, parent);
}

/**
 * @param {unknown} value
 * @param {string} kind
 * @param {string[]} path
 * @param {string} role
 * @param {Node | undefined} parent
 * @returns {Generator<Node>}
 */
function* visit(value, kind, path, role, parent) {
  if (kind === "schema" && typeof value === "boolean") {
    yield { kind, value, path, role, parent };
  }
  if (!isObject(value)) return;

  const node = { kind, value, path, role, parent };
  yield node;

  for (const [field, content] of Object.entries(value)) {
    const child = childAt(kind, field);
    if (!child) continue;
    const at = [...path, field];
    if (child.holds === "one") {
      yield* visit(content, child.kind, at, field, node);
    } else if (child.holds === "list" && Array.isArray(content)) {
      for (const [index, item] of content.entries()) {
        yield* visit(item, child.kind, [...at, String(index)], field, node);
      }
    } else if (child.holds === "map" && isObject(content)) {
      for (const [name, item] of Object.entries(content)) {
        yield* visit(item, child.kind, [...at, name], field, node);
      }
    }
  }
}

/**
 * What a field of an object of a kind holds; nothing for a literal.
 *
 * @param {string} kind
 * @param {string} field
 */
export function childAt(kind, field) {
  const fields = grammar[kind] ?? {};
  if (Object.hasOwn(fields, field)) return fields[field];
  return field.startsWith("x-") ? undefined : fields["*"];
}
