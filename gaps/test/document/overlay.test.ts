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

it("merges objects key by key, joins lists in their order, and replaces everything else", () => {
  const update = { required: ["c", "d"], properties: { b: { type: "integer" } }, title: "New" };
  expect(merged({ required: ["a", "b"], properties: { a: {} }, title: "Old" }, { update })).toEqual(
    {
      required: ["a", "b", "c", "d"],
      properties: { a: {}, b: { type: "integer" } },
      title: "New",
    },
  );
});

it("joins lists of what stands once only with what is new", () => {
  const evidence = { gap: "a", date: "2026-01-31" };
  const update = { required: ["b", "a"], "x-verified": [evidence], examples: [1] };
  const before = { required: ["a"], "x-verified": [{ ...evidence }], examples: [1] };
  expect(merged(before, { update })).toEqual({
    ...{ required: ["a", "b"], "x-verified": [evidence], examples: [1, 1] },
  });
});

it("adds a field called `__proto__`, in what is there and in what is not", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"}}') as object;
  for (const thing of [{}, { properties: {} }])
    expect(JSON.stringify(merged(thing, { update: { properties } }))).toBe(
      '{"properties":{"__proto__":{"type":"string"}}}',
    );
});

it("removes each of several elements that a target selects", () => {
  const target = "$.components.schemas.Thing.enum[?@ != 'b']";
  expect(merged({ enum: ["a", "b", "c"] }, { target, remove: true })).toEqual({ enum: ["b"] });
});

it("copies one node, appends to a list, and replaces a primitive, as Overlay 1.1 does", () => {
  const thing = { enum: ["a"], title: "Old", other: {}, properties: { b: {} } };
  expect(
    merged(
      thing,
      { target: `${target}.enum`, update: "b" },
      { target: `${target}.title`, update: "New" },
      { target: `${target}.other`, copy: `${target}.properties` },
    ),
  ).toEqual({ ...thing, enum: ["a", "b"], title: "New", other: { b: {} } });
  expect(() => merged(thing, { copy: `${target}.*` })).toThrow(/has to select one node/);
});

it("takes an action that selects nothing, or no object, for a mistake", () => {
  expect(() => merged({}, { target: "$.paths.gone", update: {} })).toThrow(
    "$.paths.gone selects nothing in the document. Was it moved",
  );
  expect(() => merged({}, { target: "$.info.title", update: {} })).toThrow(
    /something that is not an object/,
  );
  expect(() => merged({}, { target: "$", remove: true })).toThrow(/\$ selects the whole document/);
  for (const target of ["$.*", "$.components.*"])
    expect(() => merged({}, { target, remove: true })).toThrow(
      / selects components.* cannot be removed/,
    );
  expect(() => merged({}, { target: "info[", update: {} })).toThrow(/is no JSONPath/);
});
