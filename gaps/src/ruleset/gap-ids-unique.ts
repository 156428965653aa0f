import { asObject } from "../document/json.ts";
import { toPointer } from "../document/pointer.ts";
import { walkNodes } from "../document/walk.ts";
import { closedGapIds, type Finding, type FoundGap, gapEntries, type Rule } from "./rule.ts";

export const gapIdsUnique: Rule = {
  code: "gap-ids-unique",
  description:
    "No two gaps of the contract have the same id, and none has one that was used before.",
  find(document) {
    const gaps = [...gapEntries(document)];
    const closed = new Set(closedGapIds(document));
    const retired = asObject(asObject(asObject(document)["info"])["x-retired-gaps"]);
    const reused = gaps.flatMap(({ entry: { id }, path }) => {
      if (Object.hasOwn(retired, String(id)))
        return [
          at(
            path,
            `The gap id "${String(id)}" is retired: it has meant something else. Choose another id.`,
          ),
        ];
      if (closed.has(String(id)))
        return [
          at(
            path,
            `The gap "${String(id)}" is open here, and an x-verified says that it is closed. Remove this entry, or give what is still open an id of its own.`,
          ),
        ];
      return [];
    });
    const known = new Set<unknown>([...gaps.map(({ entry }) => entry["id"]), ...closed]);
    const lost = isInParts(document)
      ? []
      : Object.entries(retired)
          .filter(([, successor]) => !known.has(successor))
          .map(([id, successor]) => ({
            message: `The retired gap "${id}" leads to ${JSON.stringify(successor)}, which is no gap. Name the gap that it has become part of.`,
            path: ["info", "x-retired-gaps", id],
          }));
    return [...sharedIds(gaps), ...reused, ...lost];
  },
};

const at = (path: string[], message: string): Finding => ({ message, path: [...path, "id"] });

function sharedIds(gaps: FoundGap[]): Finding[] {
  const places = new Map<unknown, string[]>();
  return gaps.flatMap(({ entry: { id }, path }) => {
    const first = places.get(id);
    if (first)
      return [
        at(
          path,
          `The gap id "${String(id)}" is taken at ${toPointer(first)}. Choose another id; if it is the same gap, state it once, at the schema that both places share.`,
        ),
      ];
    places.set(id, path);
    return [];
  });
}

/** A gap may stand in another file, which cannot be seen from here. */
const isInParts = (document: unknown): boolean =>
  [...walkNodes(document)].some(({ value }) => {
    const reference = asObject(value)["$ref"];
    return typeof reference === "string" && !reference.startsWith("#");
  });
