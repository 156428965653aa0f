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
    "l:\n- id: a\n  v: 1\n- b\n",
    (root) => (delete root["l"][0].id, (root["m"] = [{ k: 1, j: [2] }])),
    "l:\n- v: 1\n- b\nm:\n- k: 1\n  j:\n  - 2\n",
  ],
  [
    "the indentation is that of a map in a map, also where a list comes first",
    "l:\n    - a: 1\n      b:\n          c: 1\n",
    ({ l }) => (l[0].b.d = { e: 1 }),
    "l:\n    - a: 1\n      b:\n          c: 1\n          d:\n              e: 1\n",
  ],
  [
    "elements are told apart by their id",
    "l:\n  - id: a\n    v: 1\n  - id: b\n    v: 1 # b\n",
    ({ l }) => (l.shift(), (l[0].v = 2)),
    "l:\n  - id: b\n    v: 2 # b\n",
  ],
  [
    "elements that stay keep their lines, where as many go as come",
    "l:\n  - id: a\n    v: 1\n  - v: 1 # b\n    id: b\n",
    ({ l }) => l.push({ ...l.shift(), id: "c" }),
    "l:\n  - v: 1 # b\n    id: b\n  - id: c\n    v: 1\n",
  ],
  [
    "a text as long as the lines of the file stays on one line",
    `a: ${"long ".repeat(20)}end\nb: short\n`,
    (root) => (root["b"] = `${"other ".repeat(15)}end`),
    `a: ${"long ".repeat(20)}end\nb: ${"other ".repeat(15)}end\n`,
  ],
  [
    "actions of an overlay are told apart by their target, and parameters by their name",
    "l:\n  - target: $.a\n    update: {e: [x]}\np:\n  - name: a\n    r: {e: [x]}\n",
    ({ l, p }) => {
      l[0].update.m = 1;
      p[0].r.m = 2;
      l.push({ target: "$.b" });
      p.push({ name: "b" });
    },
    "l:\n  - target: $.a\n    update: {e: [x], m: 1}\n  - target: $.b\np:\n  - name: a\n    r: {e: [x], m: 2}\n  - name: b\n",
  ],
  [
    "flow style stays, and quotes stay",
    "a: { t: string, gap: [{ id: q }], s: \"x\" }\nb: {}\nq: 'x'\n",
    (root) => (delete root["a"].gap, (root["b"].c = ["p, q"]), (root["q"] = "y")),
    'a: { t: string, s: "x" }\nb: { c: ["p, q"] }\nq: \'y\'\n',
  ],
  [
    "quotes of new keys are those of most keys, and those of new values those of most values",
    "r:\n  \"200\": { $ref: '#/a' }\n  x: '#/b'\n",
    ({ r }) => Object.assign(r, { w: "#/c", z: "it's: so", 404: "2026-01-31" }),
    "r:\n  \"200\": { $ref: '#/a' }\n  x: '#/b'\n  \"404\": '2026-01-31'\n  w: '#/c'\n  z: \"it's: so\"\n",
  ],
  [
    "quotes of the first key that needs them are those of the values",
    "r: 'a'\n",
    (root) => (root["200"] = "b"),
    "r: 'a'\n'200': b\n",
  ],
  [
    "JSON keeps the spaces in the braces of its lines",
    '{\n  "l": [\n    { "id": "a", "e": [1] }\n  ],\n  "o": { "k": 1 }\n}\n',
    ({ l, o }) => ((l[0].m = { n: [{ p: 1 }] }), (o.q = {})),
    '{\n  "l": [\n    { "id": "a", "e": [1], "m": { "n": [{ "p": 1 }] } }\n  ],\n  "o": { "k": 1, "q": {} }\n}\n',
  ],
  [
    "status codes go to their places, before a range and the default",
    "r:\n  '200': a # good\n  # bad\n  4XX: b\n  default: c\ns:\n  default: d\n",
    ({ r, s }) => (Object.assign(r, { 202: "e", 204: "f", 404: "g", 500: "h" }), (s[201] = "i")),
    "r:\n  '200': a # good\n  '202': e\n  '204': f\n  '404': g\n  # bad\n  4XX: b\n  '500': h\n  default: c\ns:\n  '201': i\n  default: d\n",
  ],
  [
    "JSON on one line stays there, with its numbers and escapes",
    '{"a":{"gap":1,"n":1e400,"m":1.50},"s":"\\u00e9 \\": "}',
    ({ a }) => (delete a.gap, (a.list = [{ k: 1 }])),
    '{"a":{"list":[{"k":1}],"n":1e400,"m":1.50},"s":"\\u00e9 \\": "}',
  ],
  [
    "JSON with tabs keeps them, and lists on one line",
    '{\n\t"a": {\n\t\t"l": [1, 2],\n\t\t"n": 9223372036854775807\n\t}\n}\n',
    ({ a }) => (a.l.push(3), (a.o = { k: 1 })),
    '{\n\t"a": {\n\t\t"l": [1, 2, 3],\n\t\t"n": 9223372036854775807,\n\t\t"o": {\n\t\t\t"k": 1\n\t\t}\n\t}\n}\n',
  ],
  [
    "line endings and a byte order mark stay, and so does a file without a last line break",
    "\uFEFFa: 1\r\nb: 2",
    (root) => (root["c"] = 3),
    "\uFEFFa: 1\r\nb: 2\r\nc: 3",
  ],
  [
    "each line keeps its own ending, and a new line has that of most",
    "a: 1\r\nb: 2\nc:\r\n  d: 1\r\n",
    (root) => ((root["a"] = 2), (root["c"].e = 3)),
    "a: 2\r\nb: 2\nc:\r\n  d: 1\r\n  e: 3\r\n",
  ],
  [
    "empty lines at the end of a text stay its own",
    "a: |+\n  x\n\n\n",
    (root) => (root["b"] = 1),
    "a: |+\n  x\n\n\nb: 1\n",
  ],
  [
    "an empty line stands between entries where one stands between all",
    "r:\n  200:\n    a: 1\n\n  # none\n  404:\n    $ref: 'x'\n\n  default:\n    $ref: 'y'\n",
    ({ r }) => (r[429] = { $ref: "z", b: 1 }),
    "r:\n  200:\n    a: 1\n\n  # none\n  404:\n    $ref: 'x'\n\n  429:\n    $ref: z\n    b: 1\n\n  default:\n    $ref: 'y'\n",
  ],
  [
    "an empty map takes a short entry on its line, and others below it",
    "a: {}\nb: {}\n",
    ({ a, b }) => (
      (a.c = 1),
      (b.c = { d: "a text of some length", e: "and another of such a length" })
    ),
    "a: {c: 1}\nb:\n  c:\n    d: a text of some length\n    e: and another of such a length\n",
  ],
  [
    "what an alias or a merge key stands for is written out where it changes",
    "a: &x { b: 1 }\nc: *x\nd: { <<: *x, e: 1 }\n",
    (root) => ((root["c"] = 2), (root["d"].b = 3)),
    "a: &x { b: 1 }\nc: 2\nd: { <<: *x, e: 1, b: 3 }\n",
  ],
];

it.each(cases)("%s", (_, before, change, after) => {
  const value = parseText(before, "before");
  const changed = structuredClone(value) as JsonObject;
  change(changed);
  expect(editText(before, value, changed, "a.yaml")).toBe(after);
});

it.each<[string, string, Change]>([
  ["an anchor", "b: 1\na: &x { b: 1 }\nc: *x\n", (root) => (root["a"] = { b: 2 })],
  ["an anchor that goes", "b: 1\na: &x 1\nc: *x\n", (root) => delete root["a"]],
])("refuses to change %s, which is repeated elsewhere", (_, text, change) => {
  const changed = structuredClone(parseText(text, "t")) as JsonObject;
  change(changed);
  expect(() => editText(text, parseText(text, "t"), changed, "a.yaml")).toThrow(
    /^a\.yaml:2: a YAML alias or merge key repeats what changes\. Write it out/,
  );
});

const key = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("yes", "# no", "a: b", "200"));
const text = fc.oneof(key, fc.constant("x\ny"));
const value = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
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
