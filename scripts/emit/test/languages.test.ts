import { beforeEach, expect, test } from "vitest";
import { asList, asObject, type OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { readBundle } from "../../contract/read-bundle.ts";
import { generateGo } from "../go.ts";
import { generatePython, pythonFolder } from "../python.ts";
import { readWireTypes } from "../wire-types.ts";
import { wrap } from "../../support/wrap.ts";

let document: OpenApiDocument;
beforeEach(async () => void (document = await readBundle()));

const schema = (name: string) => document.components.schemas[name]!;
const properties = (name: string) => asObject(schema(name)["properties"]);

test("types come after those that they need", () => {
  const names = readWireTypes(document).inputs.map(({ name }) => name);
  expect(names.indexOf("AvatarActor")).toBeLessThan(names.indexOf("Actor"));
  expect(names.indexOf("Actor")).toBeLessThan(names.indexOf("LipsyncVideoInput"));
});

test("the branches of a choice are no type of an answer, which leaves it open", () => {
  const names = readWireTypes(document).answers.map(({ name }) => name);
  expect(names).toContain("LipsyncVideoInputEcho");
  expect(names).not.toContain("AvatarActor");
});

test("a choice that nobody can tell apart is refused", () => {
  delete schema("Actor")["discriminator"];
  expect(() => generatePython(document)).toThrow(/Actor: give the oneOf a discriminator/);
  expect(() => generateGo(document)).toThrow(/Actor: give the oneOf a discriminator/);
});

test("a branch without its const is refused", () => {
  delete asObject(properties("VideoActor")["use"])["const"];
  expect(() => generateGo(document)).toThrow(/Actor: make each branch .* whose use is a const/);
});

test.each(["class", "raw", "self", "two words", "5th"])(
  "Python refuses a field called %s",
  (name) => {
    properties("HpJob")[name] = { type: "string" };
    expect(() => generatePython(document)).toThrow(`${name}: Python cannot have a field`);
  },
);

test("Go refuses a field whose name is none", () => {
  properties("HpJob")["5th"] = { type: "string" };
  expect(() => generateGo(document)).toThrow(/5th: Go cannot have a field/);
});

test("what is sent and what comes back are schemas of their own in Python", () => {
  properties("HpJob")["segment"] = { $ref: "#/components/schemas/HpVariable" };
  expect(() => generatePython(document)).toThrow(/HpVariable: give what is sent/);
});

test("text of the contract cannot end a comment or a docstring", () => {
  schema("HpJob")["description"] = 'Ends """ here, \\ and\nimport os';
  delete schema("HpJob")["x-gap"];
  const types = generatePython(document).get(`${pythonFolder}/types.py`)!;
  expect(types).toContain('Ends \\"\\"\\" here, \\\\ and import os');
  expect(generateGo(document).get("clients/go/types.gen.go")).toContain(
    '// HpJob: Ends """ here, \\ and import os',
  );
});

test("any JSON value finds a type: lists of lists, several types, none", () => {
  Object.assign(properties("HpJob"), {
    grid: { type: "array", items: { type: "array", items: { type: "integer" } } },
    either: { type: ["boolean", "null"] },
    anything: {},
  });
  const types = generatePython(document).get(`${pythonFolder}/types.py`)!;
  expect(types).toMatch(/grid: Optional\[Tuple\[object, ...\]\]/);
  expect(types).toMatch(/either: Optional\[Union\[bool, None\]\]/);
  expect(types).toMatch(/anything: object/);
  expect(generateGo(document).get("clients/go/types.gen.go")).toMatch(/Grid \[\]\[\]int64/);
});

test("every operation has a method in each language", () => {
  const count = asList(Object.values(document.paths).flatMap((item) => Object.values(item)))
    .map((operation) => asObject(operation)["operationId"])
    .filter((id) => id !== undefined).length;
  const methods = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
  const python = generatePython(document).get(`${pythonFolder}/operations.py`)!;
  expect(methods(python, /^    def \w+\(/gm)).toBe(count);
  expect(methods(python, /^    async def \w+\(/gm)).toBe(count);
  expect(
    methods(generateGo(document).get("clients/go/operations.gen.go")!, /^func \(c \*Client\)/gm),
  ).toBe(count);
});

test.each([
  ["one two three", ["one two", "three"]],
  ["", []],
  ["averyverylongword", ["averyverylongword"]],
])("wrap(%j)", (text, lines) => expect(wrap(text, 8)).toEqual(lines));
