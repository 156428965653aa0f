import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { frozenContract as contract, frozenContractFile } from "../../../test/support/frozen.ts";
import { refusedExamples } from "../../../test/support/refused-examples.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { answersToOverlay } from "../../src/close/answers.ts";
import {
  asList,
  asObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../src/document/document.ts";
import { type Overlay, withActions } from "../../src/document/overlay.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { UserError } from "../../src/problem.ts";
import { lintDocument } from "../../src/ruleset/lint.ts";
import { runCommand } from "../support/command.ts";

const head = { by: "Product owner", date: "2026-11-20" };
const signed = "by: Product owner\ndate: 2026-11-20\nanswers:\n";

/** What the command makes of a text. */
async function answer(text: string, document = contract) {
  await using folder = await temporaryFolder();
  return answersToOverlay(document, await folder.write("answers.yaml", text));
}

/** The overlay that the command writes, as it is read again. */
const overlayOf = async (text: string, document = contract): Promise<Overlay> =>
  JSON.parse(JSON.stringify((await answer(text, document)).overlay)) as Overlay;

const told = (evidence: string) =>
  expect.objectContaining({ kind: "stated by the owner", ...head, evidence });
const schemas = "#/components/schemas";
const post = "#/paths/~1api~1hp_job/post/responses";

/** The rows of a table, which has " | " between its cells. */
const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((row) => ` ${row} `.split(" | ").map((cell) => cell.trim()));

/** An answer with each key, where it changes the contract, in the schemas or elsewhere, and what stands there then. */
const answers = rowsOf(`
create-idempotency: {answer: yes, words: Each costs.} | #/info |
token-lifecycle: 90 days. | #/components/securitySchemes/bearerToken |
job-retention: {promise: none, words: A day.} | JobId |
job-type-values: {values: {hp_job: an HP job}, complete: true} | HpJob/properties/job_type | enum: [hp_job]
voice-fields: {fields: {id: {type: string, meaning: A name., always: true}, mood: {type: string}}} | Voice | required: [id], properties: {id: {type: string, description: A name.}, mood: {type: string}}
layer-inputs-shape: {items: {type: object, fields: {name: {type: string, always: true}}}} | SlideCustomization/properties/inputs/items | type: object, required: [name]
slides-count-bounds: {minimum: 1, maximum: 100} | DynamicSlideVideoInput/properties/slides_count | minimum: 1, maximum: 100
hp-create-response-fields: {always: [output]} | HpJobReceipt | required: [job_id, status, output]
success-status-codes: {codes: {createHpJob: 201, getHpJob: 200}} | ${post}/201 | $ref: '${post}/2XX'
failure-status-codes: {failures: {429: Too many requests.}} | ${post}/429 | description: Too many requests., content: {'*/*': {schema: {}}}
base-address: {address: "https://api.video.example"} | #/servers/0/variables/base_url | default: 'https://api.video.example'
variables-or-customizations: {never: [customizations]} | HpJobInput/properties/customizations | deprecated: true
hp-output-fields: {fields: {videos: {type: array, items: {type: object, fields: {row: {type: integer}}}}}} | HpJobOutput/properties/videos/items/properties/row | type: integer
`);

describe("an answer changes the contract, which keeps every rule:", () => {
  const read = readDocument(frozenContractFile);

  it.each(answers)("%s", async (text = "", at = "", is = "") => {
    const { overlay, answered } = await answer(`${signed}  ${text}`);
    const changed = withActions(contract, overlay.actions);
    const pointer = at.startsWith("#") ? at : `${schemas}/${at}`;
    expect(resolvePointer(changed, pointer)).toMatchObject(parse(`{${is}}`));
    const open = collectGaps(changed).map(({ id }) => id);
    expect(open.includes(text.split(":")[0]!)).toBe(text.includes("promise"));
    // Examples that do not follow are named, for a person to correct.
    const [, named] = /correct by hand the examples at (.*)$/.exec(answered[0]!.effect) ?? [];
    expect(refusedExamples(changed)).toEqual(named?.split(", ") ?? []);
    // The samples of other notes are named by their rule.
    const found = lintDocument({ ...read, document: changed }, "sources");
    expect(found.filter(({ rule }) => rule !== "contradiction-accepts-claims")).toEqual([]);
  });

  it("with the questions and what was said", async () => {
    await using folder = await temporaryFolder();
    const all = answers.map(([text]) => `  ${text}\n`);
    await folder.write("answers.yaml", signed + all.join(""));
    const command = ["answers", "answers.yaml", "--contract", frozenContractFile];
    expect((await runCommand(folder.path, ...command)).exitCode).toBe(0);
    const text = await readFile(join(folder.path, "answers.overlay.yaml"), "utf8");
    expect(text).toContain("question: Does a create request that is sent twice start two jobs?");
    expect(text).toContain("evidence: Yes. Each costs.");
    expect(text).toContain(
      "asked (Product owner, 2026-11-20) and says: Nothing is promised. A day.",
    );
  });
});

describe("a tick", () => {
  const tick = (id: string, holds: string, yes: string, no = "{}") =>
    `  ${id}: {${holds}, statement: S., gap: ${id.split(".")[0]}, "yes": ${yes}, "no": ${no}}\n`;
  const type = (holds: string) =>
    tick("segment-time-type", holds, "{type: string}", "{type: integer}");
  const field = (name: string, holds: string) =>
    tick(`voice-fields.${name}`, holds, `{fields: {${name}: {type: string, always: true}}}`);

  it.each<[does: string, ticks: string[], update: object | undefined, evidence: string]>([
    ["closes its gap", [type("holds: yes")], { type: "string" }, "S: Yes."],
    ["closes it by what a no means", [type("holds: no")], { type: "integer" }, "S: No."],
    ["closes it in words", [type("words: Either.")], undefined, "S. Either."],
    [
      "of a part narrows it, together with others, and is left out where it is empty",
      [
        ...[field("a", "holds: yes"), field("b", "holds: yes, words: So far.")],
        ...[field("c", "promise: none"), field("d", "holds: , words: ")],
      ],
      { required: ["a", "b"], properties: { a: { type: "string" }, b: { type: "string" } } },
      "S: Yes. S: Yes. So far. S: Nothing is promised.",
    ],
  ])("%s", async (does, ticks, update, evidence) => {
    const [action, ...others] = (await overlayOf(signed + ticks.join(""))).actions;
    const { "x-verified": verified, ...rest } = action!.update!;
    expect(rest).toEqual(update ?? {});
    expect(verified).toContainEqual(told(evidence));
    expect(others.map(({ remove }) => remove)).toEqual(does.startsWith("closes") ? [true] : []);
  });

  it("of no, where it stands for no answer, is kept in the advice", async () => {
    const { actions } = await overlayOf(signed + field("a", "holds: no"));
    expect(actions).toEqual([
      expect.objectContaining({ update: { reading: expect.stringMatching(/says: S: No\.$/) } }),
    ]);
  });
});

/** The document with a note of its own, `own`, on an object. */
function withNote(answer: string, place: (document: OpenApiDocument) => JsonObject) {
  const document = structuredClone(contract);
  const gap = { ...collectGaps(contract)[0]!, states: "Nothing." };
  place(document)["x-gap"] = [{ ...gap, id: "own", answer }];
  return document;
}
const addSchemas = ({ components }: OpenApiDocument, added: Record<string, JsonObject>) =>
  Object.assign(components.schemas, added)["Own"]!;
const createHpJob = ({ paths }: OpenApiDocument) => asObject(paths["/api/hp_job"]!["post"]);

it.each([
  ["failures", "failures: {418: Tea.}"],
  ["status-codes", "codes: 208"],
  ["fields", "fields: {id: {type: string}}", "its note stands on no schema"],
  ["address", 'address: "https://a.example"', "its note stands on no server"],
])("of %s at an operation, the answer %s changes no other", async (kind, answer, refusal = "") => {
  const overlay = overlayOf(`${signed}  own: {${answer}}\n`, withNote(kind, createHpJob));
  if (refusal) return expect(overlay).rejects.toThrow(refusal);
  const targets = (await overlay).actions.map(({ target }) => target);
  expect(targets).toHaveLength(3);
  expect(targets.every((target) => target.startsWith("$.paths['/api/hp_job'].post"))).toBe(true);
});

/**
 * What an answer is about, the answer, and what comes of both, or why it is refused (✗). Further answers follow behind "&", as
 * ticks of the note `own`, or of `other` beside it. The first column names OpenAPI 3.0, or says that requests have the schema.
 */
const schemasAnswered = `
    | enum: [a]                         | values: [a, b], complete: false | x-extensible-enum: [a, b]
    | enum: [a]                         | values: [a, b]                  | enum: [a, b]
    | x-extensible-enum: [a, 1]         | values: [a, 1], complete: true  | enum: [a, 1]
    | x-extensible-enum: [a, 1]         | values: [a], complete: true     | ✗ shows 1, which the list leaves out
    | type: [string, 'null']            | values: [a], complete: true     | type: [string, 'null'], enum: [a, null]
3.0 | type: string, nullable: true      | values: [a], complete: true     | type: string, nullable: true, enum: [a, null]
    | anyOf: [{}, {type: 'null'}]       | values: [a], complete: true     | anyOf: [{}, {type: 'null'}], enum: [a, null]
    | $ref: STATE                       | values: [open, paid, lost], complete: true | ✗ that lost must be equal to
    | $ref: STATE                       | values: [open], complete: false | ✗ the document says that another value must
    | type: integer                     | values: [a]                     | ✗ says that a must be integer
    | type: string                      | minimum: 3                      | ✗ own does not fit: the document says that 3 must be string
    | minimum: 5                        | minimum: 3                      | ✗ the document says that 3 must be >= 5
    | minimum: 3                        | minimum: 5                      | minimum: 5
    | type: [string, 'null']            | type: string                    | type: [string, 'null']
    | type: [string, integer]           | type: string                    | type: string
    | type: [number, 'null']            | type: integer                   | ✗ the document names number and null for schema \`Own\`
    | enum: ['1', '2']                  | type: integer                   | ✗ the document names string for
    | $ref: STATE                       | type: integer                   | ✗ the document names string for schema \`Own\`
    | properties: {n: {type: number}}   | fields: {n: {type: integer}}    | properties: {n: {type: integer}}
    | properties: {n: {type: string, description: N.}} | fields: {n: {type: string, always: true}} | required: [n], properties: {n: {type: string, description: N.}}
    | properties: {a: {}, r: {$ref: B}} | fields: {a: {type: string}, r: {type: object, fields: {x: {type: string}}}} | properties: {a: {type: string}, r: {$ref: B}}
    | properties: {a: {type: string}}   | fields: {a: {type: integer}}    | ✗ the document names string for field \`a\` of \`Own\`
3.0 | properties: {r: {$ref: B}}        | fields: {r: {type: object, fields: {z: {type: string}}}} | ✗ the document describes r at #/components/schemas/B, for others too
    | oneOf: [{properties: {a: {}}}]    | fields: {a: {type: string}}     | ✗ the document describes a at #/components/schemas/Own/oneOf/0
    | type: array, items: {}            | fields: {id: {type: string}}    | ✗ names array for
    |                                   | fields: {constructor: {type: string, meaning: A.}} | type: object, properties: {constructor: {type: string, description: A.}}
    |                                   | items: {type: string, meaning: A.} | type: array, items: {type: string, description: A.}
    | allOf: [{$ref: B}]                | always: [x, y]                  | allOf: [{$ref: B}], required: [y]
    | properties: {x: {}}               | always: [x], never: [y]         | ✗ there is no y among x
    | allOf: [{$ref: B}], properties: {x: {}} | never: [x]                | ✗ x is always there
    | allOf: [{$ref: B}]                | never: [y]                      | ✗ describes y at #/components/schemas/B/properties
    | allOf: [{properties: {y: {}}}]    | never: [y]                      | allOf: [{properties: {y: {deprecated: true}}}]
3.0 | $ref: STATE                       | minimum: 1                      | ✗ its note stands on no schema
sent | properties: {a: {}}              | always: [a]                     | properties: {a: {}}
sent | properties: {a: {}}              | always: [a] & (no) always: [a]  | properties: {a: {}}
    |                                   | values: [a], complete: false & (yes) values: [a], complete: true | ✗ :4: own does not fit: beside the other answers, it would change
    |                                   | values: [a], complete: true & (no) values: [a], complete: true | ✗ :5: own.1 does not fit: the document says what it denies
    |                                   | values: [a], complete: false & (no) values: [a], complete: true | x-extensible-enum: [a]
    |                                   | values: [a], complete: true & (no) values: [a] | enum: [a]
    |                                   | type: string & (yes) type: number | ✗ :5: own.1 does not fit: the document names string
    |                                   | minimum: 3 & (yes) minimum: 5   | ✗ :4: own does not fit: the document says that 3 must be >= 5
    | properties: {a: {}}               | never: [a] & (other yes) always: [a] | ✗ :4: own does not fit: a is always there
`;
const kindOf = (key: string) =>
  ({ minimum: "bounds", maximum: "bounds", always: "fields", never: "fields" })[key] ?? key;
const rows = rowsOf(
  schemasAnswered.replaceAll(
    /\$ref: (\w+)/g,
    (_, name) => `$ref: "${schemas}/${name === "B" ? name : "State"}"`,
  ),
);

it.each(rows)("%s: to %s the answer %s", async (setting = "", own = "", said = "", is = "") => {
  const schema = (text: string) => parse(`{${text}}`) as JsonObject;
  const State = { type: "string", enum: ["open", "paid"] };
  const B = { type: "object", required: ["x"], properties: { x: { type: "string" }, y: {} } };
  const Own = schema(own);
  const document = withNote(kindOf(said.split(":")[0]!), (document) =>
    addSchemas(document, { State, B, Own }),
  );
  Own["x-gap"] = ["own", "other"].map((id) => ({ ...asObject(asList(Own["x-gap"])[0]), id }));
  if (setting === "3.0") Object.assign(document, { openapi: "3.0.3" });
  const content = { "application/json": { schema: { $ref: `${schemas}/Own` } } };
  const messages = { requestBody: { content }, responses: { 200: { content } } };
  if (setting === "sent") Object.assign(createHpJob(document), messages);
  const ticked = (_: string, other: string, holds: string, yes: string) =>
    `  ${other ?? "own"}.1: {holds: ${holds}, gap: ${other ?? "own"}, statement: S., "yes": {${yes}}}`;
  const [first, ...others] = said.split(" & ");
  const ticks = others.map((each) => each.replace(/^\((?:(other) )?(\w+)\) (.*)$/, ticked));
  const overlay = overlayOf(`${signed}  own: {${first}}\n${ticks.join("\n")}`, document);
  if (is.startsWith("✗ ")) return expect(overlay).rejects.toThrow(is.slice(2));
  const changed = withActions(document, (await overlay).actions).components.schemas["Own"]!;
  const { "x-verified": _, "x-gap": __, ...rest } = changed;
  expect(rest).toEqual(schema(is));
});

describe("the meaning of a failure is told where the document has none:", () => {
  const unknown = { description: "What it means is not documented." };
  const schema = { type: "object" };
  const Failure = {
    description: "An error.",
    headers: { Wait: { schema } },
    content: { "application/json": { schema } },
  };
  const responses = "#/components/responses";
  const failure = { $ref: `${responses}/Failure` };
  const headers = { Wait: { $ref: `${failure.$ref}/headers/Wait` } };
  const content = {
    "application/json": { schema: { $ref: `${failure.$ref}/content/application~1json/schema` } },
  };
  const verified = [told('failures: {"404":"No job."}.')];
  const own = { description: "No job.", "x-verified": verified };
  const shared = { ...own, headers, content };

  it.each<[what: string, today: object, is: object]>([
    ["none", { 404: unknown }, { description: "No job." }],
    ["one", { 404: { description: "Wait." } }, { description: "Wait." }],
    ["one of its own elsewhere", { 404: failure, 500: unknown }, failure],
    ["that of any other", { default: failure }, shared],
    ["that of any other, which was seen", { 404: failure, default: failure }, shared],
    ["that of another code", { 404: failure, 500: failure }, shared],
    ["that of a code beside it", { 404: { $ref: `${post}/500` }, 500: failure }, shared],
    ["none elsewhere", { 404: { $ref: `${responses}/Unknown` } }, own],
  ])("%s", async (_, today, is) => {
    for (const openapi of ["3.1.1", "3.0.3"]) {
      const document = withNote("failures", createHpJob);
      Object.assign(document, { openapi });
      Object.assign(document.components, { responses: { Failure, Unknown: unknown } });
      Object.assign(createHpJob(document), { responses: today });
      const { actions } = await overlayOf(`${signed}  own: {failures: {404: No job.}}`, document);
      const planned = withActions(document, actions);
      expect(resolvePointer(planned, `${post}/404`)).toEqual(is);
    }
  });
});

/** Answers, of several lines with "/" between them, and why they are refused. */
const refusals = rowsOf(`
- music-effect: It plays. | answers must be object. Write the name of a gap
music-effects: It plays. | yaml:4: music-effects does not fit: no gap music-effects is open
music-effect: / effect: loud | yaml:5: answers.music-effect.effect must NOT have additional properties. It can have answer, words
a: / holds: ✓ / gap: b / statement: S. | yaml:5: answers.a.holds must be equal to one of the allowed values. Write yes, no or depends
script-text-rules: {maximum: 5} | yaml:4: script-text-rules.maximum does not fit: the form asks for words
job-type-values: {complete: true} | answers.job-type-values must have property values when property complete is present
slides-count-bounds: {minimum: 5, maximum: 2} | slides-count-bounds does not fit: the document says that 5 must be <= 2
slides-count-bounds: {maximum: 1,000} | slides-count-bounds.0 must NOT have additional
job-type-values: {values: {a: A., b: }} | answers.job-type-values.values.b must be string
job-status-values: {values: [done, ...]} | values.1 does not fit. Write the name alone
job-status-values: {values: [“done”]} | values.0 does not fit. Write the name alone
success-status-codes: {codes: 404} | must be <= 299. Write the code of a success. A note on failures
success-status-codes: {codes: {createJob: 201}} | no operation createJob among createLipsyn
failure-status-codes: {failures: {5XX: S.}} | .5XX does not fit. Write the code of a failure
hp-create-response-fields: {always: [output], never: [output]} | output is always there
voice-fields: / fields: {a: {type: text}} | yaml:5: answers.voice-fields.fields.a.type must be equal to one of
music-effect: … | yaml:4: answers.music-effect.words does not fit. Write words, or nothing
music-effect: yes | yaml:4: music-effect does not fit: "yes" alone does not answer What
create-idempotency: depends | "depends" alone does not answer Does
create-idempotency: {answer: no, words: Yes.} | words does not fit. Write words, or nothing. A bare yes
`);

it.each([
  ["answers: {}\n", "answers.yaml:1: the file must have required property 'by'. It can have by"],
  ["by: me\ndate: yesterday\nanswers: {}", "Write it as 2026-01-31"],
  [`${signed}  music-effect:\n    words:`, "answers.yaml answers nothing yet"],
  ...refusals.map(([text = "", says]) => [`${signed}  ${text.replaceAll(" / ", "\n    ")}`, says!]),
])("an answer is refused, with line and remedy: %s", async (text, says) => {
  const refused = overlayOf(text);
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(says);
});

it("another code than that of a success that is named is refused", async () => {
  const document = withNote("status-codes", createHpJob);
  createHpJob(document)["responses"] = { 200: { description: "It." } };
  const refusal = "the document names 200 for createHpJob";
  await expect(overlayOf(`${signed}  own: {codes: 201}`, document)).rejects.toThrow(refusal);
});

it("a disk that is full leaves the overlay of before", async () => {
  await using folder = await temporaryFolder();
  await folder.write("answers.yaml", `${signed}  token-lifecycle: ${"90 days, ".repeat(200)}\n`);
  const overlay = await folder.write("answers.overlay.yaml", "overlay: 1.0.0");
  const cli = join(import.meta.dirname, "../../src/cli.ts");
  const command = `ulimit -f 1; "${process.execPath}" "${cli}" answers answers.yaml --contract "${frozenContractFile}"`;
  const options = { cwd: folder.path, shell: "bash", encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(command, options);
  expect(stderr).toContain("cannot be written");
  expect(status).toBe(2);
  expect(await readFile(overlay, "utf8")).toBe("overlay: 1.0.0");
  expect(await readdir(folder.path)).toEqual(["answers.overlay.yaml", "answers.yaml"]);
});
