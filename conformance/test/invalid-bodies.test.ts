import { expect, it } from "vitest";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import { invalidBodies } from "../src/invalid-bodies.ts";

const text = { type: "string" };
const script = (use: string, field: string) => ({
  ...{ type: "object", required: ["use", field] },
  properties: { use: { type: "string", const: use }, [field]: text },
});
const schema = {
  type: "object",
  required: ["name", "list"],
  properties: {
    name: text,
    kind: { type: "string", enum: ["short", "long"] },
    absent: text,
    anything: {},
    list: { type: "array", items: { type: "object", required: ["id"], properties: { id: text } } },
    none: { type: "array", items: text },
    loose: { type: "array" },
    script: { oneOf: [script("text", "text"), script("audio", "url")] },
  },
};
const valid = {
  name: "A name",
  kind: "short",
  anything: 1,
  list: [{ id: "1" }, { id: "2" }],
  none: [],
  loose: ["1"],
  script: { use: "text", text: "Hello" },
};

it("makes bodies that are wrong in one place, and says which of them have to be refused", () => {
  const without = (field: string) => ({ ...valid, [field]: undefined });
  const { script } = valid;
  const unlisted = "conformance-unlisted";
  const listing = (first: unknown) => ({ ...valid, list: [first, { id: "2" }] });
  const choosing = (changed: object) => ({ ...valid, script: changed });
  expect(
    invalidBodies(contract, schema, valid).map(({ what, expects, body }) => [what, expects, body]),
  ).toEqual([
    ["malformed JSON", "refusal", JSON.stringify(valid).slice(0, -1)],
    ["without /name", "refusal", without("name")],
    ["with another type at /name", "undecided", { ...valid, name: {} }],
    ["with an unlisted value at /kind", "refusal", { ...valid, kind: unlisted }],
    ["with another type at /kind", "undecided", { ...valid, kind: {} }],
    ["without /list", "refusal", without("list")],
    ["with another type at /list", "undecided", { ...valid, list: {} }],
    ["with another type at /list/0", "undecided", listing(7)],
    ["without /list/0/id", "refusal", listing({})],
    ["with another type at /list/0/id", "undecided", listing({ id: {} })],
    ["with another type at /none", "undecided", { ...valid, none: {} }],
    ["with another type at /loose", "undecided", { ...valid, loose: {} }],
    ["without /script/use", "refusal", choosing({ text: "Hello" })],
    ["with an unlisted value at /script/use", "refusal", choosing({ ...script, use: unlisted })],
    ["without the conditional /script/text", "undecided", choosing({ use: "text" })],
    ["with another type at /script/text", "undecided", choosing({ ...script, text: {} })],
    [
      ...["with fields of both kinds at /script", "undecided"],
      choosing({ ...script, url: "https://example.com/other" }),
    ],
    ["with an unknown field", "undecided", { ...valid, "x-unknown-field": "conformance" }],
  ]);
  const sides = [{ sample: { kind: "short" } }, { sample: {} }];
  const open = { ...schema, "x-gap": [{ states: sides }] };
  for (const { what, expects, doubt } of invalidBodies(contract, open, valid))
    if (what.endsWith("/kind"))
      expect([expects, doubt]).toEqual(["undecided", "below a field that may be unknown"]);
  const doubts = invalidBodies(contract, schema, valid).map(({ what, doubt }) => [
    what.replace(/ at .*| \/.*/, ""),
    doubt,
  ]);
  expect(Object.fromEntries(doubts)).toEqual({
    ...{ "malformed JSON": undefined, without: undefined, "with an unlisted value": undefined },
    "with another type": "another type",
    "without the conditional": "no conditional field",
    "with fields of both kinds": "fields of both branches of a choice",
    "with an unknown field": "an unknown field",
  });
});
