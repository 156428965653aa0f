/** Each rule with what it accepts, and with what it refuses: where, and what it says. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { toPointer, walk } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { formatAnnotation } from "../../src/problem.ts";
import { gapRules } from "../../src/ruleset/gap-rules.ts";
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
    { ...thing({}), paths: { "/a": { $ref: "#/components/pathItems/a", ...gaps } } },
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
      Base: { type: "object", properties: { site: { type: "string" } } },
      "a mark on a field that another part describes": {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          { properties: { site: { readOnly: true } } },
        ],
      },
      "a mark beside a reference": {
        ...{ $ref: "#/components/schemas/Base", properties: { site: { readOnly: true } } },
      },
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
};

/** By the rule, the place and what is said of it, the only thing in each of the documents; " … " stands for any text. */
const refused: Record<string, object | object[]> = {
  "gap-well-formed x-gap/0/impact … or cosmetic": thing({ "x-gap": [gap({ impact: "high" })] }),
  'final-values-known x-final-values "c" is not known there. Add it to the values of the schema, or remove it.':
    thing({
      ...{ enum: ["a", "b"], "x-final-values": ["c"] },
    }),
  'final-values-known x-failure-values "a" is not known there. Add it to x-final-values, or remove it.':
    thing({
      ...{ enum: ["a", "b"], "x-final-values": ["b"], "x-failure-values": ["a"] },
    }),
  "gap-well-formed x-gap/1 … required property 'question'. Put the one question": thing({
    "x-gap": [gap({ id: "first" }), unasked],
  }),
  "gap-well-formed x-gap/0/states/1 … 'sample'. Give a value … or say under settled": thing({
    "x-gap": [contradiction({ states: [claims[0], { claim: "An integer." }] })],
  }),
  "gap-well-formed x-gap/0/sates … additional properties": thing({ "x-gap": [gap({ sates: "" })] }),
  'gap-ids-unique x-gap/0/id The gap id "thing-fields" is taken at #/components/schemas/First/x-gap/0. Choose another id; if it is the same gap, state it once, at the schema that both places share, or remove what is closed.':
    things({ First: gaps, Thing: gaps }),
  "gap-ids-unique x-gap/0/id … is taken at #/components/schemas/Thing/x-verified": thing({
    ...{ ...gaps, "x-verified": { ...saying, gap: "thing-fields" } },
  }),
  "gap-placed-visibly examples/0/x-gap This x-gap stands in a literal, a list of names or a remark, where nobody reads it. Move it to the schema, media type, response or operation that it concerns.":
    thing({ examples: [gaps] }),
  ...Object.fromEntries(
    ["x-internal", "x-verified", "x-assumed", "x-stated-by"].map((name) => [
      `gap-placed-visibly ${name}/x-gap This x-gap stands in a literal`,
      thing({ [name]: gaps }),
    ]),
  ),
  "gap-placed-visibly properties/a/x-gap … move the x-gap to #/info, or, for this place alone, put the reference into allOf.":
    {
      ...thing({ properties: { a: { $ref: "#/info", ...gaps } } }),
      openapi: "3.0.3",
    },
  "gap-placed-visibly responses/404/x-gap … move the x-gap to #/info.": operation({
    responses: { 404: { $ref: "#/info", ...gaps } },
  }),
  "open-schema-has-gap # This schema accepts anything, and nothing says why. Describe the value, or add an x-gap here that says what the specification leaves open.":
    [
      thing({}),
      thing({ "x-internal": true }),
      thing({ allOf: [{ description: "Where it is." }, { type: "object" }] }),
      things({
        Thing: {},
        A: { allOf: [{ type: "string" }], properties: { b: { type: "string" } } },
      }),
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
  gapRules
    .find(({ code }) => code === name)!
    .find(walk(document))
    .map(({ path, message }) => {
      const place = toPointer(path).replace(ways, "") || "#";
      return `${name} ${place} ${message}`;
    });

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

test.each(gapRules)("$code is explained, and silent about what is right", ({ code }) => {
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
    vi.stubEnv("GITHUB_WORKSPACE", folder.path);
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

afterEach(() => void vi.unstubAllEnvs());

test("the same problem at the same line of two files is told for both", async () => {
  await using folder = await temporaryFolder();
  const part = "title: A\ntype: object\nproperties:\n  a: {}\n";
  await folder.write("one.yaml", part);
  await folder.write("other.yaml", part);
  await folder.write("a.yaml", `${head}    A: { $ref: one.yaml }\n    B: { $ref: other.yaml }\n`);
  const { output } = await runCommand(folder.path, "lint", "a.yaml");
  expect(output).toMatch(/^one\.yaml:4:/m);
  expect(output).toMatch(/^other\.yaml:4:/m);
});

test("one baseline is for several documents, and tells what is mended", async () => {
  await using folder = await temporaryFolder();
  const lint = (...words: string[]) => runCommand(folder.path, "lint", ...words);
  await mkdir(join(folder.path, "apis"));
  await folder.write("a.yaml", `${head}    A: {}\n    B: {}\n`);
  await folder.write("apis/b.yaml", `${head}    A: {}\n`);
  const documents = ["a.yaml", "apis/b.yaml"];
  await lint(...documents, "--update-baseline", "known.json");
  expect((await lint(...documents, "--baseline", "known.json")).exitCode).toBe(0);
  await folder.write("a.yaml", `${head}    B: {}\n`);
  await folder.write("apis/b.yaml", `${head}    A: {}\n    B: {}\n`);
  const { exitCode, output } = await lint(...documents, "--baseline", "known.json");
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    /^apis\/b\.yaml:6:5 .*\n.*\n· Mended, .*: open-schema-has-gap a\.yaml#\/comp.*\/A\. /,
  );
  // It is written again as is printed, and what it knows of the others stays.
  const [, option = ""] = /Write it again with (.+)\.\n/.exec(output) ?? [];
  await lint("a.yaml", ...option.split(" "));
  const mended = await lint(...documents, "--baseline", "known.json");
  expect(mended.output).toMatch(/^apis\/b\.yaml:6:5 .*\n.*\n✗ 1 problem\./);
});

test.each([
  ["github", "that git has", undefined, /^::error file=apis\/orders\/a\.yaml,line=5,/],
  ["sarif", "that git has", undefined, /"uri": "apis\/orders\/a\.yaml"/],
  ["github", "that CI names", "apis", /^::error file=orders\/a\.yaml,line=5,/],
  ["sarif", "that CI names", "apis", /"uri": "orders\/a\.yaml"/],
])("%s names files from the folder %s", async (format, _, named, says) => {
  await using folder = await temporaryFolder();
  vi.stubEnv("GITHUB_WORKSPACE", named && join(folder.path, named));
  await mkdir(join(folder.path, ".git"));
  await mkdir(join(folder.path, "apis/orders"), { recursive: true });
  await folder.write("apis/orders/a.yaml", `${head}    A: {}\n`);
  const cwd = join(folder.path, "apis/orders");
  const { output } = await runCommand(cwd, "lint", "a.yaml", "--format", format);
  expect(output).toMatch(says);
});

test("problems stand in the order of their places, and SARIF tells them apart when their lines move", async () => {
  await using folder = await temporaryFolder();
  const lint = async (schemas: string) => {
    await folder.write("a.yaml", `${head}${schemas}`);
    const { output } = await runCommand(folder.path, "lint", "a.yaml", "--format", "sarif");
    const { runs } = JSON.parse(output.replace(/✗.*\n$/, ""));
    return (runs[0].results as Record<string, any>[]).map((result) => ({
      name: result["locations"][0].logicalLocations[0].fullyQualifiedName.split("/").at(-1),
      region: Object.values(result["locations"][0].physicalLocation.region),
      mark: result["partialFingerprints"]["ruleAndPlace/v1"] as string,
    }));
  };
  const note = "{ properties: { Early: {} }, x-gap: [1] }";
  const [a, early, late, b] = await lint(`    A: {}\n    Note: ${note}\n    B: {}\n`);
  expect([a, early, late, b].map((each) => each?.name)).toEqual(["A", "Early", "0", "B"]);
  expect([early!.region[0], late!.region[0]]).toEqual([6, 6]);
  const moved = await lint(`    # More\n    B: {}\n    A: {}\n`);
  expect(moved.map(({ mark }) => mark)).toEqual([b!.mark, a!.mark]);
  expect(new Set([a, early, late, b].map((each) => each!.mark)).size).toBe(4);
});

test.each([
  ["error", "error"],
  ["warn", "warning"],
  ["info", "notice"],
  ["hint", "notice"],
] as const)("of severity %s, an annotation is of the level %s", (severity, level) => {
  const problem = { severity, file: "a:b,50%.yaml", line: 3, column: 4, rule: "one" };
  expect(formatAnnotation({ ...problem, message: "First: 5%,\nsecond" })).toBe(
    `::${level} file=a%3Ab%2C50%25.yaml,line=3,col=4,title=one::First: 5%25,%0Asecond`,
  );
});

test.each([
  ["a", /^\.\.\/a\.yaml:5:5 /],
  ["a/b", /^\/\S+\/a\.yaml:5:5 /],
])("from the folder %s, a file is named by the shorter path", async (below, says) => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "a/b"), { recursive: true });
  await folder.write("a.yaml", `${head}    A: {}\n`);
  const { output } = await runCommand(
    join(folder.path, below),
    "lint",
    join(folder.path, "a.yaml"),
  );
  expect(output).toMatch(says);
});

test.each([
  ...["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "if", "not"].map(
    (key): [string, string] => [key, "✓ No problem found."],
  ),
  ["items", "✗ 1 problem."],
  ["contains", "✗ 1 problem."],
])("beside a type, an empty schema in %s ends in: %s", async (key, says) => {
  await using folder = await temporaryFolder();
  await folder.write("a.yaml", `${head}    A: { type: string, ${key}: {} }\n`);
  expect((await runCommand(folder.path, "lint", "a.yaml")).output).toContain(says);
});

test("SARIF has each rule, and each problem at its place", async () => {
  await using folder = await temporaryFolder();
  await folder.write("a.yaml", `${head}    A: {}\n`);
  const { output } = await runCommand(folder.path, "lint", "a.yaml", "--format", "sarif");
  const { version, runs } = JSON.parse(output.replace(/✗.*\n$/, ""));
  expect(version).toBe("2.1.0");
  expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(
    gapRules.map(({ code }) => code),
  );
  expect(runs[0].results).toEqual([
    {
      ruleId: "open-schema-has-gap",
      level: "error",
      message: { text: expect.stringMatching(/^This schema accepts anything/) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "a.yaml", uriBaseId: "%SRCROOT%" },
            region: { startLine: 5, startColumn: 5 },
          },
          logicalLocations: [{ fullyQualifiedName: "#/components/schemas/A" }],
        },
      ],
      partialFingerprints: { "ruleAndPlace/v1": expect.stringMatching(/^[\da-f]{64}$/) },
    },
  ]);
});
