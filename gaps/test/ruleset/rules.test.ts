/** Each rule with what it accepts, and with what it refuses: where, and what it says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { toPointer, walk } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { presets } from "../../src/ruleset.ts";
import type { RuleOptions } from "../../src/ruleset/gap-rules.ts";
import { runCommand } from "../support/command.ts";

/** A document, and the place of what is found, with the beginning of its message; " … " stands for any text. */
type Refused = [document: object, finding: string];

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

const evidence = { date: "2026-01-31", environment: "live", evidence: "a run", exchanges: 3 };
const saying = { date: "2026-01-31", kind: "stated by the owner", by: "owner", evidence: "No." };
const { by: _by, ...unsigned } = saying;

/** Keywords that narrow a value, or promise something about it, of every kind that there is. */
const narrowing = {
  additionalProperties: false,
  contentSchema: {},
  default: true,
  deprecated: true,
  format: "uri",
  not: {},
  nullable: true,
  readOnly: true,
};

const rules: Record<string, Facts> = {
  "gap-well-formed": {
    accepts: {
      "a complete entry": thing(gaps),
      "a contradiction with a sample for each claim": thing(claimed),
      "a malformed x-gap inside an example": thing({ examples: [{ "x-gap": "text" }] }),
    },
    refuses: {
      "an impact that is no class, naming the classes": [
        thing({ "x-gap": [gap({ impact: "high" })] }),
        "x-gap/0/impact … Say what a wrong guess does to a consumer: costs-money-or-data, … or cosmetic",
      ],
      "a kind of answer that there is not, naming all": [
        thing({ "x-gap": [gap({ answer: "feilds" })] }),
        "x-gap/0/answer … Name the kind of answer: yes-no, … type or values",
      ],
      "a missing field, with its remedy": [
        thing({ "x-gap": [gap({ id: "first" }), unasked] }),
        "x-gap/1 x-gap/1 must have required property 'question'. Put the one question to the owner",
      ],
      "a question without a question mark": [
        thing({ "x-gap": [gap({ question: "Tell us." })] }),
        "x-gap/0/question … question mark at its end",
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
      "a gap that recordings have narrowed": thing({
        ...gaps,
        "x-verified": { ...evidence, gap: "thing-fields" },
      }),
    },
    refuses: {
      "an id that two objects share, naming both places": [
        things({ First: gaps, Thing: gaps }),
        'x-gap/0/id The gap id "thing-fields" is taken at #/components/schemas/First/x-gap/0. Choose another',
      ],
      "a gap that is closed already": [
        thing({ ...gaps, "x-verified": { ...saying, gap: "thing-fields" } }),
        "x-gap/0/id … is open here, and an x-verified",
      ],
    },
  },

  "gap-placed-visibly": {
    accepts: {
      "a gap on info": contract({ info: gaps }),
      "a gap on an encoding in another one, in OpenAPI 3.2": response({
        content: { "multipart/mixed": { itemEncoding: { prefixEncoding: [gaps] } } },
      }),
      "a gap beside a reference": thing({ properties: { a: { $ref: "#/info", ...gaps } } }),
    },
    refuses: {
      "a gap inside an example": [
        thing({ examples: [gaps] }),
        "examples/0/x-gap … nobody reads it. Move it to the schema",
      ],
      "a gap beside a reference in OpenAPI 3.0": [
        { ...thing({ properties: { a: { $ref: "#/info", ...gaps } } }), openapi: "3.0.3" },
        "properties/a/x-gap OpenAPI reads nothing beside this $ref: move the x-gap to #/info, or, for this place alone, put",
      ],
      "a gap beside a reference to a response": [
        operation({ responses: { 404: { $ref: "#/info", ...gaps } } }),
        "responses/404/x-gap OpenAPI reads nothing beside this $ref: move the x-gap to #/info.",
      ],
    },
  },

  "open-schema-has-gap": {
    accepts: {
      "an object with properties": thing({ type: "object", properties: { a: { type: "string" } } }),
      "an array whose gap explains its items": thing({ type: "array", items: {}, ...gaps }),
      "a part of allOf that only adds words to another": thing({
        allOf: [{ description: "Where it is." }, { type: "string" }],
      }),
      "a part of allOf that repeats the type of another": thing({
        allOf: [{ type: "object", properties: { a: { type: "string" } } }, { type: "object" }],
      }),
      "a response whose gap explains its body": response({
        content: { "*/*": { schema: {} } },
        ...gaps,
      }),
    },
    refuses: {
      "an empty schema": [
        thing({}),
        " This schema accepts anything, and nothing says why. Describe the value, or add an x-gap",
      ],
      "a schema of nothing but extensions": [
        thing({ "x-internal": true }),
        " This schema accepts anything",
      ],
      "an allOf of words and types alone, once": [
        thing({ allOf: [{ description: "Where it is." }, { type: "object" }] }),
        " This schema accepts anything",
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
      "a date without quotes in YAML": readDocument(
        join(import.meta.dirname, "../fixtures/loans.yaml"),
      ).document,
    },
    refuses: {
      "a statement of nobody": [
        thing({ "x-verified": unsigned }),
        "x-verified x-verified must have required property 'by'. Write x-verified as {date: … Without evidence the gap stays open",
      ],
      "a date that does not exist": [
        thing({ "x-verified": { ...evidence, date: "2026-02-31" } }),
        "x-verified/date … Write x-verified as",
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
    },
    refuses: {
      "an unregistered key, with what to do": [
        operation({ "x-internal": true }),
        "x-internal x-internal is not registered. Add it to the extensions that the ruleset is given, or remove it.",
      ],
    },
  },

  "source-required": {
    accepts: {
      "an operation with its source": operation(stated),
    },
    refuses: {
      "an operation without one": [
        operation({ operationId: "listThings" }),
        " Add x-source: a list of the headings",
      ],
      "a component schema with an empty list": [thing({ "x-source": [] }), " Add x-source: a list"],
    },
  },

  "source-known": {
    options: {
      headings: ["Errors", "States and transitions"],
    },
    accepts: {
      "headings of the specification": thing({ "x-source": ["Errors", "States and transitions"] }),
      "values closed by an inferred gap": thing({
        "x-stated-by": { enum: "some-gap" },
        "x-gap": [gap({ id: "some-gap", kind: "inferred" })],
      }),
      "values closed by a gap that the owner has closed": thing({
        "x-stated-by": { enum: "some-gap" },
        "x-verified": { ...saying, gap: "some-gap" },
      }),
    },
    refuses: {
      "an unknown heading": [
        operation({ "x-source": ["Errors", "States"] }),
        'x-source/1 "States" is not a heading of the specification. Name one of the headings that the ruleset is given, word for word.',
      ],
      "values closed by a gap that says nothing of them": [
        thing({ "x-stated-by": { enum: "thing-fields" }, ...gaps }),
        'x-stated-by/enum "thing-fields" is not a heading',
      ],
    },
  },

  "claim-stated": {
    accepts: {
      "a constraint that a section states": thing({
        maxLength: 500,
        "x-stated-by": { maxLength: "Errors" },
      }),
      "a constraint inside something with evidence": thing({
        properties: { url: { format: "uri" } },
        "x-verified": [{ exchanges: 10 }],
      }),
      "a media type that the document states for itself": contract({
        info: { "x-stated-by": { "application/json": "Errors" } },
        components: { requestBodies: { A: { content: { "application/json": {} } } } },
      }),
      "any media type, with a parameter": response({ content: { "*/*; charset=utf-8": {} } }),
      "a code that a section states": operation(
        {
          responses: {
            404: { $ref: "#/components/responses/A" },
            "x-stated-by": { 404: "Errors" },
          },
        },
        { responses: { A: {} } },
      ),
      "a code that shares a response, which the evidence there names, or at the operation":
        operation(
          {
            responses: {
              404: { $ref: "#/components/responses/A" },
              409: { $ref: "#/components/responses/A" },
            },
            "x-verified": [{ ...evidence, evidence: "Recorded: `409`." }],
          },
          { responses: { A: { "x-verified": [{ ...evidence, evidence: "Recorded: `404`." }] } } },
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
        response({ headers: { "X-Invented": {} }, "x-verified": [{ exchanges: 200 }] }),
        "headers/X-Invented This header (X-Invented)",
      ],
      "a closed list, with how to keep it open": [
        thing({ enum: ["lent"] }),
        "enum … keep the string open with x-extensible-enum",
      ],
      "a parameter without a section": [
        operation({ parameters: [{ name: "page", in: "query" }] }),
        "parameters/0 This parameter (page) rests on no section. Add x-source",
      ],
      "a media type with a parameter": [
        response({ content: { "text/csv; charset=utf-8": {} } }),
        'content/text~1csv; charset=utf-8 … Add x-stated-by: {"text/csv; charset=utf-8": <',
      ],
      "a code that shares a response, which no evidence names": [
        operation(
          { responses: { 404: { $ref: "#/components/responses/A" } } },
          { responses: { A: { "x-verified": [evidence] } } },
        ),
        "responses/404 The status code 404",
      ],
      "a status code without a section": [
        operation({ responses: { 404: { description: "Not found." } } }),
        'responses/404 The status code 404 … x-stated-by: {"404": <',
      ],
    },
  },
};

describe.each(Object.entries(rules))("%s", (name, { options = {}, accepts, refuses }) => {
  const rule = presets.sources.find(({ code }) => code === name)!;
  const told = (document: object) =>
    rule.find(walk(document), options).map((found) => {
      return `${toPointer(found.path).replace(ways, "")} ${found.message}`;
    });

  it.each(Object.entries(accepts))("accepts %s", (_, document) => {
    expect(told(document)).toEqual([]);
  });

  it.each(Object.entries(refuses))("refuses %s", (_, [document, finding]) => {
    const [beginning = "", ...parts] = finding.split(" … ");
    const [found, ...others] = told(document);
    expect(found!.slice(0, beginning.length)).toBe(beginning);
    for (const part of parts) expect(found).toContain(part);
    expect(others).toEqual([]);
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
    expect(find(walk(inParts), options)).toEqual([]);
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
    expect(find(walk(misshapen), options)).toBeInstanceOf(Array);
  });
});

const head = "openapi: 3.1.1\ninfo: { title: A, version: '1' }\ncomponents:\n  schemas:\n";

test("the command tells GitHub what it finds", async () => {
  await using folder = await temporaryFolder();
  await folder.write("50%.yaml", `${head}    Thing: {}\n`);
  const linted = await runCommand(folder.path, "lint", "50%.yaml", "--format", "github");
  expect(linted.exitCode).toBe(1);
  expect(linted.output).toMatch(
    /^::error file=50%25\.yaml,line=5,col=5,title=open-schema-has-gap::#\/components\/schemas\/Thing: This schema/,
  );
});

test("the first run on an old document can be a baseline: what is new fails, and a rule can only warn", async () => {
  await using folder = await temporaryFolder();
  await folder.write("a.yaml", `${head}    Old: {}\n    Other: {}\n`);
  const lint = (...options: string[]) => runCommand(folder.path, "lint", "a.yaml", ...options);
  expect((await lint()).output).toMatch(/^a\.yaml:5:5 .*Old\n.*\na\.yaml:6:5 .*Other\n/);
  const missing = await lint("--baseline", "known.json");
  expect(missing).toMatchObject({ exitCode: 2, output: expect.stringContaining("no file known") });
  const written = await lint("--update-baseline", "known.json");
  expect(written).toMatchObject({ exitCode: 0, output: "✓ 2 problems written to known.json.\n" });
  await folder.write("a.yaml", `${head}    New: {}\n    Old: {}\n`);
  const { exitCode, output } = await lint("--baseline", "known.json");
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    /^a\.yaml:5:5 {2}error {2}open-schema-has-gap {2}#\/components\/schemas\/New\n/,
  );
  expect(output).not.toContain("schemas/Old");
  expect(output).toMatch(/✗ 1 problem\.\n$/);
  const warned = await lint("--severity", "open-schema-has-gap=warn");
  expect(warned).toMatchObject({ exitCode: 0, output: expect.stringContaining("  warn  open-s") });
  const off = await lint("--severity", "open-schema-has-gap=off");
  expect(off).toMatchObject({ exitCode: 0, output: "✓ No problem found.\n" });
});

test.each([
  ["an unknown severity", ["--severity", "open-schema-has-gap=fatal"], /one of error, warn/],
  ["the severity of no rule", ["--severity", "open-schema=warn"], /Write a rule and one of/],
  ["what is no baseline", ["--baseline", "a.yaml"], /^✗ a\.yaml:1 is no baseline\. Write it again/],
])("the command refuses %s", async (_, options, says) => {
  await using folder = await temporaryFolder();
  await folder.write("a.yaml", "openapi: 3.1.1\ninfo: {}\n");
  const { exitCode, output } = await runCommand(folder.path, "lint", "a.yaml", ...options);
  expect(output).toMatch(says);
  expect(exitCode).toBe(2);
});
