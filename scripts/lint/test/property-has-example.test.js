// @ts-check
import rule from "../rules/property-has-example.js";
import { thing, withOperation, withSchema, withSchemas } from "./support/documents.js";
import { describeRule } from "./support/describe-rule.js";

/** @param {unknown} schema */
const withProperty = (schema) => withSchema({ properties: { name: schema } });

/** @param {unknown} target @param {object} [siblings] */
const withReference = (target, siblings) =>
  withSchemas({
    Name: target,
    Thing: { properties: { name: { $ref: "#/components/schemas/Name", ...siblings } } },
  });

/** @param {object} parameter */
const withParameter = (parameter) => withOperation({ parameters: [{ name: "id", ...parameter }] });

const text = { type: "string" };
const shown = { type: "string", examples: ["a"] };
const path = [...thing, "properties", "name"];
const says = /"name" shows no example. Add examples: \[...\]/;

describeRule(rule, {
  accepts: [
    ["an example of its own", withProperty(shown)],
    ["an empty string as an example", withProperty({ type: "string", examples: [""] })],
    ["the example of its schema", withReference(shown)],
    ["an example beside a reference", withReference(text, { examples: ["a"] })],
    ["a choice with an example of its own", withReference({ oneOf: [text], examples: ["a"] })],
    ["a choice whose branches all show one", withReference({ oneOf: [shown, { const: 1 }] })],
    ["an array whose items show one", withProperty({ type: "array", items: shown })],
    ["a constant", withProperty({ const: "text" })],
    ["an open value, of which none is known", withProperty({ type: "object" })],
    [
      "an object, whose properties show theirs",
      withProperty({ type: "object", properties: { inner: shown } }),
    ],
    ["a parameter with an example", withParameter({ example: "a", schema: text })],
    ["a parameter whose schema shows one", withParameter({ schema: shown })],
  ],
  rejects: [
    ["a scalar without an example", withProperty(text), { path, says }],
    ["an empty list of examples", withProperty({ ...text, examples: [] }), { path, says }],
    ["a closed list of values", withProperty({ enum: ["a", "b"] }), { path, says }],
    ["a reference to a schema without one", withReference(text), { path, says }],
    [
      "an array whose items show none",
      withProperty({ type: "array", items: text }),
      { path, says },
    ],
    [
      "a choice with a branch that shows none",
      withReference({ oneOf: [shown, text] }),
      { path, says },
    ],
    [
      "a schema that only contains itself",
      withReference({ type: "array", items: { $ref: "#/components/schemas/Name" } }),
      { path, says },
    ],
    [
      "a parameter without a schema",
      withParameter({}),
      { path: ["paths", "/things", "get", "parameters", 0], says: /"id" shows no example/ },
    ],
    [
      "a parameter without an example",
      withParameter({ schema: text }),
      { path: ["paths", "/things", "get", "parameters", 0], says: /"id" shows no example/ },
    ],
  ],
});
