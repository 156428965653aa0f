import { extensionRegistered } from "../../src/ruleset/extension-registered.ts";
import { contract, contradiction, withOperation, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const extensions = ["x-gap", "x-source", "x-stated-by", "x-extensible-enum", "x-verified"];
const listedIn = "docs/extensions.md";

describeRule(
  extensionRegistered,
  {
    accepts: [
      [
        "the registered extensions",
        withSchema({
          "x-gap": [],
          "x-source": [],
          "x-verified": {},
          "x-extensible-enum": [],
          "x-stated-by": {},
        }),
      ],
      [
        "any key inside a literal",
        withSchema({
          const: { "x-a": 1 },
          default: { "x-a": 1 },
          enum: [{ "x-a": 1 }],
          examples: [{ "x-a": 1 }],
        }),
      ],
      [
        "any key inside the sample of a claim",
        withSchema({
          "x-gap": [contradiction({ states: [{ claim: "a", sample: { "x-a": 1 } }] })],
        }),
      ],
      ["a property whose name begins like one", withSchema({ properties: { "x-a": {} } })],
    ],
    rejects: [
      [
        "an unregistered key, with what to do",
        withOperation({ "x-internal": true }),
        {
          path: ["paths", "/things", "get", "x-internal"],
          says: /x-internal is not registered. Register it in docs\/extensions.md, or remove it/,
        },
      ],
      [
        "a key among paths and among responses",
        contract({ paths: { "x-a": 1, "/things": { get: { responses: { "x-b": 1 } } } } }),
        { path: ["paths", "x-a"], says: /x-a/ },
        { path: ["paths", "/things", "get", "responses", "x-b"], says: /x-b/ },
      ],
    ],
  },
  { extensions, listedIn: { extensions: listedIn } },
);
