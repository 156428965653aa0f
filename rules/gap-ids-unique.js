// @ts-check
import { defineRule } from "./support/define-rule.js";
import { gapsOf } from "./support/gaps.js";
import { toPointer } from "./support/pointer.js";

export default defineRule("gap-ids-unique", {
  description: "No two gaps of the contract have the same id.",
  then: { function: findSharedIds },
});

/** @param {unknown} document */
function findSharedIds(document) {
  /** @type {import("./support/define-rule.js").Problem[]} */
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
