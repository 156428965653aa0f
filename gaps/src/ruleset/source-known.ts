import { asObject, isObject } from "../document/json.ts";
import { walkNodes } from "../document/walk.ts";
import { closedGapIds, type Finding, gapEntries, type Rule } from "./rule.ts";

export const sourceKnown: Rule = {
  code: "source-known",
  description:
    "Every section that the contract names is a heading of the specification; a claim may also name the gap it is inferred in.",
  find(document, { headings, listedIn }) {
    const list = listedIn?.headings ?? "the list that the ruleset is given";
    return [
      ...wrongLists(document),
      ...[...namedSections(document)].flatMap(({ value, path }) =>
        typeof value === "string" && (headings?.includes(value) ?? true)
          ? []
          : [
              {
                message: `${JSON.stringify(value)} is not a heading of the specification. Name one of the headings in ${list}, word for word.`,
                path,
              },
            ],
      ),
    ];
  },
};

function wrongLists(document: unknown): Finding[] {
  return [...walkNodes(document)].flatMap(({ value, path }) => {
    if (!isObject(value) || !("x-source" in value)) return [];
    const sources = value["x-source"];
    const isListOfOnes =
      Array.isArray(sources) && sources.length > 0 && new Set(sources).size === sources.length;
    if (isListOfOnes) return [];
    return [
      {
        message: 'x-source is a list that names each heading once, for instance ["Errors"].',
        path: [...path, "x-source"],
      },
    ];
  });
}

function* namedSections(document: unknown): Generator<{ value: unknown; path: string[] }> {
  const gaps = [...gapEntries(document)];
  const inferred = gaps.filter(({ entry }) => entry["kind"] === "inferred");
  const named: unknown[] = [...inferred.map(({ entry }) => entry["id"]), ...closedGapIds(document)];
  for (const { entry, path } of gaps) {
    if ("source" in entry) yield { value: entry["source"], path: [...path, "source"] };
  }
  for (const { value, path } of walkNodes(document)) {
    if (!isObject(value)) continue;
    const sources = value["x-source"];
    for (const [index, source] of Array.isArray(sources) ? sources.entries() : [])
      yield { value: source, path: [...path, "x-source", String(index)] };
    for (const [claim, source] of Object.entries(asObject(value["x-stated-by"])))
      if (!named.includes(source)) yield { value: source, path: [...path, "x-stated-by", claim] };
  }
}
