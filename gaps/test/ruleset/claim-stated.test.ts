import { claimStated } from "../../src/ruleset/claim-stated.ts";
import { contract, thing, withOperation, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const stated = { "x-source": ["Errors"] };

const withResponse = (response: object) =>
  contract({ components: { responses: { Done: response } } });
const done = ["components", "responses", "Done"];

/** Keywords that narrow a value, or promise something about it, of every kind that there is. */
const narrowing = Object.entries({
  additionalProperties: false,
  contentSchema: {},
  default: true,
  deprecated: true,
  enum: ["v1", "v2"],
  format: "uri",
  maxLength: 500,
  not: {},
  nullable: true,
  pattern: "^a",
  prefixItems: [],
  readOnly: true,
});

describeRule(claimStated, {
  accepts: [
    ...narrowing.map(([keyword, value]): [string, object] => [
      `${keyword}, stated by a section`,
      withSchema({ [keyword]: value, "x-stated-by": { [keyword]: "Errors" } }),
    ]),
    ["a constraint with evidence", withSchema({ enum: ["a"], "x-verified": { samples: 200 } })],
    [
      "a constraint inside something with evidence",
      withSchema({ properties: { url: { format: "uri" } }, "x-verified": [{ samples: 10 }] }),
    ],
    [
      "types, fields and remarks",
      withSchema({ type: "object", title: "a", properties: { enum: {} }, required: [], items: {} }),
    ],
    ["an object that stays open in so many words", withSchema({ additionalProperties: true })],
    ["a keyword inside an example", withSchema({ examples: [{ enum: [1] }] })],
    ["a parameter with its section", withOperation({ parameters: [{ name: "id", ...stated }] })],
    [
      "a parameter that is stated where it is written",
      withOperation(
        { parameters: [{ $ref: "#/components/parameters/Id" }] },
        { parts: { components: { parameters: { Id: { name: "id", ...stated } } } } },
      ),
    ],
    ["a header with its section", withResponse({ headers: { "Retry-After": stated } })],
    [
      "a media type that the document states for itself",
      contract({
        info: { "x-stated-by": { "application/json": "Errors" } },
        components: { requestBodies: { A: { content: { "application/json": {} } } } },
      }),
    ],
    ["classes of codes", withOperation({ responses: { "2XX": {}, default: {} } })],
    ["a code with evidence", withOperation({ responses: { 201: { "x-verified": {} } } })],
    [
      "a code that a section states",
      withOperation(
        {
          responses: {
            404: { $ref: "#/components/responses/A" },
            "x-stated-by": { 404: "Errors" },
          },
        },
        { parts: { components: { responses: { A: {} } } } },
      ),
    ],
  ],
  rejects: [
    ...narrowing.map(([keyword, value]): [string, object, { path: string[]; says: RegExp }] => [
      `${keyword} without a section`,
      withSchema({ properties: { part: { [keyword]: value, ...stated } } }),
      {
        path: [...thing, "properties", "part", keyword],
        says: new RegExp(`^${keyword} rests on no section. Add x-stated-by: {${keyword}: <`),
      },
    ]),
    [
      "a header that the evidence about its response does not name",
      withResponse({ headers: { "X-Invented": {} }, "x-verified": [{ samples: 200 }] }),
      { path: [...done, "headers", "X-Invented"], says: /This header \(X-Invented\)/ },
    ],
    [
      "a closed list, with how to keep it open",
      withSchema({ enum: ["lent"] }),
      { path: [...thing, "enum"], says: /keep the string open with x-extensible-enum/ },
    ],
    [
      "a section for another keyword",
      withSchema({ minimum: 1, "x-stated-by": { maximum: "Errors" } }),
      { path: [...thing, "minimum"], says: /^minimum rests on no section/ },
      { path: [...thing, "x-stated-by", "maximum"], says: /maximum, which does not stand here/ },
    ],
    [
      "a parameter without a section",
      withOperation({ parameters: [{ name: "page", in: "query" }] }),
      {
        path: ["paths", "/things", "get", "parameters", "0"],
        says: /This parameter \(page\) rests on no section. Add x-source/,
      },
    ],
    [
      "a status code without a section",
      withOperation({ responses: { 404: { description: "Not found." } } }),
      {
        path: ["paths", "/things", "get", "responses", "404"],
        says: /The status code 404.*x-stated-by: {"404": </,
      },
    ],
    [
      "a status code that only refers",
      withOperation(
        { responses: { 404: { $ref: "#/components/responses/A" } } },
        { parts: { components: { responses: { A: {} } } } },
      ),
      { path: ["paths", "/things", "get", "responses", "404"], says: /The status code 404/ },
    ],
    [
      "a callback and a link without a section",
      withOperation({
        callbacks: { done: {} },
        responses: { "2XX": { links: { loan: {} } } },
      }),
      { path: ["paths", "/things", "get", "callbacks", "done"], says: /This callback \(done\)/ },
      {
        path: ["paths", "/things", "get", "responses", "2XX", "links", "loan"],
        says: /This link \(loan\)/,
      },
    ],
    [
      "a webhook without a section",
      contract({ webhooks: { done: { post: stated } } }),
      { path: ["webhooks", "done"], says: /This webhook \(done\) rests on no section/ },
    ],
    [
      "an operation that is said to be deprecated",
      withOperation({ deprecated: true }),
      { path: ["paths", "/things", "get", "deprecated"], says: /^deprecated rests on no section/ },
    ],
  ],
});
