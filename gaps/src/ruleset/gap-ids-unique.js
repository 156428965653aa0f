// @ts-check
import { defineRule } from "./support/define-rule.js";
import { closedGapIds, gapsOf } from "./support/gaps.js";
import { asObject, isObject } from "./support/json.js";
import { toPointer } from "./support/pointer.js";
import { walk } from "./support/walk.js";

/**
 * @typedef {import("./support/define-rule.js").Problem} Problem
 */

export default defineRule("gap-ids-unique", {
  description:
    "No two gaps of the contract have the same id, and none has one that was used before.",
  then: { function: findReusedIds },
});

/** @param {unknown} document */
function findReusedIds(document) {
  return [...findSharedIds(document), ...findRetiredIds(document), ...findClosedIds(document)];
}

/** @param {unknown} document */
function findSharedIds(document) {
  /** @type {Problem[]} */
  const problems = [];
  const places = new Map();

  for (const { entry, path } of gapsOf(document)) {
    const first = places.get(entry.id);
    if (first === undefined) {
      places.set(entry.id, path);
    } else {
      problems.push({
        message: `The gap id "${entry.id}" is taken at ${toPointer(first)}. Choose another id; if it is the same gap, state it once, at the schema that both places share.`,
        path: [...path, "id"],
      });
    }
  }
  return problems;
}

/**
 * A retired gap names the one that it has become part of.
 *
 * @param {unknown} document
 * @returns {Problem[]}
 */
function findRetiredIds(document) {
  const retired = asObject(asObject(asObject(document).info)["x-retired-gaps"]);
  /** @type {Set<unknown>} */
  const successors = new Set([
    ...[...gapsOf(document)].map(({ entry }) => entry.id),
    ...closedGapIds(document),
  ]);
  const reused = [...gapsOf(document)]
    .filter(({ entry }) => Object.hasOwn(retired, String(entry.id)))
    .map(({ entry, path }) => ({
      message: `The gap id "${entry.id}" is retired: it has meant something else. Choose another id.`,
      path: [...path, "id"],
    }));
  const lost = isInParts(document)
    ? []
    : Object.entries(retired)
        .filter(([, successor]) => !successors.has(successor))
        .map(([id, successor]) => ({
          message: `The retired gap "${id}" leads to ${JSON.stringify(successor)}, which is no gap. Name the gap that it has become part of.`,
          path: ["info", "x-retired-gaps", id],
        }));
  return [...reused, ...lost];
}

/**
 * @param {unknown} document
 * @returns {Problem[]}
 */
function findClosedIds(document) {
  const closed = new Set(closedGapIds(document));
  return [...gapsOf(document)]
    .filter(({ entry }) => closed.has(String(entry.id)))
    .map(({ entry, path }) => ({
      message: `The gap "${entry.id}" is open here, and an x-verified says that it is closed. Remove this entry, or give what is still open an id of its own.`,
      path: [...path, "id"],
    }));
}

/** A gap may stand in another file, which cannot be seen from here.
 *
 * @param {unknown} document
 */
const isInParts = (document) =>
  [...walk(document)].some(
    ({ value }) => isObject(value) && typeof value.$ref === "string" && !value.$ref.startsWith("#"),
  );
