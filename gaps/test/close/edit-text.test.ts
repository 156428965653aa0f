import fc from "fast-check";
import { expect, it } from "vitest";
import { dump } from "js-yaml";
import { editText } from "../../src/close/edit-text.ts";
import { isObject, type Json, type Path } from "../../src/document/json.ts";
import { parseText } from "../../src/document/files.ts";
import { applyEdit, type Edit, merge } from "../../src/document/overlay.ts";

const put = (place: string, value: Json): Edit => ({ path: place.split("."), value, from: [] });
const remove = (place: string): Edit => ({ path: place.split("."), remove: true });

const cases: [what: string, before: string, edits: Edit[], after: string][] = [
  [
    "comments, numbers and quotes stay, in a file with 4 spaces",
    "a:\n    # why\n    gap: {id: q} # old\n    n: 1.50 # keep\n    s: 'it''s'\n",
    [put("a.found", [{ day: "2026-01-31" }]), remove("a.gap")],
    "a:\n    # why\n    n: 1.50 # keep\n    s: 'it''s'\n    found:\n        - day: '2026-01-31'\n",
  ],
  [
    "entries go to the end of their map, before the comment of the next",
    "a:\n  b: 1 # one\n\n# next\nc: >-\n  folded\n  text\n",
    [put("a.list", ["x"])],
    "a:\n  b: 1 # one\n  list:\n    - x\n\n# next\nc: >-\n  folded\n  text\n",
  ],
  [
    "a code goes before the default, and what is no extension before those, with an empty line where there are some",
    "r:\n  2XX: a\n  default: b\nt: s\n\n# why\nx-gap: 1\n",
    [put("r.404", "c"), put("enum", ["d"]), put("x-verified", 2)],
    'r:\n  2XX: a\n  "404": c\n  default: b\nt: s\n\nenum:\n  - d\n\n# why\nx-gap: 1\n\nx-verified: 2\n',
  ],
  [
    "an empty value ends where it stands",
    "a:\n  b: # hint\n  c:\n\nd:\n  e: 1\n",
    [put("a.f", 2), put("d.g", 3)],
    "a:\n  b: # hint\n  c:\n  f: 2\n\nd:\n  e: 1\n  g: 3\n",
  ],
  [
    "a key gets another name in its place",
    "r:\n  # all\n  2XX: # of\n    d: it\n  default: b\n",
    [{ path: ["r", "2XX"], key: "200" }],
    'r:\n  # all\n  "200": # of\n    d: it\n  default: b\n',
  ],
  [
    "lists below their key stay there, and the dash goes to the next entry",
    "l:\n- id: a\n  v:\n      w: 1\n- b\n",
    [remove("l.0.id"), put("m", [{ k: { j: [2] } }])],
    "l:\n- v:\n      w: 1\n- b\nm:\n- k:\n      j:\n      - 2\n",
  ],
  [
    "flow style stays, also in an empty map within one",
    "a: { t: string, gap: [{ id: q }], s: 'x', e: {} }\nb: {}\n'200': \"it's\"\n",
    [put("a.e.c", ["p, q"]), remove("a.gap"), put("b.404", "yes, 'no'")],
    "a: { t: string, s: 'x', e: {c: ['p, q']} }\nb:\n  '404': yes, 'no'\n'200': \"it's\"\n",
  ],
  [
    "a text in quotes stays in them, and others have those of most texts",
    "a: 'x' # one\nb: [\"y\", {c: 'z'}]\nd: v\n'200':\n  e: \"w\"\n",
    [
      put("a", "it's"),
      put("b.0", "u"),
      put("b.1.c", "t"),
      put("d", "s"),
      put("200.e", { f: "r" }),
      put("404", "1"),
    ],
    "a: 'it''s' # one\nb: [\"u\", {c: 't'}]\nd: s\n'200':\n  e:\n    f: r\n'404': '1'\n",
  ],
  [
    "JSON on one line stays there, with its numbers and escapes",
    '{"a":{"gap":1,"n":1e400,"m":1.50},"s":"\\u00e9 \\": ","b":1}',
    [remove("a.gap"), put("a.list", [{ k: 1 }]), put("b", { c: 2 })],
    '{"a":{"n":1e400,"m":1.50,"list":[{"k":1}]},"s":"\\u00e9 \\": ","b":{"c":2}}',
  ],
  [
    "JSON with tabs keeps them, and lists on one line",
    '{\n\t"a": {\n\t\t"l": [1, 2],\n\t\t"n": 9223372036854775807\n\t}\n}\n',
    [put("a.l.2", 3), put("a.l.3", 4), put("a.o", { k: 1 })],
    '{\n\t"a": {\n\t\t"l": [1, 2, 3, 4],\n\t\t"n": 9223372036854775807,\n\t\t"o": {\n\t\t\t"k": 1\n\t\t}\n\t}\n}\n',
  ],
  [
    "a byte order mark, each line ending, and a last line without one stay",
    "\uFEFFa: 1\r\nb: 2\nc:\r\n  d: 1\r\ne: 1",
    [put("a", 2), put("c.f", 3), put("g", 4)],
    "\uFEFFa: 2\r\nb: 2\nc:\r\n  d: 1\r\n  f: 3\ne: 1\ng: 4",
  ],
  [
    "what an alias or a merge key stands for is written out where it changes",
    "a: &x { b: 1, f: 1 }\nc: *x\nd: { <<: *x, e: 1 }\ng: { <<: *x }\n",
    [put("c.f", 2), put("d.b", 3), remove("g.b")],
    "a: &x { b: 1, f: 1 }\nc:\n  b: 1\n  f: 2\nd: { <<: *x, e: 1, b: 3 }\ng:\n  f: 1\n",
  ],
  [
    "an empty line goes with what stood before it or between two",
    "a: 0\n\nb:\n  c: 1\n\n  d: 2\n  \n  e: 3\nf:\n  g: 1\n\n  h: 2\n",
    [remove("a"), remove("b.d"), remove("f.g")],
    "b:\n  c: 1\n\n  e: 3\nf:\n  h: 2\n",
  ],
  [
    "an empty line stays between those that it stood between",
    "a:\n  b: 1\n  c: 2\n\n  d: 3\n  e: 4\n\nf: 5\n",
    [remove("a.c"), remove("a.d")],
    "a:\n  b: 1\n\n  e: 4\n\nf: 5\n",
  ],
  [
    "the last entry leaves the lines behind its map",
    "a:\n  b: 1\n  c: 2\n\n# why\nd: 3\n",
    [remove("a.c")],
    "a:\n  b: 1\n\n# why\nd: 3\n",
  ],
  [
    "the first entry of a file leaves no line, and the comment of the next",
    "a: 1 # one\n# two\nb: 2\n",
    [remove("a")],
    "# two\nb: 2\n",
  ],
  ["the last line of a file without an end leaves none", "a: 1\nb: 2", [remove("b")], "a: 1"],
  [
    "a map whose empty lines have spaces gets one as well",
    "a:\n  b: 1\n \t\n  c: 2\n",
    [put("a.d", 3)],
    "a:\n  b: 1\n \t\n  c: 2\n\n  d: 3\n",
  ],
  [
    "before the default come codes, and no other names with digits; before the only entry comes nothing",
    "r:\n  2XX: a\n  default: b\ns:\n  default: b\n",
    [put("r.h2", 1), put("r.5XX", 2), put("s.404", 3)],
    'r:\n  2XX: a\n  5XX: 2\n  default: b\n  h2: 1\ns:\n  default: b\n  "404": 3\n',
  ],
  [
    "flow style keeps its own spaces",
    "a: {  b: 1,   c: 2 }\nd: {e: 1,f: [1,2], g: [1]}\n",
    [put("a.x", 3), put("a.b", { k: 1 }), put("d.f.2", 3), put("d.f.3", 4), remove("d.g.0")],
    "a: {  b: {k: 1},   c: 2,   x: 3 }\nd: {e: 1,f: [1,2, 3, 4], g: []}\n",
  ],
  [
    "JSON with some of it on one line keeps that there",
    '{\n  "a": {"b": 1, "c": [1, 2]},\n  "d": {}\n}\n',
    [put("a.e", { k: [1] }), put("d.f", 1), put("g", { h: 1 })],
    '{\n  "a": {"b": 1, "c": [1, 2], "e":{"k":[1]}},\n  "d": {\n    "f": 1\n  },\n  "g": {\n    "h": 1\n  }\n}\n',
  ],
  [
    "JSON on one line with spaces between some of its parts has none in what is added",
    '{"a":{"b":1}, "c":2}',
    [put("a.e", { k: [1] }), put("d", 1)],
    '{"a":{"b":1,"e":{"k":[1]}}, "c":2, "d":1}',
  ],
  [
    "lists stand as most of them do: below the first letter of their key",
    "a:\n- 1\nb:\n- 2\nc:\n  - 3\n",
    [put("d", [4]), put("c.1", 5)],
    "a:\n- 1\nb:\n- 2\nc:\n  - 3\n  - 5\nd:\n- 4\n",
  ],
  [
    "lists stand as most of them do: indented",
    "a:\n  - 1\nbee:\n    - 2\nc:\n- 3\n",
    [put("d", [4]), put("c.1", 5)],
    "a:\n  - 1\nbee:\n    - 2\nc:\n- 3\n- 5\nd:\n  - 4\n",
  ],
  [
    "quotes are those of most texts, also where the texts are elements",
    '- \'x\'\n- "y"\n- "z"\n',
    [put("3", "404")],
    '- \'x\'\n- "y"\n- "z"\n- "404"\n',
  ],
  [
    "a file that is indented as a whole stays so",
    "  a: 1\n  b: 2\n",
    [put("c", { d: 1 })],
    "  a: 1\n  b: 2\n  c:\n    d: 1\n",
  ],
  [
    "a text of several lines makes way for one line, and ends as it should at the end of a file",
    "a: |\n  x\n\n\nb: 1\n",
    [put("c", "x\n\n"), put("a", "z")],
    "a: z\n\n\nb: 1\n\nc: |+\n  x\n\n",
  ],
  [
    "each of several elements at the end of a list stands behind the one before",
    "a:\n  - b: 1\n    c: 2\n  - d: 3\n",
    [put("a.2", 4), put("a.3", { e: 5 }), remove("a.0.b"), put("a.1.f", 6)],
    "a:\n  - c: 2\n  - d: 3\n    f: 6\n  - 4\n  - e: 5\n",
  ],
];

it.each(cases)("%s", (_, before, edits, after) => {
  expect(editText(before, edits, "a.yaml")).toBe(after);
  const inCrlf = (text: string) => text.replaceAll(/\r?\n/g, "\r\n");
  expect(editText(inCrlf(before), edits, "a.yaml")).toBe(inCrlf(after));
});

it.each([put("a", { b: 2 }), put("a.b", 2), remove("a")])(
  "refuses to change an anchor that is repeated elsewhere: %o",
  (edit) => {
    const edits = [put("b", 2), edit, put("b", 3)];
    expect(() => editText("b: 1\na: &x { b: 1 }\nc: *x\n", edits, "a.yaml")).toThrow(
      /^a\.yaml:2: a YAML alias or merge key repeats what changes\. Write it out/,
    );
  },
);

const key = fc
  .oneof(fc.string({ maxLength: 12 }), fc.constantFrom("yes", "# no", "a: b", "200"))
  .filter((name) => name !== "__proto__");
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

/** The paths of all parts, those of a part behind it, and the last one of a list first. */
function pathsIn(value: Json, path: Path = []): Path[] {
  const parts = Array.isArray(value) ? [...value.entries()].reverse() : [];
  const all = isObject(value) ? Object.entries(value) : parts;
  return all.flatMap(([key, part]) => [...pathsIn(part, [...path, key]), [...path, key]]);
}

const styles: [name: string, write: (value: Json) => string][] = [
  ["block YAML", (each) => dump(each)],
  ["YAML with 4 spaces", (each) => dump(each, { indent: 4, seqNoIndent: true })],
  ["flow YAML", (each) => dump(each, { flowLevel: 1 })],
  ["JSON", (each) => JSON.stringify(each, null, 2)],
  ["JSON on one line", (each) => JSON.stringify(each)],
];

it.each(styles)("whatever changes in %s reads as it should", (_, write) => {
  fc.assert(
    fc.property(root, root, fc.array(fc.boolean()), (before, update, choices) => {
      const after = structuredClone(before);
      const edits: Edit[] = merge(after, [], update);
      const isRemoved = (path: Path, index: number) => path.length > 1 && choices[index];
      for (const path of pathsIn(after).filter(isRemoved)) {
        edits.push({ path, remove: true });
        applyEdit(after, edits.at(-1)!);
      }
      const edited = editText(write(before), edits, "a.yaml");
      expect(parseText(edited, "after")).toEqual(after);
    }),
    { numRuns: 100 },
  );
});
