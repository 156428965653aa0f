/** Each rule with what it accepts, and with what it refuses: where, and what it says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { toPointer } from "../../src/document/pointer.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { presets } from "../../src/ruleset.ts";
import type { RuleOptions } from "../../src/ruleset/rule.ts";
import { runCommand } from "../support/command.ts";

/** A document, and of each finding its place and the beginning of its message; " … " stands for any text. */
type Refused = [document: object, ...findings: string[]];

interface Facts {
  options?: RuleOptions;
  accepts: Record<string, object>;
  refuses: Record<string, Refused>;
}

const contract = (parts?: object) => ({
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  ...parts,
});
const thing = (schema: unknown) => things({ Thing: schema });
const things = (schemas: object) => contract({ components: { schemas } });
const operation = (node: object, components?: object) =>
  contract({ paths: { "/a": { get: node } }, components });
const response = (node: object) => contract({ components: { responses: { Done: node } } });

/** Places in these are told without the way to them. */
const ways = /^#\/(components\/(schemas\/Thing|responses\/Done)|paths\/~1a\/get)\/?/;

const gap = (fields?: object) => ({
  id: "thing-fields",
  kind: "not-shown",
  impact: "cosmetic",
  source: "Errors",
  states: "The fields are not shown.",
  reading: "Any object.",
  question: "Which fields does a thing have?",
  ...fields,
});
const claims = [
  { claim: "A string.", sample: "1" },
  { claim: "An integer.", sample: 1 },
];
const contradiction = (fields?: object) =>
  gap({ kind: "contradiction", states: claims, ...fields });

const gaps = { "x-gap": [gap()] };
const claimed = { "x-gap": [contradiction()] };
const stated = { "x-source": ["Errors"] };
const { question: _question, ...unasked } = gap();

const evidence = { date: "2026-01-31", environment: "live", evidence: "a run", samples: 3 };
const { samples: _samples, ...uncounted } = evidence;
const saying = { date: "2026-01-31", kind: "stated by the owner", by: "owner", evidence: "No." };
const { by: _by, ...unsigned } = saying;

/** Keywords that narrow a value, or promise something about it, of every kind that there is. */
const narrowing = {
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
};

const rules: Record<string, Facts> = {
  "gap-well-formed": {
    accepts: {
      "a complete entry": thing(gaps),
      "kinds of evidence": thing({ "x-gap": [gap({ evidence: ["values", "media-types"] })] }),
      "an entry on info": contract({ info: gaps }),
      "a contradiction with a sample for each claim": thing(claimed),
      "a malformed x-gap inside an example": thing({ examples: [{ "x-gap": "text" }] }),
    },
    refuses: {
      "an entry without its list": [
        thing({ "x-gap": gap() }),
        "x-gap x-gap must be array. Write a list",
      ],
      "an impact that is no class, naming the classes": [
        thing({ "x-gap": [gap({ impact: "high" })] }),
        "x-gap/0/impact … Say what a wrong guess does to a consumer: costs-money-or-data, … or cosmetic",
      ],
      "a missing field, with its remedy": [
        thing({ "x-gap": [gap({ id: "first" }), unasked] }),
        "x-gap/1 x-gap/1 must have required property 'question'. Put the one question to the provider",
      ],
      "an unknown field": [
        thing({ "x-gap": [gap({ note: "?" })] }),
        "x-gap/0/note … must NOT have additional properties: note. An entry is an object with the fields",
      ],
      "an id that is not kebab-case": [
        thing({ "x-gap": [gap({ id: "Loan_States" })] }),
        "x-gap/0/id … must match pattern … Name the gap in kebab-case, for instance loan-states",
      ],
      "a question without a question mark": [
        thing({ "x-gap": [gap({ question: "Tell us." })] }),
        "x-gap/0/question … question mark at its end",
      ],
      "claims in a gap that is no contradiction": [
        thing({ "x-gap": [gap({ states: [{ claim: "A string." }] })] }),
        "x-gap/0/states … only a contradiction lists claims",
      ],
      "a contradiction in one text": [
        thing({ "x-gap": [contradiction({ states: "A string or an integer." })] }),
        "x-gap/0/states … List the claims that contradict each other",
      ],
      "an unsettled claim without a sample": [
        thing({ "x-gap": [contradiction({ states: [claims[0], { claim: "An integer." }] })] }),
        "x-gap/0/states/1 … 'sample'. Give a value … or say under settled",
      ],
    },
  },

  "gap-ids-unique": {
    accepts: {
      "different ids": thing({ "x-gap": [gap({ id: "one" }), gap({ id: "two" })] }),
      "an id that is repeated inside an example": thing({ ...gaps, examples: [gaps] }),
    },
    refuses: {
      "an id that two objects share, naming both places": [
        things({ First: gaps, Thing: gaps }),
        'x-gap/0/id The gap id "thing-fields" is taken at #/components/schemas/First/x-gap/0. Choose another',
      ],
      "a gap that is closed already": [
        thing({ ...gaps, "x-verified": { gap: "thing-fields" } }),
        "x-gap/0/id … is open here, and an x-verified",
      ],
    },
  },

  "gap-placed-visibly": {
    accepts: {
      "a gap on info": contract({ info: gaps }),
      "a gap on a path item without operations": contract({ paths: { "/x": gaps } }),
      "a gap beside a reference": thing({ properties: { a: { $ref: "#/info", ...gaps } } }),
      "a sample that holds the word x-gap": thing({
        "x-gap": [contradiction({ states: [{ claim: "a", sample: { "x-gap": 1 } }] })],
      }),
    },
    refuses: {
      "a gap inside an example": [
        thing({ examples: [gaps] }),
        "examples/0/x-gap … nobody reads it. Move it to the schema",
      ],
      "a gap among the names of properties": [
        thing({ properties: gaps }),
        "properties/x-gap … a list of names",
      ],
    },
  },

  "open-schema-has-gap": {
    accepts: {
      "an object with properties": thing({ type: "object", properties: { a: { type: "string" } } }),
      "an object that is closed and empty": thing({ type: "object", additionalProperties: false }),
      "an object that says it may grow": thing({
        properties: { a: { type: "string" } },
        additionalProperties: {},
      }),
      "an array whose gap explains its items": thing({ type: "array", items: {}, ...gaps }),
      "a property with a gap": thing({ properties: { a: { type: "object", ...gaps } } }),
      "a choice whose gap explains a branch": thing({ oneOf: [{ type: "object" }], ...gaps }),
      "a response whose gap explains its body": response({
        content: { "*/*": { schema: {} } },
        ...gaps,
      }),
      "a condition": thing({ type: "string", if: {}, not: {} }),
    },
    refuses: {
      "an empty schema": [
        thing({}),
        " This schema accepts anything, and nothing says why. Describe the value, or add an x-gap",
      ],
      "a bare object": [thing({ type: "object" }), " This schema accepts anything"],
      "an object with open values only": [
        thing({ type: "object", additionalProperties: {} }),
        " This schema accepts anything",
      ],
      "an array of anything": [
        thing({ type: "array", items: {} }),
        "items This schema accepts anything",
      ],
      "a property that only its object's gap could explain": [
        thing({ properties: { a: {} }, ...gaps }),
        "properties/a This schema accepts anything",
      ],
      "a response body without a gap": [
        response({ content: { "*/*": { schema: {} } } }),
        "content/*~1*/schema This schema accepts anything",
      ],
    },
  },

  "contradiction-accepts-claims": {
    accepts: {
      "a schema that accepts both claims": thing({ type: ["string", "integer"], ...claimed }),
      "a property that refers to a schema that accepts both": things({
        Time: { type: ["string", "integer"] },
        Thing: { properties: { "start/time": { $ref: "#/components/schemas/Time", ...claimed } } },
      }),
      "a choice whose discriminator a validator does not know": things({
        Text: { type: "string" },
        Thing: {
          oneOf: [{ $ref: "#/components/schemas/Text" }, { type: "integer" }],
          discriminator: { propertyName: "use", mapping: { text: "#/components/schemas/Text" } },
          ...claimed,
        },
      }),
      "a settled contradiction, whatever the schema": thing({
        type: "string",
        "x-gap": [contradiction({ settled: "A string." })],
      }),
      "a value whose format only annotates it": thing({
        type: ["string", "integer"],
        format: "uri",
        ...claimed,
      }),
    },
    refuses: {
      "a schema that refuses a claim": [
        thing({ type: "string", ...claimed }),
        "x-gap/0/states/1/sample … refuses what this claim allows: the sample must be string. Widen the schema",
      ],
      "a property whose referred schema refuses a claim": [
        things({
          Time: { type: "integer" },
          Thing: { properties: { start: { $ref: "#/components/schemas/Time", ...claimed } } },
        }),
        "properties/start/x-gap/0/states/0/sample … must be integer",
      ],
      "a contradiction on an operation": [
        operation(claimed),
        'x-gap/0 The contradiction "thing-fields" stands on something that is not a schema … Move it to the schema',
      ],
    },
  },

  "verified-has-evidence": {
    accepts: {
      "complete evidence": thing({ "x-verified": evidence }),
      "what the owner has said": thing({ "x-verified": [saying, evidence] }),
      "evidence for two gaps of one place": thing({
        "x-verified": [
          { ...evidence, gap: "loan-states", confidence: 0.98 },
          { ...evidence, gap: "loan-length" },
        ],
      }),
      "a date without quotes in YAML": readDocument(
        join(import.meta.dirname, "../fixtures/loans.yaml"),
      ).document,
    },
    refuses: {
      "a statement of nobody": [
        thing({ "x-verified": unsigned }),
        "x-verified x-verified must have required property 'by'. Write x-verified as {date: … Without evidence the gap stays open",
      ],
      "a list with one that lacks its samples": [
        thing({ "x-verified": [evidence, uncounted] }),
        "x-verified/1 … samples",
      ],
      "a bare yes": [
        thing({ "x-verified": true }),
        "x-verified … must be object. Write x-verified",
      ],
      "a date that does not exist": [
        thing({ "x-verified": { ...evidence, date: "2026-02-31" } }),
        "x-verified/date … Write x-verified as",
      ],
      "an unknown field": [
        thing({ "x-verified": { ...evidence, where: "here" } }),
        "x-verified/where … additional properties: where",
      ],
    },
  },

  "extension-registered": {
    options: {
      extensions: ["x-gap", "x-source", "x-verified"],
    },
    accepts: {
      "the registered extensions": thing({ "x-gap": [], "x-source": [], "x-verified": {} }),
      "any key inside a literal": thing({
        const: { "x-a": 1 },
        default: { "x-a": 1 },
        enum: [{ "x-a": 1 }],
        examples: [{ "x-a": 1 }],
      }),
      "any key inside the sample of a claim": thing({
        "x-gap": [contradiction({ states: [{ claim: "a", sample: { "x-a": 1 } }] })],
      }),
      "a property whose name begins like one": thing({ properties: { "x-a": {} } }),
    },
    refuses: {
      "an unregistered key, with what to do": [
        operation({ "x-internal": true }),
        "x-internal x-internal is not registered. Add it to the extensions that the ruleset is given, or remove it.",
      ],
      "a key among paths and among responses": [
        contract({ paths: { "x-a": 1, "/a": { get: { responses: { "x-b": 1 } } } } }),
        "#/paths/x-a x-a is not registered",
        "responses/x-b x-b is not registered",
      ],
    },
  },

  "source-required": {
    accepts: {
      "an operation with its source": operation(stated),
      "a component schema with its source": thing(stated),
      "a schema that is only a reference": things({
        Thing: { $ref: "#/components/schemas/Other" },
        Other: stated,
      }),
      "a path item, which needs none": contract({ paths: { "/x": { parameters: [] } } }),
      "a schema inside a component": thing({ ...stated, items: {} }),
    },
    refuses: {
      "an operation without one": [
        operation({ operationId: "listThings" }),
        " Add x-source: a list of the headings",
      ],
      "a component schema without one": [thing({ type: "string" }), " Add x-source: a list"],
    },
  },

  "source-known": {
    options: {
      headings: ["Errors", "States and transitions"],
    },
    accepts: {
      "headings of the specification": thing({ "x-source": ["Errors", "States and transitions"] }),
      "values closed by a heading": thing({ enum: [1], "x-stated-by": { enum: "Errors" } }),
      "values closed by an inferred gap": thing({
        "x-stated-by": { enum: "some-gap" },
        "x-gap": [gap({ id: "some-gap", kind: "inferred" })],
      }),
      "values closed by a gap that evidence has closed": thing({
        "x-stated-by": { enum: "some-gap" },
        "x-verified": { ...evidence, gap: "some-gap" },
      }),
    },
    refuses: {
      "an unknown heading": [
        operation({ "x-source": ["Errors", "States"] }),
        'x-source/1 "States" is not a heading of the specification. Name one of the headings that the ruleset is given, word for word.',
      ],
      "a gap from an unknown heading": [
        thing({ "x-gap": [gap({ source: "errors" })] }),
        'x-gap/0/source "errors" is not a heading',
      ],
      "values closed by a gap that says nothing of them": [
        thing({ "x-stated-by": { enum: "thing-fields" }, ...gaps }),
        'x-stated-by/enum "thing-fields" is not a heading',
      ],
      "a heading without its list": [
        thing({ "x-source": "Errors" }),
        "x-source x-source is a list that names each heading once",
      ],
      "a heading named twice": [
        thing({ "x-source": ["Errors", "Errors"] }),
        "x-source x-source is a list that names each heading once",
      ],
    },
  },

  "source-known, without headings": {
    accepts: { "any heading": thing({ "x-source": ["Quantum chromodynamics"] }) },
    refuses: {
      "what cannot be one": [thing({ "x-source": [3] }), "x-source/0 3 is not a heading"],
    },
  },

  "claim-stated": {
    accepts: {
      ...Object.fromEntries(
        Object.entries(narrowing).map(([key, value]) => [
          `${key}, stated by a section`,
          thing({ [key]: value, "x-stated-by": { [key]: "Errors" } }),
        ]),
      ),
      "a constraint with evidence": thing({ enum: ["a"], "x-verified": { samples: 200 } }),
      "a constraint inside something with evidence": thing({
        properties: { url: { format: "uri" } },
        "x-verified": [{ samples: 10 }],
      }),
      "types, fields and remarks": thing({
        type: "object",
        title: "a",
        properties: { enum: {} },
        required: [],
        items: {},
      }),
      "an object that stays open in so many words": thing({ additionalProperties: true }),
      "a keyword inside an example": thing({ examples: [{ enum: [1] }] }),
      "a parameter with its section": operation({ parameters: [{ name: "id", ...stated }] }),
      "a parameter that is stated where it is written": operation(
        { parameters: [{ $ref: "#/components/parameters/Id" }] },
        { parameters: { Id: { name: "id", ...stated } } },
      ),
      "a header with its section": response({ headers: { "Retry-After": stated } }),
      "a media type that the document states for itself": contract({
        info: { "x-stated-by": { "application/json": "Errors" } },
        components: { requestBodies: { A: { content: { "application/json": {} } } } },
      }),
      "classes of codes": operation({ responses: { "2XX": {}, default: {} } }),
      "a code with evidence": operation({ responses: { 201: { "x-verified": {} } } }),
      "a code that a section states": operation(
        {
          responses: {
            404: { $ref: "#/components/responses/A" },
            "x-stated-by": { 404: "Errors" },
          },
        },
        { responses: { A: {} } },
      ),
    },
    refuses: {
      ...Object.fromEntries(
        Object.entries(narrowing).map(([key, value]): [string, Refused] => [
          `${key} without a section`,
          [
            thing({ properties: { part: { [key]: value, ...stated } } }),
            `properties/part/${key} ${key} rests on no section. Add x-stated-by: {${key}: <`,
          ],
        ]),
      ),
      "a header that the evidence about its response does not name": [
        response({ headers: { "X-Invented": {} }, "x-verified": [{ samples: 200 }] }),
        "headers/X-Invented This header (X-Invented)",
      ],
      "a closed list, with how to keep it open": [
        thing({ enum: ["lent"] }),
        "enum … keep the string open with x-extensible-enum",
      ],
      "a section for another keyword": [
        thing({ minimum: 1, "x-stated-by": { maximum: "Errors" } }),
        "minimum minimum rests on no section",
        "x-stated-by/maximum … maximum, which does not stand here",
      ],
      "a parameter without a section": [
        operation({ parameters: [{ name: "page", in: "query" }] }),
        "parameters/0 This parameter (page) rests on no section. Add x-source",
      ],
      "a status code without a section": [
        operation({ responses: { 404: { description: "Not found." } } }),
        'responses/404 The status code 404 … x-stated-by: {"404": <',
      ],
      "a status code that only refers": [
        operation(
          { responses: { 404: { $ref: "#/components/responses/A" } } },
          { responses: { A: {} } },
        ),
        "responses/404 The status code 404",
      ],
      "a callback and a link without a section": [
        operation({ callbacks: { done: {} }, responses: { "2XX": { links: { loan: {} } } } }),
        "callbacks/done This callback (done)",
        "responses/2XX/links/loan This link (loan)",
      ],
      "a webhook without a section": [
        contract({ webhooks: { done: { post: stated } } }),
        "#/webhooks/done This webhook (done) rests on no section",
      ],
      "an operation that is said to be deprecated": [
        operation({ deprecated: true }),
        "deprecated deprecated rests on no section",
      ],
    },
  },
};

describe.each(Object.entries(rules))("%s", (name, { options = {}, accepts, refuses }) => {
  const rule = presets.sources.find(({ code }) => code === name.split(",")[0])!;
  const told = (document: object) =>
    rule
      .find(document, options)
      .map(({ path, message }) => `${toPointer(path).replace(ways, "")} ${message}`);

  it.each(Object.entries(accepts))("accepts %s", (_, document) => {
    expect(told(document)).toEqual([]);
  });

  it.each(Object.entries(refuses))("refuses %s", (_, [document, ...findings]) => {
    const found = told(document);
    expect(found).toHaveLength(findings.length);
    for (const [index, finding] of findings.entries()) {
      const [beginning = "", ...parts] = finding.split(" … ");
      expect(found[index]!.slice(0, beginning.length)).toBe(beginning);
      for (const part of parts) expect(found[index]).toContain(part);
    }
  });
});

describe.each(presets.sources)("$code", ({ code, find }) => {
  const options = { headings: ["Errors"], extensions: ["x-source", "x-gap"] };

  test("has tests, and is explained in the README", () => {
    expect(Object.keys(rules)).toContain(code);
    const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
    expect(readme).toContain(`\`${code}\``);
  });

  test("says nothing about parts that stand in other files", () => {
    const Loan = { $ref: "./loans/Loan.yaml" };
    const getLoan = {
      ...stated,
      parameters: [{ $ref: "./loans/id.yaml" }],
      responses: { "2XX": Loan, default: { $ref: "./Failure.yaml" } },
    };
    const inParts = contract({
      paths: { "/loans": { $ref: "./loans/path.yaml" }, "/loans/{id}": { get: getLoan } },
      components: { schemas: { Loan, Loans: { ...stated, properties: { first: Loan } } } },
    });
    expect(find(inParts, options)).toEqual([]);
  });

  test("survives a document of the wrong shape", () => {
    const loop = { $ref: "#/components/responses/Loop" };
    const misshapen = {
      openapi: "3.1.1",
      info: null,
      tags: { name: "none" },
      paths: {
        "/list": [1],
        "/loop": { get: { responses: { default: loop } } },
        "/nowhere": { get: { parameters: "none", responses: { default: { $ref: "#/nowhere" } } } },
      },
      components: {
        schemas: { Thing: { "x-gap": [{ kind: "contradiction", states: 1 }, null], pattern: "(" } },
        responses: { Loop: loop },
      },
    };
    expect(find(misshapen, options)).toBeInstanceOf(Array);
  });
});

test("the command asks for the preset that reads the headings", async () => {
  const folder = join(import.meta.dirname, "../fixtures");
  const refused = await runCommand(folder, "lint", "loans.yaml", "--headings", "loans.yaml");
  expect(refused.exitCode).toBe(2);
  expect(refused.output).toContain("Add --preset sources.");
});
