/** Each rule finds what it refuses in every place of a document, whatever stands around it. */
import { describe, expect, test } from "vitest";
import { walk } from "../../src/document/document.ts";
import { gapRules } from "../../src/ruleset/gap-rules.ts";
import { refused } from "../support/refused-schemas.ts";
import { surroundings } from "../support/surroundings.ts";
import { gap } from "../truth/shop.ts";

const note = gap("thing-fields");
const evidence = { date: "2026-01-31", kind: "stated by the owner", evidence: "No." };

describe.each(gapRules)("$code finds it in", ({ code }) => {
  test.each(Object.entries(surroundings))("%s", (_, put) => {
    const nodes = walk(put(refused[code]!));
    const found = gapRules.flatMap((rule) => rule.find(nodes).map(() => rule.code));
    expect(found).toEqual([code]);
  });
});

/** What explains an open schema, and what does not. */
test.each<[where: string, isExplained: boolean, schema: (inside: object) => object]>([
  ["its own note", true, (open) => ({ ...open, "x-gap": [note] })],
  ["a note on its list", true, (open) => ({ type: "array", items: open, "x-gap": [note] })],
  ["a note on its list of first items", true, (open) => ({ prefixItems: [open], "x-gap": [note] })],
  ["a note on its alternatives", true, (open) => ({ anyOf: [open, {}], "x-gap": [note] })],
  [
    "a note on its list of lists",
    true,
    (open) => ({ type: "array", items: { type: "array", items: open }, "x-gap": [note] }),
  ],
  ["a note on its choice", true, (open) => ({ oneOf: [open, { type: "null" }], "x-gap": [note] })],
  ["what the owner has said of its object", true, (open) => said({ properties: { a: open } })],
  ["what a recording has shown of its object", false, (open) => seen({ properties: { a: open } })],
  ["a note on its object", false, (open) => ({ properties: { a: open }, "x-gap": [note] })],
  ["a note on its map", false, (open) => ({ patternProperties: { a: open }, "x-gap": [note] })],
  [
    "a note on its map of lists",
    false,
    (open) => ({
      ...{ type: "object", "x-gap": [note] },
      additionalProperties: { type: "array", items: open },
    }),
  ],
  [
    "a part beside that says no more",
    false,
    (open) => ({ allOf: [{ properties: { a: open } }, { properties: { a: { readOnly: true } } }] }),
  ],
  ["what the owner has said of its map", false, (open) => said({ patternProperties: { a: open } })],
  [
    "a note on a definition beside",
    false,
    (open) => ({ $defs: { A: open }, type: "null", "x-gap": [note] }),
  ],
])("%s explains an open schema: %s", (_, isExplained, schema) => {
  const { find } = gapRules.find(({ code }) => code === "open-schema-has-gap")!;
  const found = find(walk(surroundings["a component"]!(schema({}))));
  expect(found.length > 0, "open-schema-has-gap finds it").toBe(!isExplained);
});

const seen = (schema: object) => ({
  ...schema,
  "x-verified": [{ date: "2026-01-31", environment: "staging", evidence: "a.har", exchanges: 3 }],
});

const said = (schema: object) => ({
  ...schema,
  "x-verified": { ...evidence, by: "owner", gap: "thing-fields", question: note.question },
});
