import fc from "fast-check";
import { expect, it } from "vitest";
import { dump } from "js-yaml";
import { editText } from "../../src/close/edit-text.ts";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { parseText } from "../../src/document/files.ts";

type Change = (value: Record<string, any>) => unknown;

const cases: [what: string, before: string, change: Change, after: string][] = [
  [
    "an entry takes the place of one that goes, in a file with 4 spaces and comments",
    "a:\n    # why\n    gap: {id: q} # old\n    n: 1.50 # keep\n    s: 'it''s'\n",
    ({ a }) => (delete a.gap, (a.found = [{ day: "2026-01-31" }])),
    "a:\n    # why\n    found:\n        - day: '2026-01-31'\n    n: 1.50 # keep\n    s: 'it''s'\n",
  ],
  [
    "entries go to the end of their map, before the comment of the next",
    "a:\n  b: 1 # one\n\n# next\nc: >-\n  folded\n  text\n",
    ({ a }) => (a.list = ["x"]),
    "a:\n  b: 1 # one\n  list:\n    - x\n\n# next\nc: >-\n  folded\n  text\n",
  ],
  [
    "lists below their key stay there, and the dash goes to the next entry",
    "l:\n- id: a\n  v:\n      w: 1\n- b\n",
    (root) => (delete root["l"][0].id, (root["m"] = [{ k: { j: [2] } }])),
    "l:\n- v:\n      w: 1\n- b\nm:\n- k:\n      j:\n      - 2\n",
  ],
  [
    "elements are told apart by id, target or name, or else by their order or value",
    "n:\n  - id: a\n  - v: 1 # b\n    id: b\nt:\n  - target: $.a\n  - r: [x] # b\n    target: $.b\n  - target: $.a # a\n    x-closes: a\no:\n  - $ref: x\n  - r: [1] # o\ne:\n  - 1 # one\n  - 2 # two\n",
    ({ n, t, o, e }) => {
      n.push({ ...n.shift(), id: "c" });
      n[0].v = 2;
      t.shift();
      t[0].r.push("z");
      o[1].r.push(2);
      e.splice(0, 1, 3);
    },
    "n:\n  - v: 2 # b\n    id: b\n  - id: c\nt:\n  - r: [x, z] # b\n    target: $.b\n  - target: $.a # a\n    x-closes: a\no:\n  - $ref: x\n  - r: [1, 2] # o\ne:\n  - 3\n  - 2 # two\n",
  ],
  [
    "flow style stays, also in an empty map within one, and so do the quotes of the file",
    "a: { t: string, gap: [{ id: q }], s: 'x', e: {} }\nb: {}\n'200': \"it's\"\n",
    ({ a, b }) => (delete a.gap, (a.e.c = ["p, q"]), (b["404"] = "yes, 'no'")),
    "a: { t: string, s: 'x', e: {c: ['p, q']} }\nb:\n  '404': yes, 'no'\n'200': \"it's\"\n",
  ],
  [
    "JSON on one line stays there, with its numbers and escapes",
    '{"a":{"gap":1,"n":1e400,"m":1.50},"s":"\\u00e9 \\": ","b":1}',
    (root) => (delete root["a"].gap, (root["a"].list = [{ k: 1 }]), (root["b"] = { c: 2 })),
    '{"a":{"list":[{"k":1}],"n":1e400,"m":1.50},"s":"\\u00e9 \\": ","b":{"c":2}}',
  ],
  [
    "JSON with tabs keeps them, and lists on one line",
    '{\n\t"a": {\n\t\t"l": [1, 2],\n\t\t"n": 9223372036854775807\n\t}\n}\n',
    ({ a }) => (a.l.push(3), (a.o = { k: 1 })),
    '{\n\t"a": {\n\t\t"l": [1, 2, 3],\n\t\t"n": 9223372036854775807,\n\t\t"o": {\n\t\t\t"k": 1\n\t\t}\n\t}\n}\n',
  ],
  [
    "a byte order mark, each line ending, and a last line without one stay",
    "\uFEFFa: 1\r\nb: 2\nc:\r\n  d: 1\r\ne: 1",
    (root) => ((root["a"] = 2), (root["c"].f = 3), (root["g"] = 4)),
    "\uFEFFa: 2\r\nb: 2\nc:\r\n  d: 1\r\n  f: 3\ne: 1\ng: 4",
  ],
  [
    "what an alias or a merge key stands for is written out where it changes",
    "a: &x { b: 1, f: 1 }\nc: *x\nd: { <<: *x, e: 1 }\n",
    (root) => ((root["c"] = 2), (root["d"].b = 3)),
    "a: &x { b: 1, f: 1 }\nc: 2\nd: { <<: *x, e: 1, b: 3 }\n",
  ],
];

it.each(cases)("%s", (_, before, change, after) => {
  const value = parseText(before, "before");
  const changed = structuredClone(value) as JsonObject;
  change(changed);
  expect(editText(before, value, changed, "a.yaml")).toBe(after);
  const inCrlf = (text: string) => text.replaceAll(/\r?\n/g, "\r\n");
  expect(editText(inCrlf(before), value, changed, "a.yaml")).toBe(inCrlf(after));
});

it.each<Change>([(root) => (root["a"] = { b: 2 }), (root) => delete root["a"]])(
  "refuses to change an anchor that is repeated elsewhere: %s",
  (change) => {
    const text = "b: 1\na: &x { b: 1 }\nc: *x\n";
    const changed = structuredClone(parseText(text, "t")) as JsonObject;
    change(changed);
    expect(() => editText(text, parseText(text, "t"), changed, "a.yaml")).toThrow(
      /^a\.yaml:2: a YAML alias or merge key repeats what changes\. Write it out/,
    );
  },
);

const key = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("yes", "# no", "a: b", "200"));
const value = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    key,
    fc.integer(),
    fc.constantFrom(null, true, "x\ny", "x\n\n"),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(key, tie("any"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;
const root = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

const styles: [name: string, write: (value: Json) => string][] = [
  ["block YAML", (each) => dump(each)],
  ["YAML with 4 spaces", (each) => dump(each, { indent: 4, seqNoIndent: true })],
  ["flow YAML", (each) => dump(each, { flowLevel: 1 })],
  ["JSON", (each) => JSON.stringify(each, null, 2)],
  ["JSON on one line", (each) => JSON.stringify(each)],
];

it.each(styles)("whatever changes in %s reads as it should", (_, write) => {
  fc.assert(
    fc.property(root, root, fc.boolean(), (before, other, isMerged) => {
      const after = isMerged ? { ...before, ...other } : other;
      const written = write(before);
      const edited = editText(written, parseText(written, "before"), after, "a.yaml");
      expect(parseText(edited, "after")).toEqual(after);
    }),
    { numRuns: 100 },
  );
});
