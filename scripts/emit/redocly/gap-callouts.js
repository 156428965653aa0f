// @ts-check
import { methods } from "../../../gaps/src/ruleset/support/grammar.js";
import { callout } from "./callout.js";

/** @import { Gap } from "./callout.js" */
/** @typedef {{ description?: string, "x-gap"?: Gap[] }} GapNode */

/**
 * Redocly decorator: writes each gap of a node into the description of that node, so that the site,
 * the types and every other reader of the bundle see it without a second text to keep.
 *
 * Reference renderers skip a path without operations. Its gaps would vanish, so they also go to the
 * end of `info`.
 */
export function gapCallouts() {
  /** @type {Map<string, GapNode & { summary?: string }>} */
  const silentPaths = new Map();
  /** @type {Map<string, GapNode>} */
  const operations = new Map();
  /** @type {Gap[]} */
  const shared = [];
  return {
    any: {
      /** @param {GapNode | null} node */
      leave(node) {
        if (!node?.["x-gap"]) return;
        node.description = append(node.description, node["x-gap"].map(callout));
        shared.push(...node["x-gap"].filter(({ also }) => also));
      },
    },
    Operation: {
      /** @param {GapNode & { operationId?: string }} node */
      leave(node) {
        operations.set(String(node.operationId), node);
      },
    },
    // What describes a reference hides the description of what it refers to, gaps included.
    ref: {
      /**
       * @param {GapNode & { $ref?: string }} reference what the bundler has joined with its target has no `$ref` any more
       * @param {unknown} _context
       * @param {{ node?: GapNode }} target
       */
      leave(reference, _context, { node: target }) {
        if (reference.$ref && reference.description && target?.["x-gap"])
          reference.description = append(reference.description, target["x-gap"].map(callout));
      },
    },
    PathItem: {
      /** @param {GapNode} node @param {{ key: string | number }} context */
      enter(node, { key }) {
        const hasOperation = methods.some((method) => method in node);
        if (!hasOperation) silentPaths.set(String(key), node);
      },
    },
    Root: {
      /** @param {{ info: GapNode }} root */
      leave(root) {
        for (const gap of shared) {
          for (const id of gap.also ?? []) {
            const operation = operations.get(id);
            if (operation) operation.description = append(operation.description, [callout(gap)]);
          }
        }
        root.info.description = append(root.info.description, sectionOf(silentPaths));
      },
    },
  };
}

/** @param {string | undefined} description @param {string[]} paragraphs */
function append(description, paragraphs) {
  return [description, ...paragraphs].filter(Boolean).join("\n\n");
}

/** @param {Map<string, GapNode>} paths */
function sectionOf(paths) {
  if (paths.size === 0) return [];
  const entries = [...paths].map(([path, node]) => `### \`${path}\`\n\n${node.description}`);
  return ["## Paths without an operation", ...entries];
}
