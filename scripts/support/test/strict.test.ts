import { describe, expect, it } from "vitest";
import { contract, validatorOf } from "../../../test/support/contract.ts";
import { messageExamples } from "../../../gaps/src/document/examples.ts";
import { strictCopy } from "../strict.ts";

const open = validatorOf(contract);
const strict = validatorOf(strictCopy(contract));

/**
 * Every object inside a value, itself included, each with a function that adds an undeclared
 * property to it in a copy.
 */
function withExtraProperty(value: unknown): unknown[] {
  const paths: (string | number)[][] = [];
  const collect = (node: unknown, path: (string | number)[]): void => {
    if (typeof node !== "object" || node === null) return;
    if (!Array.isArray(node)) paths.push(path);
    for (const [key, child] of Object.entries(node)) collect(child, [...path, key]);
  };
  collect(value, []);
  return paths.map((path) => {
    const copy = structuredClone(value);
    const target = path.reduce((node: any, key) => node[key], copy);
    target.undeclared_property = true;
    return copy;
  });
}

const bodies = messageExamples(contract).filter(({ schema }) => schema.includes("/content/"));

describe("an undeclared property", () => {
  it.each(
    bodies.flatMap(({ name, schema, value }) =>
      withExtraProperty(value).map((extended) => ({ name, schema, extended })),
    ),
  )("passes the contract and fails the strict copy: $name", ({ schema, extended }) => {
    expect(open(schema)(extended)).toBe(true);
    expect(strict(schema)(extended)).toBe(false);
  });
});

describe("a value beyond those that are known", () => {
  const document = structuredClone(contract);
  document.components.schemas["Word"] = { type: "string", "x-extensible-enum": ["known"] };
  const pointer = "#/components/schemas/Word";

  it("passes the contract", () => expect(validatorOf(document)(pointer)("new")).toBe(true));
  it("fails the strict copy", () =>
    expect(validatorOf(strictCopy(document))(pointer)("new")).toBe(false));
});

it("a schema that declares nothing stays as it is", () => {
  const document = structuredClone(contract);
  document.components.schemas["Anything"] = {};
  expect(strictCopy(document).components.schemas["Anything"]).toEqual({});
});

it("a schema of parts is refused, because none of them can be closed alone", () => {
  const document = structuredClone(contract);
  document.components.schemas["Both"] = { allOf: [{ type: "object" }, { type: "object" }] };
  expect(() => strictCopy(document)).toThrow(/schemas\/Both uses allOf.*in one schema/);
});
