// @ts-check
import rule from "../rules/property-described.js";
import {
  thing,
  withOperation,
  withSchema,
  withSchemas,
} from "../../../rules/test/support/documents.js";
import { describeRule } from "../../../rules/test/support/describe-rule.js";

/** @param {unknown} schema */
const withProperty = (schema) => withSchema({ properties: { name: schema } });
const property = [...thing, "properties", "name"];
const says = /"name" has no description. Say what it is for/;

describeRule(rule, {
  accepts: [
    ["a description of its own", withProperty({ description: "Names the thing." })],
    [
      "the description of its schema",
      withSchemas({
        Name: { description: "Names a thing." },
        Thing: { properties: { name: { $ref: "#/components/schemas/Name" } } },
      }),
    ],
    [
      "a description beside a reference",
      withSchemas({
        Name: {},
        Thing: { properties: { name: { $ref: "#/components/schemas/Name", description: "It." } } },
      }),
    ],
    ["a property that is forbidden", withProperty(false)],
    ["a condition, which describes nothing", withSchema({ if: { properties: { name: {} } } })],
  ],
  rejects: [
    ["no description", withProperty({ type: "string" }), { path: property, says }],
    ["an empty description", withProperty({ description: " " }), { path: property, says }],
    [
      "a reference to a schema without one",
      withSchemas({
        Name: { type: "string" },
        Thing: { properties: { name: { $ref: "#/components/schemas/Name" } } },
      }),
      { path: property, says },
    ],
    [
      "a property deep inside",
      withSchema({ oneOf: [{ items: { properties: { name: {} } } }] }),
      { path: [...thing, "oneOf", 0, "items", "properties", "name"], says },
    ],
    [
      "a parameter without one",
      withOperation({ parameters: [{ name: "job_id", in: "path" }] }),
      { path: ["paths", "/things", "get", "parameters", 0], says: /"job_id" has no description/ },
    ],
  ],
});
