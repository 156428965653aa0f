// @ts-check
import rule from "../rules/responses-undocumented.js";
import { contract, withOperation } from "../../../gaps/test/ruleset/support/documents.js";
import { describeRule } from "../../../gaps/test/ruleset/support/describe-rule.js";

const success = { description: "Done" };
const failure = { description: "Not done", content: { "*/*": { schema: {} } } };
const responses = ["paths", "/things", "get", "responses"];
const component = ["components", "responses", "Failure"];

/** @param {unknown} response */
const withFailure = (response) =>
  withOperation(
    { responses: { "2XX": success, default: { $ref: "#/components/responses/Failure" } } },
    { parts: { components: { responses: { Failure: response } } } },
  );

describeRule(rule, {
  accepts: [
    ["2XX and an open default", withOperation({ responses: { "2XX": success, default: failure } })],
    [
      "a status code that evidence has shown",
      withOperation({
        responses: {
          201: { ...success, "x-verified": { samples: 12 } },
          "2XX": success,
          default: failure,
        },
      }),
    ],
    ["a default that is a component", withFailure(failure)],
    [
      "an open body with a description",
      withFailure({ content: { "*/*": { schema: { description: "Anything" } } } }),
    ],
    ["a path item without operations", contract({ paths: { "/things": {} } })],
  ],
  rejects: [
    [
      "a status code, which is a guess",
      withOperation({ responses: { "2XX": success, 404: failure, default: failure } }),
      { path: [...responses, "404"], says: /no status code, so 404 is a guess. .* under 2XX/ },
    ],
    [
      "an operation without default",
      withOperation({ responses: { "2XX": success } }),
      { path: responses, says: /The response default is missing/ },
    ],
    [
      "an operation without 2XX",
      withOperation({ responses: { default: failure } }),
      { path: responses, says: /The response 2XX is missing/ },
    ],
    [
      "an operation without responses",
      withOperation({}),
      { path: ["paths", "/things", "get"], says: /2XX is missing/ },
      { path: ["paths", "/things", "get"], says: /default is missing/ },
    ],
    [
      "a default without content",
      withOperation({ responses: { "2XX": success, default: { description: "Not done" } } }),
      { path: [...responses, "default"], says: /write content: \{"\*\/\*": \{schema: \{\}\}\}/ },
    ],
    [
      "a default with an invented body, reported once, where it is written",
      {
        ...withFailure({ content: { "*/*": { schema: { type: "object" } } } }),
        paths: Object.fromEntries(
          ["/things", "/others"].map((path) => [
            path,
            {
              get: {
                responses: {
                  "2XX": success,
                  default: { $ref: "#/components/responses/Failure" },
                },
              },
            },
          ]),
        ),
      },
      { path: [...component, "content", "*/*", "schema"], says: /Keep its schema open/ },
    ],
    [
      "a default without a schema",
      withFailure({ content: { "*/*": {} } }),
      { path: [...component, "content", "*/*"], says: /Keep its schema open/ },
    ],
  ],
});
