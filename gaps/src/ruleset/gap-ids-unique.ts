import { toPointer } from "../document/pointer.ts";
import { closedGapIds, gapEntries, type Rule } from "./rule.ts";

export const gapIdsUnique: Rule = {
  code: "gap-ids-unique",
  description: "No two gaps of the contract have the same id, and none has that of a closed one.",
  find(document) {
    const closed = closedGapIds(document);
    const places = new Map<unknown, string[]>();
    return [...gapEntries(document)].flatMap(({ entry: { id }, path }) => {
      const first = places.get(id);
      const trouble = first
        ? `is taken at ${toPointer(first)}. Choose another id; if it is the same gap, state it once, at the schema that both places share.`
        : closed.includes(String(id))
          ? "is open here, and an x-verified says that it is closed. Remove this entry, or give what is still open an id of its own."
          : undefined;
      if (!first) places.set(id, path);
      if (trouble === undefined) return [];
      return [{ message: `The gap id "${String(id)}" ${trouble}`, path: [...path, "id"] }];
    });
  },
};
