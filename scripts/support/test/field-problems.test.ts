/** What a validator says of a field that a schema forbids: always, or beside another one. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { describeErrors } from "../field-problems.ts";

const never = "This field is never there. Remove it.";
const properties = { gone: false, "no/t": false };
const beside = (name: string) => ({
  dependentSchemas: { [name]: { properties: { gone: false } } },
});

test.each<[what: string, schema: object, body: object, pointer: string, detail: string]>([
  ["a field", { properties }, { gone: 1 }, "/gone", never],
  ["a field with a slash", { properties }, { "no/t": 1 }, "/no~1t", never],
  ["a field inside", { properties: { a: { properties } } }, { a: { gone: 1 } }, "/a/gone", never],
  [
    "a field of an item",
    { properties: { a: { items: { properties } } } },
    { a: [{ gone: 1 }] },
    "/a/0/gone",
    never,
  ],
  [
    "a field of a reference",
    { $ref: "#/$defs/a", $defs: { a: { properties } } },
    { gone: 1 },
    "/gone",
    never,
  ],
  ["a field of a branch", { allOf: [{ properties }] }, { gone: 1 }, "/gone", never],
  [
    "two fields",
    beside("other"),
    { other: 1, gone: 1 },
    "/gone",
    "Send this field or other, not both.",
  ],
  [
    "two fields, with a slash",
    beside("o/t r"),
    { "o/t r": 1, gone: 1 },
    "/gone",
    "Send this field or o/t r, not both.",
  ],
])("%s that is forbidden", (_, schema, body, pointer, detail) => {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  validate(body);
  expect(describeErrors(validate.errors!)).toEqual([{ pointer, detail }]);
});
