import { isObject } from "../document/json.ts";
import { toPointer } from "../document/pointer.ts";
import { walkNodes } from "../document/walk.ts";
import type { Rule } from "./rule.ts";

export const gapPlacedVisibly: Rule = {
  code: "gap-placed-visibly",
  description:
    "Every x-gap stands on an object of the contract, where the register and the site find it.",
  find(document) {
    const holders = holdersOfGaps(document, []);
    if (holders.length === 0) return [];
    const visible = new Set([...walkNodes(document)].map(({ path }) => toPointer(path)));
    return holders
      .filter((path) => !visible.has(toPointer(path)))
      .map((path) => ({
        message:
          "This x-gap is part of a literal or a list of names, where nobody reads it. Move it to the schema, media type, response or operation that it concerns.",
        path: [...path, "x-gap"],
      }));
  },
};

function holdersOfGaps(value: unknown, path: string[]): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, content]) =>
    key === "x-gap" && isObject(value) ? [path] : holdersOfGaps(content, [...path, key]),
  );
}
