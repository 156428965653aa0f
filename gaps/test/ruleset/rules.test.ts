/** Each rule with what it accepts, and with what it refuses: where, and what it says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { toPointer, walk } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { presets } from "../../src/ruleset.ts";
import { runCommand } from "../support/command.ts";
import { gap as note } from "../truth/shop.ts";

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
const shared = { $ref: "#/components/responses/A" };

/** Places in these are told without the way to them. */
const ways = /^#\/(components\/(schemas\/Thing|responses\/Done)|paths\/~1a\/get)\/?/;

const gap = (fields?: object) => ({ ...note("thing-fields"), ...fields });
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

const options = {
  headings: ["Errors", "States and transitions"],
  extensions: ["x-gap", "x-source", "x-verified"],
};

const { document: loans } = readDocument(join(import.meta.dirname, "../fixtures/loans.yaml"));

/** Of what a rule has nothing to say. Schemas are named by what they are. */
const accepted: Record<string, object[]> = {
  "gap-well-formed": [loans, things({ "a literal": { examples: [{ "x-gap": "text" }] } })],
  "gap-ids-unique": [
    loans,
    things({
      "narrowed by recordings": { ...gaps, "x-verified": { ...evidence, gap: "thing-fields" } },
    }),
  ],
  "gap-placed-visibly": [
    loans,
    things({ "beside a reference": { $ref: "#/info", ...gaps } }),
    // OpenAPI 3.2
    response({ content: { "multipart/mixed": { itemEncoding: { prefixEncoding: [gaps] } } } }),
  ],
  "open-schema-has-gap": [
    loans,
    things({
      "an array whose gap explains its items": { type: "array", items: {}, ...gaps },
      "fields beside parts": { properties: { a: { type: "string" } }, allOf: [{ type: "object" }] },
      "a map of texts": { type: "object", additionalProperties: { type: "string" } },
      "a part that only adds words": { allOf: [{ description: "A." }, { type: "string" }] },
    }),
    response({ content: { "*/*": { schema: {} } }, ...gaps }),
  ],
  "contradiction-accepts-claims": [
    loans,
    things({
      "both, whatever its format": { type: ["string", "integer"], format: "uri", ...claimed },
      settled: { type: "string", "x-gap": [contradiction({ settled: "A string." })] },
    }),
  ],
  "final-values-known": [
    things({
      closed: { enum: ["a", "b"], "x-final-values": ["b"], "x-failure-values": ["b"] },
      open: { "x-extensible-enum": ["a"], "x-final-values": ["a"] },
    }),
  ],
  // The fixture has a date without quotes.
  "verified-has-evidence": [loans, thing({ "x-verified": [saying, evidence] })],
  "extension-registered": [
    things({
      registered: { "x-gap": [], "x-source": [], "x-verified": {} },
      "a literal": { const: { "x-a": 1 }, default: { "x-a": 1 }, enum: [{ "x-a": 1 }] },
    }),
  ],
  "source-required": [operation(stated)],
  "source-known": [
    things({
      headings: { "x-source": ["Errors", "States and transitions"] },
      inferred: { "x-stated-by": { enum: "a" }, "x-gap": [gap({ id: "a", kind: "inferred" })] },
      closed: { "x-stated-by": { enum: "b" }, "x-verified": { ...saying, gap: "b" } },
    }),
  ],
  "claim-stated": [
    things({
      "by a section": { maxLength: 500, "x-stated-by": { maxLength: "Errors" } },
      "by evidence": { properties: { url: { format: "uri" } }, "x-verified": [evidence] },
    }),
    contract({
      info: { "x-stated-by": { "application/json": "Errors" } },
      components: { requestBodies: { A: { content: { "application/json": {} } } } },
    }),
    response({ content: { "*/*; charset=utf-8": {} } }),
    // By a section, at the operation, and at the response that two codes share.
    operation(
      {
        responses: { 404: shared, 409: shared, 410: shared, "x-stated-by": { 410: "Errors" } },
        "x-verified": [{ ...evidence, evidence: "Recorded: `409`." }],
      },
      { responses: { A: { "x-verified": [{ ...evidence, evidence: "Recorded: `404`." }] } } },
    ),
  ],
};

/** By the rule, the place and what is said of it, the only thing in each of the documents; " … " stands for any text. */
const refused: Record<string, object | object[]> = {
  "gap-well-formed x-gap/0/impact … or cosmetic": thing({ "x-gap": [gap({ impact: "high" })] }),
  'final-values-known x-final-values "c" is not known there. Add it to the values': thing({
    ...{ enum: ["a", "b"], "x-final-values": ["c"] },
  }),
  'final-values-known x-failure-values "a" is not known there. Add it to x-final': thing({
    ...{ enum: ["a", "b"], "x-final-values": ["b"], "x-failure-values": ["a"] },
  }),
  "gap-well-formed x-gap/1 … required property 'question'. Put the one question": thing({
    "x-gap": [gap({ id: "first" }), unasked],
  }),
  "gap-well-formed x-gap/0/states/1 … 'sample'. Give a value … or say under settled": thing({
    "x-gap": [contradiction({ states: [claims[0], { claim: "An integer." }] })],
  }),
  "gap-well-formed x-gap/0/sates … additional properties": thing({ "x-gap": [gap({ sates: "" })] }),
  'gap-ids-unique x-gap/0/id The gap id "thing-fields" is taken at #/components/schemas/First/x-':
    things({ First: gaps, Thing: gaps }),
  "gap-ids-unique x-gap/0/id … is taken at #/components/schemas/Thing/x-verified": thing({
    ...{ ...gaps, "x-verified": { ...saying, gap: "thing-fields" } },
  }),
  "gap-placed-visibly examples/0/x-gap … Move it to the schema": thing({ examples: [gaps] }),
  "gap-placed-visibly properties/a/x-gap … move the x-gap to #/info, or, for this place alone": {
    ...thing({ properties: { a: { $ref: "#/info", ...gaps } } }),
    openapi: "3.0.3",
  },
  "gap-placed-visibly responses/404/x-gap … move the x-gap to #/info.": operation({
    responses: { 404: { $ref: "#/info", ...gaps } },
  }),
  "open-schema-has-gap # … Describe the value": [
    thing({}),
    thing({ "x-internal": true }),
    thing({ allOf: [{ description: "Where it is." }, { type: "object" }] }),
  ],
  "contradiction-accepts-claims properties/start/x-gap/0/states/0/sample … must be integer": things(
    {
      Time: { type: "integer" },
      Thing: { properties: { start: { $ref: "#/components/schemas/Time", ...claimed } } },
    },
  ),
  "verified-has-evidence x-verified … property 'by'. Write": thing({ "x-verified": unsigned }),
  "verified-has-evidence x-verified/date … Write x-verified as": thing({
    "x-verified": { ...evidence, date: "2026-02-31" },
  }),
  "extension-registered x-internal … Add it … or remove it": operation({ "x-internal": true }),
  "source-required # Add x-source": [operation({}), thing({ "x-source": [] })],
  'source-known x-source/1 "States" is not': operation({ "x-source": ["Errors", "States"] }),
  'source-known x-stated-by/enum "thing-fields" is not a heading': thing({
    ...{ "x-stated-by": { enum: "thing-fields" }, ...gaps },
  }),
  ...Object.fromEntries(
    ["additionalProperties", "default", "deprecated", "format", "not", "readOnly"].map((key) => [
      `claim-stated properties/part/${key} ${key} rests on no section. Add x-stated-by: {"${key}": <`,
      thing({ properties: { part: { [key]: false, ...stated } } }),
    ]),
  ),
  "claim-stated headers/X-Invented This header (X-Invented)": response({
    ...{ headers: { "X-Invented": {} }, "x-verified": [{ exchanges: 200 }] },
  }),
  "claim-stated enum … keep the string open with x-extensible-enum": thing({ enum: ["lent"] }),
  "claim-stated parameters/0 This parameter (page) … Add x-source": operation({
    parameters: [{ name: "page", in: "query" }],
  }),
  'claim-stated content/text~1csv; charset=utf-8 … {"text/csv; charset=utf-8": <': response({
    content: { "text/csv; charset=utf-8": {} },
  }),
  'claim-stated responses/404 The status code 404 … x-stated-by: {"404": <': [
    operation({ responses: { 404: { description: "Not found." } } }),
    operation({ responses: { 404: shared } }, { responses: { A: { "x-verified": [evidence] } } }),
  ],
};

const Loan = { $ref: "./loans/Loan.yaml" };
const responses = { "2XX": Loan, default: { $ref: "./Failure.yaml" } };
const getLoan = { ...stated, parameters: [{ $ref: "./loans/id.yaml" }], responses };

/** As Spectral reads it: parts of it stand in other files. */
const inParts = contract({
  paths: { "/loans": { $ref: "./loans/path.yaml" }, "/loans/{id}": { get: getLoan } },
  components: { schemas: { Loan, Loans: { ...stated, properties: { first: Loan } } } },
});

const loop = { $ref: "#/components/responses/Loop" };
const nowhere = { parameters: "none", responses: { default: { $ref: "#/nowhere" }, 404: loop } };
const misshapen = {
  ...{ openapi: "3.1.1", info: null, tags: { name: "none" } },
  paths: { "/list": [1], "/nowhere": { get: nowhere } },
  components: {
    schemas: { Thing: { "x-gap": [{ kind: "contradiction", states: 1 }, null], pattern: "(" } },
    responses: { Loop: loop },
  },
};

/** What a rule finds: its name, the place, and the message. */
const told = (name: string, document: object) =>
  presets.sources
    .find(({ code }) => code === name)!
    .find(walk(document), options)
    .map(({ path, message }) => {
      const place = toPointer(path).replace(ways, "") || "#";
      return `${name} ${place} ${message}`;
    });

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

test.each(presets.sources)("$code is explained, and silent about what is right", ({ code }) => {
  for (const document of [inParts, ...accepted[code]!]) expect(told(code, document)).toEqual([]);
  expect(() => told(code, misshapen)).not.toThrow();
  expect(Object.keys(refused).some((finding) => finding.startsWith(`${code} `))).toBe(true);
  expect(readme).toContain(`\`${code}\``);
});

it.each(Object.entries(refused))("%s", (finding, documents) => {
  const [beginning = "", ...parts] = finding.split(" … ");
  for (const document of [documents].flat()) {
    const [found, ...others] = told(finding.split(" ")[0]!, document);
    expect(found!.slice(0, beginning.length)).toBe(beginning);
    for (const part of parts) expect(found).toContain(part);
    expect(others).toEqual([]);
  }
});

const head = "openapi: 3.1.1\ninfo: { title: A, version: '1' }\ncomponents:\n  schemas:\n";

test.each<[string, number, RegExp]>([
  ["", 1, /^50%\.yaml:5:5 {2}error {2}open-s.* {2}#\/components\/schemas\/New\n[^]*✗ 2 problems\./],
  [
    "--format github",
    1,
    /^::error file=50%25\.yaml,line=5,col=5,title=open-schema-has-gap::#\/components\/schemas\/New: This/,
  ],
  ["--baseline known.json", 1, /^50%\.yaml:5:5 .*New\n.*\n✗ 1 problem\./],
  ["--update-baseline new.json", 0, /^✓ 2 problems written to new\.json\.\n$/],
  ["--severity open-schema-has-gap=warn", 0, / {2}warn {2}open-s[^]*✓ 2 problems\./],
  ["--severity open-schema-has-gap=off", 0, /^✓ No problem found\.\n$/],
  ["--severity open-schema-has-gap=fatal", 2, /one of error, warn/],
  ["--baseline gone.json", 2, /no file gone/],
  ["--baseline 50%.yaml", 2, /^✗ 50%\.yaml:1 is no baseline\. Write it again/],
])(
  "lint of a document with a problem that is known and a new one: %s",
  async (words, code, says) => {
    await using folder = await temporaryFolder();
    const lint = (...options: string[]) => runCommand(folder.path, "lint", "50%.yaml", ...options);
    await folder.write("50%.yaml", `${head}    Old: {}\n`);
    await lint("--update-baseline", "known.json");
    await folder.write("50%.yaml", `${head}    New: {}\n    Old: {}\n`);
    const { exitCode, output } = await lint(...words.split(" ").filter(Boolean));
    expect(output).toMatch(says);
    expect(exitCode).toBe(code);
  },
);

test.each(["text", "github"])("names of a document stay names in a report: %s", async (format) => {
  await using folder = await temporaryFolder();
  const name = "a\n::stop-commands::x\n\u001b[2J##[add-mask]b\u202e";
  const schemas = { [name]: {} };
  await folder.write("a.json", JSON.stringify({ openapi: "3.1.0", components: { schemas } }));
  const { output } = await runCommand(folder.path, "lint", "a.json", "--format", format);
  expect(output).toMatch(/stop-commands/);
  expect(output).not.toMatch(/^\s*::(?!error file=a\.json)|(?!\n)[\p{Cc}\p{Cf}]|[^\\]##\[/mu);
});
