import { join } from "node:path";
import { expect, it } from "vitest";
import { withActions } from "../../src/document/overlay.ts";
import { readDocument } from "../../src/document/read-document.ts";

const { document } = readDocument(join(import.meta.dirname, "../fixtures/loans.yaml"));
const target = "$.components.schemas.Thing";

const merged = (thing: object, ...actions: object[]) => {
  const before = structuredClone(document);
  Object.assign(before.components.schemas, { Thing: thing });
  const all = actions.map((action) => ({ target, ...action }));
  return withActions(before, all).components.schemas["Thing"];
};

const shared = { type: "string" };

it.each<[what: string, before: object, actions: object[], after: object]>([
  [
    "joins lists in their order, and those of what stands once only with what is new",
    { required: ["b"], examples: [1], "x-verified": [{ gap: "a" }] },
    [{ update: { required: ["c", "b", "a"], examples: [1], "x-verified": [{ gap: "a" }] } }],
    { required: ["b", "c", "a"], examples: [1, 1], "x-verified": [{ gap: "a" }] },
  ],
  [
    "removes each of several elements that a target selects",
    { enum: ["a", "b", "c"] },
    [{ target: `${target}.enum[?@ != 'b']`, remove: true }],
    { enum: ["b"] },
  ],
  [
    "copies one node, appends to a list, and replaces a primitive, as Overlay 1.1 does",
    { enum: ["a"], title: "Old", other: {}, properties: { b: {} } },
    [
      { target: `${target}.enum`, update: "b" },
      { target: `${target}.title`, update: "New" },
      { target: `${target}.other`, copy: `${target}.properties` },
    ],
    { enum: ["a", "b"], title: "New", other: { b: {} }, properties: { b: {} } },
  ],
  [
    "changes what an alias of YAML shares in the one place that is selected",
    { properties: { a: shared, b: shared } },
    [{ target: `${target}.properties.a`, update: { title: "A" } }],
    { properties: { a: { ...shared, title: "A" }, b: shared } },
  ],
])("%s", (_, before, actions, after) => {
  expect(merged(before, ...actions)).toEqual(after);
});

it.each<[key: string, list: unknown[], twice: unknown[]]>([
  ...["enum", "required", "x-extensible-enum", "x-final-values", "x-failure-values"].map(
    (key): [string, string[], string[]] => [key, ["a"], ["a"]],
  ),
  ["x-verified", [{ gap: "a" }], [{ gap: "a" }]],
  ["examples", ["a"], ["a", "a"]],
  ["x-gap", [{ id: "a" }], [{ id: "a" }, { id: "a" }]],
])("an update of %s that is applied twice: of %j comes %j", (key, list, twice) => {
  const action = { update: { [key]: list } };
  expect(merged({}, action, action)).toEqual({ [key]: twice });
});

it.each<[action: object, says: RegExp]>([
  [{ target: "$.paths.gone", update: {} }, /^\$\.paths\.gone selects nothing .* Was it moved/],
  [
    { target: "$.info.title", update: {} },
    /^\$\.info\.title selects an object where the update is not/,
  ],
  [{ target: "$.*", remove: true }, / selects #\/components, which cannot be removed/],
  [{ target: "info[", update: {} }, /is no JSONPath/],
  [{ copy: "$.info.*" }, /^\$\.info\.\* has to select one node/],
])("takes %j for a mistake", (action, says) => {
  expect(() => merged({}, action)).toThrow(says);
});
