import { execFileSync } from "node:child_process";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { format } from "oxfmt";
import { describe, expect, it } from "vitest";
import { frozenContract as contract, frozenContractFile } from "../../../test/support/frozen.ts";
import { refusedExamples } from "../../../test/support/refused-examples.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { answersToOverlay } from "../../src/close/answers.ts";
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../src/document/document.ts";
import { type Overlay, withActions } from "../../src/document/overlay.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { UserError } from "../../src/problem.ts";
import { renderAnswerForm } from "../../src/register/letter.ts";
import { lintDocument } from "../../src/ruleset/lint.ts";
import { runCommand } from "../support/command.ts";

const head = { by: "Product owner", date: "2026-11-20" };
const signed = "by: Product owner\ndate: 2026-11-20\nanswers:\n";

/** The overlay that the command writes for a text. */
async function overlayOf(text: string, document = contract): Promise<Overlay> {
  await using folder = await temporaryFolder();
  const file = await folder.write("answers.yaml", text);
  const { overlay } = answersToOverlay(document, file);
  // As it is read again.
  return JSON.parse(JSON.stringify(overlay)) as Overlay;
}

const told = (evidence: string) =>
  expect.objectContaining({ kind: "stated by the owner", ...head, evidence });
const schemas = "#/components/schemas";
const responses = "#/paths/~1api~1hp_job/post/responses";
const voice = `voice_id: {type: string, meaning: The identifier to send., always: true},
      name: {type: string, always: true}, language: {type: string, always: true},
      mood: {type: string}`;

/** What stands in the contract after an answer with each key, and where. */
const answers: [answer: string, at: string, is: object][] = [
  [
    "create-idempotency: {answer: yes, words: Each costs.}",
    "#/info",
    { "x-verified": expect.arrayContaining([told("Yes. Each costs.")]) },
  ],
  ["unknown-request-fields: no", "#/info", { "x-verified": expect.arrayContaining([told("No.")]) }],
  [
    "token-lifecycle: A token lives for 90 days.",
    "#/components/securitySchemes/bearerToken",
    { "x-verified": [told("A token lives for 90 days.")] },
  ],
  [
    'job-retention: {promise: none, words: "A day, today."}',
    `${schemas}/JobId/x-gap/0`,
    {
      reading: expect.stringMatching(
        /asked \(Product owner, 2026-11-20\) and says: Nothing is promised\. A day, today\.$/,
      ),
    },
  ],
  [
    "job-type-values: {values: {hp_job: an HP job}, complete: true}",
    `${schemas}/HpJob/properties/job_type`,
    { enum: ["hp_job"] },
  ],
  [
    "job-status-values: {values: [rendering, completed, failed]}",
    `${schemas}/JobStatus`,
    { "x-extensible-enum": ["rendering", "completed", "failed"] },
  ],
  [
    `voice-fields: {fields: {${voice}}}`,
    `${schemas}/Voice`,
    {
      required: ["voice_id", "name", "language"],
      properties: {
        voice_id: { type: "string", description: "The identifier to send." },
        mood: { type: "string" },
      },
    },
  ],
  [
    "layer-inputs-shape: {items: {type: object, fields: {name: {type: string, always: true}}}}",
    `${schemas}/SlideCustomization/properties/inputs/items`,
    { type: "object", required: ["name"] },
  ],
  [
    "slides-count-bounds: {minimum: 1, maximum: 100}",
    `${schemas}/DynamicSlideVideoInput/properties/slides_count`,
    { minimum: 1, maximum: 100 },
  ],
  [
    "hp-create-response-fields: {always: [output]}",
    `${schemas}/HpJobReceipt`,
    { required: ["job_id", "status", "output"] },
  ],
  [
    "success-status-codes: {codes: {createHpJob: 201, getHpJob: 200}}",
    `${responses}/201`,
    { "x-verified": [told('codes: {"createHpJob":201,"getHpJob":200}.')] },
  ],
  [
    "failure-status-codes: {failures: {429: Too many requests.}}",
    `${responses}/429`,
    { description: "Too many requests.", content: { "*/*": { schema: {} } } },
  ],
  [
    'base-address: {address: "https://api.video.example"}',
    "#/servers/0/variables/base_url",
    { default: "https://api.video.example" },
  ],
  [
    "variables-or-customizations: {name: variables}",
    `${schemas}/HpJobInput/properties/customizations`,
    { deprecated: true },
  ],
  ["segment-time-type: {type: integer}", `${schemas}/SegmentTime`, { type: "integer" }],
  [
    "hp-output-fields: {fields: {videos: {type: array, items: {type: object, fields: {row: {type: integer}, status: {type: string}}}}}}",
    `${schemas}/HpJobOutput/properties/videos/items/properties`,
    { row: { type: "integer" }, status: { type: "string" } },
  ],
];

describe("an answer changes the contract, which keeps every rule:", () => {
  const read = readDocument(frozenContractFile);

  it.each(answers)("%s", async (answer, at, is) => {
    await using folder = await temporaryFolder();
    const file = await folder.write("answers.yaml", `${signed}  ${answer}`);
    const { overlay, answered } = answersToOverlay(contract, file);
    const changed = withActions(contract, overlay.actions);
    expect(resolvePointer(changed, at)).toMatchObject(is);
    const open = collectGaps(changed).map(({ id }) => id);
    expect(open.includes(answer.split(":")[0]!)).toBe(answer.includes("promise"));
    // Examples that do not follow are named, for a person to correct.
    const [, named] = /correct by hand the examples at (.*)$/.exec(answered[0]!.effect) ?? [];
    expect(refusedExamples(changed)).toEqual(named?.split(", ") ?? []);
    // The samples of other notes are named by their rule.
    const found = lintDocument({ ...read, document: changed }, "sources");
    expect(found.filter(({ rule }) => rule !== "contradiction-accepts-claims")).toEqual([]);
  });
});

describe("a tick", () => {
  const tick = (id: string, gap: string, holds: string, rest = "") =>
    `  ${id}:\n    holds: ${holds}\n    statement: S.\n    gap: ${gap}\n${rest}`;
  const type = "    yes: {type: string}\n    no: {type: integer}\n";
  const field = (name: string) => `    yes: {fields: {${name}: {type: string, always: true}}}\n`;
  const own = (id: string) => new RegExp(`\\['x-gap'\\].*'${id}'`);

  it.each([
    ["yes", { type: "string" }],
    ["No", { type: "integer" }],
    ["\n    answer: no", { type: "integer", "x-verified": [told("S: no. type: integer.")] }],
  ])("with the name of its gap closes it: %s", async (holds, update) => {
    const { actions } = await overlayOf(
      signed + tick("segment-time-type", "segment-time-type", holds, type),
    );
    expect(actions[0]?.update).toMatchObject(update);
    expect(actions).toContainEqual(
      expect.objectContaining({
        target: expect.stringMatching(own("segment-time-type")),
        remove: true,
      }),
    );
  });

  it("of recordings narrows it, together with others, and the gap stays", async () => {
    const ticks = ["id", "name"].map((name) =>
      tick(`voice-fields.required.${name}`, "voice-fields", "yes", field(name)),
    );
    const { actions } = await overlayOf(signed + ticks.join(""));
    expect(actions.filter(({ target }) => own("voice-fields").test(target))).toEqual([]);
    expect(actions[0]?.update).toMatchObject({ required: ["id", "name"] });
    expect(actions[0]?.update?.["x-verified"]).toEqual([
      expect.not.objectContaining({ gap: expect.anything() }),
    ]);
  });

  it.each([
    ["", [], ["mood"]],
    [", and changes nothing where it is already", ["mood"], []],
  ])("of recordings makes a documented field required%s", async (_, required, added) => {
    const document = structuredClone(contract);
    const known = { properties: { mood: { type: "string" } }, required };
    Object.assign(document.components.schemas["Voice"]!, known);
    const yes = "    yes: {always: [mood]}\n";
    const ticked = tick("voice-fields.required.mood", "voice-fields", "yes", yes);
    const { actions } = await overlayOf(signed + ticked, document);
    expect(actions[0]?.update?.["required"] ?? []).toEqual(added);
  });

  it("of no, where it stands for no answer, is kept in the advice", async () => {
    const { actions } = await overlayOf(
      signed + tick("voice-fields.required.id", "voice-fields", "no", field("id")),
    );
    expect(actions).toEqual([
      expect.objectContaining({ update: { reading: expect.stringMatching(/says: S: no\.$/) } }),
    ]);
  });

  it("with nothing promised changes nothing, and leaves the other ticks of its gap", async () => {
    const text =
      signed +
      tick("voice-fields.a", "voice-fields", "yes", field("a")) +
      tick("voice-fields.b", "voice-fields", "\n    promise: none", field("b"));
    const [action, ...others] = (await overlayOf(text)).actions;
    expect(others).toEqual([]);
    expect(action!.update).toMatchObject({
      ...{ required: ["a"], properties: { a: { type: "string" } } },
      "x-verified": [told("S: yes. S: nothing is promised.")],
    });
  });

  it("can be filled in with words, and is left out where it is empty", async () => {
    const inWords = tick("segment-time-type", "segment-time-type", "\n    words: Either.", type);
    const { actions } = await overlayOf(
      signed + inWords + tick("voice-fields.a", "voice-fields", ""),
    );
    const [{ evidence }] = actions[0]!.update!["x-verified"] as [{ evidence: string }];
    expect(evidence).toBe("S. Either.");
    expect(actions.some(({ target }) => own("voice-fields").test(target))).toBe(false);
  });
});

/** The document with a note of its own, `own`, on an object. */
function withNote(answer: string, place: (document: OpenApiDocument) => JsonObject) {
  const document = structuredClone(contract);
  const { states: _, ...gap } = collectGaps(contract)[0]!;
  place(document)["x-gap"] = [{ ...gap, id: "own", answer }];
  return document;
}
const addSchemas = ({ components }: OpenApiDocument, added: Record<string, JsonObject>) =>
  Object.assign(components.schemas, added)["Own"]!;
const createHpJob = ({ paths }: OpenApiDocument) => asObject(paths["/api/hp_job"]!["post"]);

it.each([
  ["failures", "failures: {418: Tea.}"],
  ["status-codes", "codes: 208"],
])("an answer about one operation changes no other: %s", async (kind, answer) => {
  const { actions } = await overlayOf(`${signed}  own: {${answer}}\n`, withNote(kind, createHpJob));
  const targets = actions.map(({ target }) => target);
  expect(targets).toHaveLength(3);
  expect(targets.every((target) => target.startsWith("$.paths['/api/hp_job'].post"))).toBe(true);
});

it.each<[what: string, kind: string, answer: string, required: string[] | undefined]>([
  ["a further field", "fields", "fields: {id: {type: string, always: true}}", undefined],
  ["a documented field", "presence", "always: [old]", undefined],
  ["a field that only the service sets", "presence", "always: [own]", ["own"]],
])("requests share the schema: %s", async (_, kind, answer, required) => {
  const document = withNote(kind, (document) =>
    addSchemas(document, { Own: { properties: { old: {}, own: { readOnly: true } } } }),
  );
  const content = { "application/json": { schema: { $ref: `${schemas}/Own` } } };
  const messages = { requestBody: { content }, responses: { 200: { content } } };
  Object.assign(createHpJob(document), messages);
  await using folder = await temporaryFolder();
  const file = await folder.write("answers.yaml", `${signed}  own: {${answer}}\n`);
  const { overlay, answered } = answersToOverlay(document, file);
  const changed = withActions(document, overlay.actions).components.schemas["Own"]!;
  expect(changed["required"]).toEqual(required);
  expect(answered[0]!.effect).toMatch(/; requests have the same schema/);
});

const known: Record<string, JsonObject> = {
  State: { type: "string", enum: ["open", "paid"] },
  Base: { type: "object", required: ["x"], properties: { x: { type: "string" }, y: {} } },
};
const ref = (name: string) => ({ $ref: `${schemas}/${name}` });
const described = { type: "string", description: "The number of the order." };

/** The kind of question, what it is about, an answer, and what becomes of it or why it is refused. */
const schemasAnswered: [
  kind: string,
  own: JsonObject,
  answer: string,
  is: object | RegExp,
  openapi?: string,
][] = [
  [
    "values",
    { type: "string", enum: ["open", "paid"] },
    "values: [open, lost], complete: false",
    { type: "string", "x-extensible-enum": ["open", "paid", "lost"] },
  ],
  ["values", { const: "a" }, "values: [a, b]", { enum: ["a", "b"] }],
  ["values", { const: "a" }, "values: [a, b], complete: true", { enum: ["a", "b"] }],
  [
    "values",
    { oneOf: [{ type: "string" }, { type: "null" }] },
    "values: [a], complete: true",
    { oneOf: [{ type: "string" }, { type: "null" }], enum: ["a", null] },
  ],
  [
    "values",
    { type: "string", nullable: true },
    "values: [a], complete: true",
    { type: "string", nullable: true, enum: ["a", null] },
    "3.0.3",
  ],
  [
    "values",
    ref("State"),
    "values: [paid], complete: true",
    /shows open, which the list leaves out/,
  ],
  ["values", { type: "integer" }, "values: [a]", /says that a must be integer/],
  ["values", { allOf: [ref("State")] }, "values: [open, lost]", /that lost .* \(#.*State\/enum\)/],
  [
    "values",
    ref("State"),
    "values: [open, paid, lost], complete: true",
    /that lost must be equal to/,
  ],
  ["values", ref("State"), "values: [open], complete: false", /own.complete does .*another value/],
  ["bounds", { type: "string" }, "minimum: 3", /own.minimum does not fit: .*3 must be string/],
  ["bounds", { type: "array", items: {} }, "maximum: 3", /must be array/],
  ["bounds", { exclusiveMaximum: 10 }, "maximum: 100", /says that 100 must be < 10/],
  [
    "bounds",
    { type: "integer", minimum: 0, exclusiveMinimum: true },
    "minimum: 1",
    /says that 1 must be > 1/,
    "3.0.3",
  ],
  ["type", { type: ["string", "null"] }, "type: string", { type: ["string", "null"] }],
  ["type", { type: ["string", "integer", "null"] }, "type: string", /names null too/],
  ["type", { enum: ["1", "2"] }, "type: integer", /the document names string for/],
  ["type", ref("State"), "type: integer", /the document names string for schema `Own`/],
  [
    "fields",
    { properties: { id: described, r: ref("Base"), any: {} } },
    "fields: {id: {type: string, always: true}, r: {type: object, fields: {x: {type: string}}}, any: {type: string}, n: {type: string, meaning: A name.}}",
    {
      required: ["id"],
      properties: {
        ...{ id: described, r: ref("Base"), any: { type: "string" } },
        n: { type: "string", description: "A name." },
      },
    },
  ],
  [
    "fields",
    { properties: { id: described } },
    "fields: {id: {type: integer}}",
    /document names string for field `id` of `Own`; tell the contradiction in words/,
  ],
  [
    "fields",
    { properties: { r: ref("Base") } },
    "fields: {r: {type: string}}",
    /the document names object for schema `Base`/,
    "3.0.3",
  ],
  [
    "fields",
    { properties: { r: ref("Base") } },
    "fields: {r: {type: object, meaning: A name., fields: {x: {type: string}}}}",
    /the document describes r at #\/components\/schemas\/Base, for others too/,
  ],
  ["fields", { type: "array", items: {} }, "fields: {id: {type: string}}", /names array for/],
  [
    "fields",
    {},
    "fields: {a: {type: string, meaning: A.}}",
    { type: "object", properties: { a: { type: "string", description: "A." } } },
  ],
  [
    "items",
    {},
    "items: {type: string, meaning: A name.}",
    { type: "array", items: { type: "string", description: "A name." } },
  ],
  [
    "presence",
    { allOf: [ref("Base")] },
    "always: [x, y]",
    { allOf: [ref("Base")], required: ["y"] },
  ],
  ["presence", { allOf: [ref("Base")], properties: { x: {} } }, "never: [x]", /x is always there/],
  ["presence", { allOf: [ref("Base")] }, "never: [y]", /y at #\/components\/schemas\/Base\/prop/],
  [
    "presence",
    { allOf: [{ properties: { y: {} } }] },
    "never: [y]",
    { allOf: [{ properties: { y: { deprecated: true } } }] },
  ],
  [
    "presence",
    { properties: { old: ref("Base") } },
    "never: [old]",
    { properties: { old: { allOf: [ref("Base")], deprecated: true } } },
    "3.0.3",
  ],
];

it.each(schemasAnswered)("%s of %j: %s", async (kind, own, answer, is, openapi = "3.1.1") => {
  const document = withNote(kind, (document) =>
    addSchemas(document, { ...known, Own: { ...own } }),
  );
  Object.assign(document, { openapi });
  const overlay = overlayOf(`${signed}  own: {${answer}}\n`, document);
  if (is instanceof RegExp) return expect(overlay).rejects.toThrow(is);
  const changed = withActions(document, (await overlay).actions);
  const { "x-verified": _, ...schema } = changed.components.schemas["Own"]!;
  expect(schema).toEqual(is);
});

it("the meaning of a failure is told where one was only seen", async () => {
  const document = structuredClone(contract);
  const seen = { description: "What it means is not documented." };
  const known = { description: "Wait a minute." };
  const [first, second] = ["/api/hp_job", "/api/template_dynamic_slide_video"].map((path) =>
    asObject(asObject(document.paths[path]!["post"])["responses"]),
  );
  Object.assign(first!, { 429: seen });
  Object.assign(second!, { 429: known });
  const { actions } = await overlayOf(
    `${signed}  failure-status-codes: {failures: {429: Too many.}}\n`,
    document,
  );
  const planned = withActions(document, actions);
  expect(resolvePointer(planned, `${responses}/429`)).toEqual({ description: "Too many." });
  const other = "#/paths/~1api~1template_dynamic_slide_video/post/responses/429";
  expect(resolvePointer(planned, other)).toEqual(known);
});

it("the file that is written passes a check of its format, and keeps the questions", async () => {
  await using folder = await temporaryFolder();
  await folder.write("answers.yaml", signed + answers.map(([answer]) => `  ${answer}\n`).join(""));
  const command = ["answers", "answers.yaml", "--contract", frozenContractFile];
  expect((await runCommand(folder.path, ...command)).exitCode).toBe(0);
  const text = await readFile(join(folder.path, "answers.overlay.yaml"), "utf8");
  expect((await format("answers.overlay.yaml", text)).code).toBe(text);
  expect(text).toContain("question: Does a create request that is sent twice start two jobs?");
});

describe("a bare yes or no answers one proposition, and nothing else:", () => {
  it.each([
    ["list, cancel or delete", "job-list-and-cancel", "yes"],
    ["two things at once", "events-and-webhooks", "No."],
    ["and is it refused", "actor-conditional-fields", "{words: Yes}"],
    ["method and answer", "custom-voices-endpoint", "{answer: yes, words: Yes.}"],
    ["it depends", "create-idempotency", "depends"],
  ])("not %s", async (_, gap, answer) => {
    await expect(overlayOf(`${signed}  ${gap}: ${answer}`)).rejects.toThrow(
      new RegExp(
        `answers\\.yaml:4: "(yes|no|depends)" alone does not answer ${gap}: .*Answer in words`,
      ),
    );
    const inWords = await overlayOf(`${signed}  ${gap}: {answer: yes, words: So it is.}`);
    expect(inWords.actions[0]?.update?.["x-verified"]).toMatchObject([
      { evidence: expect.stringMatching(/So it is\.$/) },
    ]);
  });
});

const emptyForm = renderAnswerForm(contract)
  .replace(/^by: .*/m, "by: Product owner")
  .replace(/^date: .*/m, "date: 2026-11-20");

const refusals: [what: string, text: string, says: RegExp][] = [
  ["nothing", "", /answers\.yaml is neither YAML nor JSON/],
  ["a form that nobody has filled in", emptyForm, /answers\.yaml answers nothing yet/],
  [
    "a day that does not exist",
    "by: me\ndate: yesterday\nanswers: {music-effect: It plays.}",
    /answers\.yaml:2: date must match format "date"\. Write it as 2026-01-31/,
  ],
  ["a list of answers", `${signed}  - music-effect: It plays.`, /answers must be object/],
  [
    "a number that is none",
    `${signed}  slides-count-bounds: {maximum: .inf}`,
    /answers\.yaml:4: answers\.slides-count-bounds\.maximum must be number/,
  ],
  [
    "a value without its meaning",
    `${signed}  job-type-values: {values: {a: A., b: }}`,
    /answers\.job-type-values\.values\.b must be string/,
  ],
  [
    "a failure that is no code",
    `${signed}  failure-status-codes: {failures: {5XX: Down.}}`,
    /failure-status-codes\.failures\.5XX must match .*\. It is no code of a failure, such as 404/,
  ],
  [
    "a gap that does not exist",
    `${signed}  music-effects: It plays.`,
    /answers\.yaml:4: there is no open gap music-effects\. openapi-gaps register names them/,
  ],
  [
    "a key that no answer has",
    `${signed}  music-effect:\n    effect: loud`,
    /answers\.yaml:5: answers\.music-effect cannot have effect\. It can have answer, words/,
  ],
  [
    "a tick without what it states",
    `${signed}  music-effect:\n    holds: yes`,
    /answers\.yaml:5: answers\.music-effect cannot have holds without the gap and the statement/,
  ],
  [
    "a tick that is no yes or no",
    `${signed}  a:\n    holds: ✓\n    gap: music-effect\n    statement: It plays.`,
    /answers\.yaml:5: holds is yes, no or depends\. Write all else behind words/,
  ],
  [
    "a promise beside an answer",
    `${signed}  voice-fields:\n    always: [id]\n    promise: none`,
    /answers\.yaml:6: promise: none stands alone or with words\. Leave out always, or it/,
  ],
  ...[
    ["{values: [done], complete: false}", "yes"],
    ["{values: [done, lost], complete: true}", "yes"],
    ["{values: [done], complete: true}", "no"],
  ].map(([answer, holds]): [string, string, RegExp] => [
    `a tick of ${holds} and another answer: ${answer}`,
    `${signed}  job-status-values: ${answer}
  all: {holds: ${holds}, gap: job-status-values, statement: All., "yes": {values: [done], complete: true}}`,
    /answers\.yaml:[45]: this denies (all|job-status-values) \(.*answers\.yaml:[45]\)\./,
  ]),
  [
    "a key that the form does not ask for",
    `${signed}  script-text-rules:\n    maximum: 5`,
    /answers\.yaml:5: script-text-rules\.maximum does not fit: the form asks for words/,
  ],
  [
    "a code of a failure",
    `${signed}  success-status-codes: {codes: 404}`,
    /codes must be <= 299\. It is the code of a success\. A note on failures has the answer `fai/,
  ],
  [
    "another code than the only one of the document",
    `${signed}  own: {codes: 201}`,
    /own\.codes does not fit: the document names 200 for createHpJob; tell the contradiction/,
  ],
  [
    "bounds that nothing is between",
    `${signed}  slides-count-bounds: {minimum: 5, maximum: 2}`,
    /slides-count-bounds\.minimum does not fit: the document says that 5 must be <= 2/,
  ],
  [
    "a field that is always and never there",
    `${signed}  hp-create-response-fields: {always: [output], never: [output]}`,
    /hp-create-response-fields\.never does not fit: output is always there/,
  ],
  [
    "a code for an operation that does not exist",
    `${signed}  success-status-codes: {codes: {createJob: 201}}`,
    /there is no operation createJob among createLipsyncVideo/,
  ],
  [
    "a field of a type that does not exist",
    `${signed}  voice-fields:\n    fields:\n      id: {type: text}`,
    /answers\.yaml:6: answers\.voice-fields\.fields\.id\.type must be equal to one of the allowed values string, integer/,
  ],
];

describe("answers are refused, with line and remedy:", () => {
  it.each(refusals)("%s", async (_, text, says) => {
    const document = withNote("status-codes", (document) =>
      Object.assign(createHpJob(document), { responses: { 200: { description: "It." } } }),
    );
    const refused = overlayOf(text, text.includes(" own:") ? document : contract);
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(says);
  });

  it.each<[where: string, kind: string, answer: string, place: typeof createHpJob]>([
    ["on none", "fields", "fields: {id: {type: string}}", createHpJob],
    ["on none, but an address", "address", 'address: "https://a.example"', createHpJob],
    [
      "beside a reference of OpenAPI 3.0",
      "bounds",
      "minimum: 1",
      (document) => addSchemas(document, { Own: { $ref: `${schemas}/HpJobReceipt` } }),
    ],
  ])("a schema, where the note stands %s", async (_, kind, answer, place) => {
    const document = { ...withNote(kind, place), openapi: "3.0.3" };
    await expect(overlayOf(`${signed}  own: {${answer}}`, document)).rejects.toThrow(
      /own\.\w+ does not fit: its note stands on no s(chema|erver)/,
    );
  });
});

it("what is no overlay is not replaced by one", async () => {
  await using folder = await temporaryFolder();
  const text = `${signed}  token-lifecycle: 90 days.\n`;
  const file = await folder.write("answers.yaml", text);
  await symlink(file, join(folder.path, "link.yaml"));
  const options = ["--contract", frozenContractFile, "--output", "link.yaml"];
  const { exitCode, output } = await runCommand(folder.path, "answers", file, ...options);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/✗ link\.yaml is there, and no overlay/);
  expect(await readFile(file, "utf8")).toBe(text);
});

it("a disk that is full leaves the overlay of before", async () => {
  await using folder = await temporaryFolder();
  await folder.write("answers.yaml", `${signed}  token-lifecycle: ${"90 days, ".repeat(200)}\n`);
  const overlay = await folder.write("answers.overlay.yaml", "overlay: 1.0.0");
  const cli = join(import.meta.dirname, "../../src/cli.ts");
  const command = `ulimit -f 1; "${process.execPath}" "${cli}" answers answers.yaml --contract "${frozenContractFile}" 2>&1`;
  const run = () => execFileSync("bash", ["-c", command], { cwd: folder.path, encoding: "utf8" });
  expect(run).toThrow(
    expect.objectContaining({ status: 2, stdout: expect.stringContaining("cannot be written") }),
  );
  expect(await readFile(overlay, "utf8")).toBe("overlay: 1.0.0");
  expect(await readdir(folder.path)).toEqual(["answers.overlay.yaml", "answers.yaml"]);
});
