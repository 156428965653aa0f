/** Which fields of a value are deprecated, wherever the schema says so. */
import { expect, test } from "vitest";
import type { JsonObject } from "openapi-gaps/document";
import { findDeprecatedFields } from "../deprecated-fields.ts";

const root: JsonObject = {
  $defs: {
    whole: { deprecated: true },
    thing: { properties: { old: { deprecated: true }, now: {} } },
  },
};
const thing = { $ref: "#/$defs/thing" };
const branch = (kind: string, name: string) => ({
  properties: { kind: { const: kind }, [name]: { deprecated: true } },
});
const choice = { oneOf: [branch("a", "x"), branch("b", "y")] };

test.each<[what: string, schema: JsonObject, value: unknown, found: string]>([
  ["behind a reference", thing, { old: 1, now: 1 }, "old"],
  ["that is not sent", thing, { now: 1 }, ""],
  ["that every object has by itself", { properties: { toString: { deprecated: true } } }, {}, ""],
  ["beside a reference", { properties: { a: { ...thing, deprecated: true } } }, { a: {} }, "a"],
  ["of a deprecated type", { properties: { a: { $ref: "#/$defs/whole" } } }, { a: 1 }, "a"],
  ["inside", { properties: { a: thing } }, { a: { old: 1 } }, "a.old"],
  ["of an item", { items: thing }, [{ now: 1 }, { old: 1 }], "1.old"],
  ["of a part", { allOf: [thing] }, { old: 1 }, "old"],
  ["of the branch that is meant", choice, { kind: "b", x: 1, y: 1 }, "y"],
  ["of a value that is no object", thing, "old", ""],
])("a field %s", (_, schema, value, found) => {
  const paths = findDeprecatedFields(root, schema, value);
  expect(paths.map((path) => path.join(".")).join()).toBe(found);
});
