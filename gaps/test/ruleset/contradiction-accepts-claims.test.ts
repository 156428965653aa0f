import { contradictionAcceptsClaims } from "../../src/ruleset/contradiction-accepts-claims.ts";
import {
  contradiction,
  thing,
  withOperation,
  withSchema,
  withSchemas,
} from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const gaps = { "x-gap": [contradiction()] };
const sampleOf = (claim: number) => ["x-gap", 0, "states", claim, "sample"];

describeRule(contradictionAcceptsClaims, {
  accepts: [
    ["a schema that accepts both claims", withSchema({ type: ["string", "integer"], ...gaps })],
    [
      "a property that refers to a schema that accepts both",
      withSchemas({
        Time: { type: ["string", "integer"] },
        Thing: { properties: { "start/time": { $ref: "#/components/schemas/Time", ...gaps } } },
      }),
    ],
    [
      "a choice whose discriminator a validator does not know",
      withSchemas({
        Text: { type: "string" },
        Thing: {
          oneOf: [{ $ref: "#/components/schemas/Text" }, { type: "integer" }],
          discriminator: { propertyName: "use", mapping: { text: "#/components/schemas/Text" } },
          ...gaps,
        },
      }),
    ],
    [
      "a settled contradiction, whatever the schema",
      withSchema({ type: "string", "x-gap": [contradiction({ settled: "A string." })] }),
    ],
    [
      "a value whose format only annotates it",
      withSchema({ type: ["string", "integer"], format: "uri", ...gaps }),
    ],
  ],
  rejects: [
    [
      "a schema that refuses a claim",
      withSchema({ type: "string", ...gaps }),
      {
        path: [...thing, ...sampleOf(1)],
        says: /refuses what this claim allows: the sample must be string. Widen the schema/,
      },
    ],
    [
      "a property whose referred schema refuses a claim",
      withSchemas({
        Time: { type: "integer" },
        Thing: { properties: { start: { $ref: "#/components/schemas/Time", ...gaps } } },
      }),
      {
        path: [...thing, "properties", "start", ...sampleOf(0)],
        says: /must be integer/,
      },
    ],
    [
      "a contradiction on an operation",
      withOperation(gaps),
      {
        path: ["paths", "/things", "get", "x-gap", 0],
        says: /"thing-fields" stands on something that is not a schema.*Move it to the schema/,
      },
    ],
  ],
});
