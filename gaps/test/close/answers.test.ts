import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { expect, it } from "vitest";
import { frozenContract as contract, frozenContractFile } from "../../../test/support/frozen.ts";
import { refusedExamples } from "../../../test/support/refused-examples.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { inWords, isUnknown } from "../../src/close/answer-words.ts";
import notesSchema from "../../notes.schema.json" with { type: "json" };
import { answerKeys } from "../../src/register/answer-form.ts";
import { answersToOverlay } from "../../src/close/answers.ts";
import {
  asObject,
  type Json,
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
token-lifecycle: 90 | #/components/securitySchemes/bearerToken |
job-retention: {promise: none, words: A day.} | JobId |
job-type-values: {values: {hp_job: an HP job}, complete: true} | HpJob/properties/job_type | enum: [hp_job]
voice-fields: {fields: {id: {type: string, meaning: A name., always: true}, mood: {type: string}}} | Voice | required: [id], properties: {id: {type: string, description: A name.}, mood: {type: string, description: What it means is not documented.}}
layer-inputs-shape: {items: {type: object, fields: {name: {type: string, always: true}}}} | SlideCustomization/properties/inputs/items | type: object, required: [name]
slides-count-bounds: {minimum: 1, maximum: 100} | DynamicSlideVideoInput/properties/slides_count | minimum: 1, maximum: 100
hp-create-response-fields: {always: [output]} | HpJobReceipt | required: [job_id, status, output]
success-status-codes: {codes: 201} | ${post}/201 | description: 'The job has been accepted. Its record comes back at once, while the service renders.'
failure-status-codes: {failures: {429: Too many requests.}} | ${post}/429 | $ref: '#/components/responses/TooManyRequests'
base-address: {address: "https://api.video.example"} | #/servers/0/variables/base_url | default: 'https://api.video.example'
variables-or-customizations: {never: [customizations]} | HpJobInput/properties/customizations | deprecated: true
hp-output-fields: {fields: {videos: {type: array, items: {type: object, fields: {row: {type: integer}}}}}} | HpJobResult/properties/videos/items/properties/row | type: integer
`);

const read = readDocument(frozenContractFile);

it.each(answers)(
  "an answer changes the contract, which keeps every rule: %s",
  async (text = "", at = "", is = "") => {
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
    const found = lintDocument({ ...read, document: changed });
    expect(found.filter(({ rule }) => rule !== "contradiction-accepts-claims")).toEqual([]);
  },
);

it("the command writes all of them, with the questions and what was said", async () => {
  await using folder = await temporaryFolder();
  const all = answers.map(([text]) => `  ${text}\n`);
  await folder.write("answers.yaml", signed + all.join(""));
  const command = ["answers", "answers.yaml", "--contract", frozenContractFile];
  expect((await runCommand(folder.path, ...command)).exitCode).toBe(0);
  const text = await readFile(join(folder.path, "answers.overlay.yaml"), "utf8");
  expect(text).toContain("question: Does a create request that is sent twice start two jobs?");
  expect(text).toContain("evidence: Yes. Each costs.");
  expect(text).toContain("asked (Product owner, 2026-11-20) and says: Nothing is promised. A day.");
});

/** What an owner writes, and the sentence that every reader sees of it. */
const sentences = rowsOf(`
answer: depends | It depends.
holds: no | No.
holds: unknown | Not known.
promise: none | Nothing is promised.
words: in UTC mostly… | In UTC mostly…
words: never! | Never!
words: why not? | Why not?
words: In UTC. | In UTC.
values: [a, b] | Values: \`a\`, \`b\`.
values: {a: It waits., b: It ends.} | Values: \`a\`, \`b\`.
complete: true | There is no other value.
complete: false | There may be other values.
final: [a, b] | Final: \`a\`, \`b\`.
failure: [a] | Failed: \`a\`.
type: integer | Type: integer.
fields: {a: {type: string}, b: {type: string}} | Fields: \`a\`, \`b\`.
items: {type: string} | Type of each element: string.
minimum: 0 | At least 0.
maximum: 9 | At most 9.
always: [a, b] | Always there: \`a\`, \`b\`.
never: [a] | Never there: \`a\`.
codes: 201 | Success: 201.
codes: {getA: 201, getB: 202} | Success: 201 of \`getA\`, 202 of \`getB\`.
failures: {404: None., getA: {409: Two.}} | Failures: 404: None; 409 of \`getA\`: Two.
address: https://a.example | \`https://a.example\`.
operation: {method: get, path: /a, returns: A} | \`GET /a\`, which returns \`A\`.
operation: [{method: get, path: /a}, {method: put, path: /b}] | \`GET /a\`; \`PUT /b\`.
answer: yes, words: mostly, minimum: 1, maximum: 5 | Yes. Mostly. At least 1. At most 5.
`);
it.each(sentences)("the answer %s is read as: %s", (said, is) => {
  expect(inWords(parse(`{${said}}`) as JsonObject)).toBe(is);
});

it("every key of an answer is read as a sentence, and the form has no other", async () => {
  const refused = (await answer(`${signed}  a: {effect: loud}`).catch(String)) as string;
  const keys = /It can have ([\w, ]+)/.exec(refused)![1]!.split(", ");
  const told = sentences.map(([said]) => said!.split(":")[0]);
  const kinds = notesSchema.$defs.gap.properties.answer.enum;
  const ofForm = kinds.flatMap((kind) => Object.keys(answerKeys(kind)));
  expect(ofForm.filter((key) => !keys.includes(key))).toEqual([]);
  expect(keys.filter((key) => !told.includes(key))).toEqual(["tick"]);
});

it.each([
  ...["We do not know.", "I don't know yet", "We don’t yet know", "cannot say", "can't tell"],
  ...["We can’t promise that", "we can not say", "We promise nothing", "I have no idea"],
  ...["It is not known.", "it's unknown", "(undecided)", "Not decided", "Nothing is promised."],
  ...["nothing is known", "no idea", "No promise."],
])("the words %s say nothing", (words) => {
  expect(isUnknown({ words })).toBe(true);
  expect(isUnknown({ words, minimum: 1 })).toBe(false);
});

it.each(["We know that it is 9.", "Known to all.", "No promises are kept longer than a day."])(
  "the words %s say something",
  (words) => expect(isUnknown({ words })).toBe(false),
);

/** A field of which the owner has told the type alone. */
const unexplained = { type: "string", description: "What it means is not documented." };

/** A tick of the form. */
const tick = (id: string, holds: string, yes: string, no = "{}") =>
  `  ${id}: {${holds}, tick: {statement: S., gap: ${id.split(".")[0]}, "yes": {${yes}}, "no": ${no}}}\n`;

it.each([
  ["holds: yes", { type: "string" }, "S: Yes."],
  ["holds: no", { type: "integer" }, "S: No. Type: integer."],
  ["words: Either.", {}, "S. Either."],
])("a tick with %s closes its gap", async (filled, update, evidence) => {
  const ticked = tick("segment-time-type", filled, "type: string", "{type: integer}");
  const { actions } = await overlayOf(signed + ticked);
  const own = actions.filter(({ target }) => target === "$.components.schemas.SegmentTime");
  expect(own.map((action) => action.update)).toEqual([
    { ...update, "x-verified": [told(evidence)] },
  ]);
  expect(actions.at(-1)).toMatchObject({ remove: true });
});

it("ticks of its parts narrow a gap; a no that stands for no answer is kept in the advice", async () => {
  const field = (name: string, filled: string) =>
    tick(`voice-fields.${name}`, filled, `fields: {${name}: {type: string, always: true}}`);
  const ticks = [
    ...[field("a", "holds: yes"), field("b", "holds: yes, words: So far.")],
    ...[field("c", "promise: none"), field("d", "holds: , words: ")],
  ];
  const [narrowed, ...others] = (await overlayOf(signed + ticks.join(""))).actions;
  expect(others.map(({ target }) => target)).toEqual(["$.components.schemas.Voice.examples[0]"]);
  expect(narrowed!.update).toEqual({
    required: ["a", "b"],
    properties: { a: unexplained, b: unexplained },
    "x-verified": [told("S: Yes. S: Yes. So far. S: Nothing is promised.")],
  });
  // What is told of a part is no answer to the whole.
  expect(JSON.stringify(narrowed)).not.toContain('"answer":');
  const [denied] = (await overlayOf(signed + field("a", "holds: no"))).actions;
  expect(denied!.update).toEqual({
    reading: expect.stringMatching(/^\S.*\w\. The owner .* says: S: No\.$/),
  });
  const whole = `${signed}  voice-fields: {answer: unknown}\n${field("a", "promise: none")}`;
  expect((await overlayOf(whole)).actions[0]!.update).toEqual({
    reading: expect.stringMatching(/says: Not known\. S: Nothing is promised\.$/),
    asked: head.date,
  });
});

/** The document with a note of its own, `own`, on an object. */
function withNote(place: (document: OpenApiDocument) => JsonObject) {
  const document = structuredClone(contract);
  const gap = { ...collectGaps(contract)[0]!, states: "Nothing." };
  place(document)["x-gap"] = [{ ...gap, id: "own" }];
  return document;
}
const createHpJob = ({ paths }: OpenApiDocument) => asObject(paths["/api/hp_job"]!["post"]);

it("a code beside one that the document names is refused", async () => {
  const document = withNote(createHpJob);
  createHpJob(document)["responses"] = { 200: { description: "It." } };
  const overlay = overlayOf(`${signed}  own: {codes: 208}\n`, document);
  await expect(overlay).rejects.toThrow("the document names 200 for createHpJob");
});

it.each([[{ of: "it" }], [undefined]])(
  "an overlay has a version where the document has %j",
  async (version) => {
    const document = withNote(({ info }) => Object.assign(info, { version }));
    expect((await overlayOf(`${signed}  own: It.`, document)).info.version).toBe("1");
  },
);

it.each<[where: string, item: JsonObject]>([
  ["beside the operation", { get: { parameters: [{ $ref: "#/components/parameters/Id" }] } }],
  ["beside the path", { get: {}, parameters: [{ $ref: "#/components/parameters/Id" }] }],
])("an operation that the owner names takes a shared parameter %s", async (_, item) => {
  const document = withNote(({ info }) => info);
  document.info["x-gap"] = (document.info["x-gap"] as JsonObject[]).slice(-1);
  const shared = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  Object.assign(document, {
    paths: { "/orders/{id}": item },
    components: { parameters: { Id: shared }, schemas: { Order: {} } },
  });
  const named = "{method: get, path: '/orders/{id}/bill', returns: Order}";
  const { actions } = await overlayOf(`${signed}  own: {operation: ${named}}`, document);
  const { paths, components } = withActions(document, actions);
  expect(paths["/orders/{id}/bill"]!["get"]).toMatchObject({ parameters: [shared] });
  expect(components.schemas).toEqual({ Order: {} });
});

it.each([
  ["get", "/api/orders/{id}/bills", "listOrdersBills"],
  ["get", "/api/orders/{id}/bills/{bill_id}", "getOrdersBills"],
  ["post", "/api/orders/{id}/bills", "postOrdersBills"],
  ["post", "/api/orders", "postOrders"],
  ["put", "/api/orders/{id}", "putOrders"],
  ["patch", "/api/orders/{id}", "patchOrders"],
  ["delete", "/api/orders/late-ones", "deleteOrdersLateOnes"],
])(
  "the operation %s %s that the owner names is %s, as its neighbours are",
  async (method, path, id) => {
    const document = withNote(({ info }) => info);
    document.info["x-gap"] = (document.info["x-gap"] as JsonObject[]).slice(-1);
    const responses = { 200: { description: "It." }, default: { description: "Else." } };
    const near = { operationId: "near", tags: ["Orders"], responses };
    const far = { operationId: "far", tags: ["Users"], responses: {} };
    const paths = { "/api/users": { get: far }, "/api/orders": { get: near } };
    Object.assign(document, { paths, components: { schemas: { Order: {} } } });
    const named = `{method: ${method}, path: '${path}', returns: Order}`;
    const { actions } = await overlayOf(`${signed}  own: {operation: ${named}}`, document);
    expect(withActions(document, actions).paths[path]![method]).toMatchObject({
      ...{ operationId: id, tags: ["Orders"], summary: `Call ${method.toUpperCase()} ${path}` },
      responses: { "2XX": expect.anything(), default: responses.default },
    });
  },
);

it("an answer stays with the other operations that its note is about", async () => {
  const document = withNote(createHpJob);
  const [note] = createHpJob(document)["x-gap"] as JsonObject[];
  note!["also"] = ["getHpJob"];
  const { actions } = await overlayOf(`${signed}  own: It plays.\n`, document);
  const evidence = { also: ["getHpJob"], gap: "own", evidence: "It plays." };
  expect(actions[0]!.update).toMatchObject({ "x-verified": [evidence] });
});

it("an address that the values of its variable leave out is refused", async () => {
  const variable = (document: OpenApiDocument) =>
    resolvePointer(document, "#/servers/0/variables/base_url") as JsonObject;
  const document = withNote(variable);
  variable(document)["enum"] = ["https://b.example"];
  const overlay = overlayOf(`${signed}  own: {address: "https://a.example"}\n`, document);
  await expect(overlay).rejects.toThrow("own.address does not fit: the document names https://b");
});

const [toState, toB] = ["State", "B"].map((name) => `$ref: "${schemas}/${name}"`);

/**
 * What an answer is about, the answer, and what comes of both, or why it is refused (✗). Behind "&", a tick of the same note
 * follows. The first column names OpenAPI 3.0, says that requests have the schema, or that the note is about closed orders alone.
 */
const schemasAnswered = `
    | enum: [a]                         | values: [a, b], complete: false | x-extensible-enum: [a, b]
    | enum: [a]                         | values: [a, b]                  | enum: [a, b]
    | x-extensible-enum: [a, 1]         | values: [a, 1], complete: true  | enum: [a, 1]
    | x-extensible-enum: [a, 1]         | values: [a], complete: true     | ✗ shows 1, which the list leaves out
3.0 | type: string, nullable: true      | values: [a], complete: true     | type: string, nullable: true, enum: [a, null]
    | ${toState}                    | values: [open, paid, lost], complete: true | ✗ that lost must be equal to
    | ${toState}                    | values: [open], complete: false | ✗ the document says that another value must
3.0 | ${toState}                    | minimum: 1                      | ✗ its note stands on no schema
    | minimum: 5                        | minimum: 3                      | minimum: 3
    | type: [string, 'null']            | type: string                    | type: [string, 'null']
    | type: [string, integer]           | type: string                    | type: string
    | type: [string, integer], examples: [1] | type: string               | type: string, examples: ['1']
    | type: [string, integer], examples: ['7'] | type: integer            | type: integer, examples: [7]
    | type: [string, integer], examples: [1, a, 2, 3, b] | type: string   | type: string, examples: [a, b]
    | type: [number, 'null']            | type: integer                   | ✗ the document names number for schema \`Own\`
    | enum: ['1', '2']                  | type: integer                   | ✗ the document names string for
    | properties: {n: {type: number, description: N.}} | fields: {n: {type: integer}} | properties: {n: {type: integer, description: N.}}
    | properties: {a: {}, r: {${toB}}} | fields: {a: {type: string}, r: {type: object, fields: {x: {type: string}}}} | properties: {a: {type: string}, r: {${toB}}}
    | properties: {r: {${toB}}}        | fields: {r: {type: object, fields: {z: {type: string}}}} | ✗ the document describes r at #/components/schemas/B, for others too
    |                                   | fields: {constructor: {type: string, meaning: A.}} | type: object, properties: {constructor: {type: string, description: A.}}
    |                                   | items: {type: string, meaning: A.} | type: array, items: {type: string, description: A.}
    | allOf: [{${toB}}]                | always: [x, y]                  | allOf: [{${toB}}], required: [y]
    | properties: {x: {}}               | always: [x], never: [y]         | ✗ the document has no y there
    | allOf: [{${toB}}], properties: {x: {}} | never: [x]                | ✗ x is always there
    | allOf: [{${toB}}]                | never: [y]                      | ✗ describes y at #/components/schemas/B/properties
    | allOf: [{properties: {y: {}}}]    | never: [y]                      | allOf: [{properties: {y: {deprecated: true}}}]
sent | properties: {a: {}}              | always: [a]                     | properties: {a: {}}
    |                                   | values: [a], complete: false & values: [a], complete: true | ✗ :4: own does not fit: beside the other answers, it would change
    | type: [string, integer]           | type: string & type: integer    | ✗ :5: own.1 does not fit: the document names string
    |                                   | items: {type: string}           | type: array, items: {type: string}
    | properties: {r: {${toB}}}        | never: [r]                      | properties: {r: {${toB}, deprecated: true}}
3.0 | properties: {r: {${toB}}}        | never: [r]                      | ✗ the document describes r at #/components/schemas/B, for others too
    | type: [string, array]             | items: {type: string}           | type: array, items: {type: string}
    | const: a                          | values: [a], complete: false    | ✗ the document says that another value must
    | pattern: ^a                       | values: [a], complete: false    | pattern: ^a, x-extensible-enum: [a]
    | pattern: ^a                       | values: [a, b], complete: false | ✗ the document says that b must
    | allOf: [{maximum: 5}]             | maximum: 9                      | ✗ the document says that 9 must
    | minimum: 1, maximum: 5            | maximum: 9                      | minimum: 1, maximum: 9
    | x-extensible-enum: [a, 1, 2]      | values: [a], complete: true     | ✗ shows 1, 2, which the list leaves out
    |                                   | final: [a]                      | x-extensible-enum: [a], x-final-values: [a]
    |                                   | failure: [a, b]                 | ✗ own.failure does not fit: a, b means failure, and \`final\` does not name it
    | x-final-values: [a], x-failure-values: [a] | final: [b, a], failure: [a, b] | x-extensible-enum: [b, a], x-final-values: [a, b], x-failure-values: [a, b]
    | x-final-values: [a]               | failure: [a]                    | x-extensible-enum: [a], x-final-values: [a], x-failure-values: [a]
    |                                   | values: {a: It waits., b: It ends.} | x-extensible-enum: [a, b], description: '\`a\`: It waits. \`b\`: It ends.'
    | description: 'It. '               | values: {a: It waits.}          | x-extensible-enum: [a], description: "It.\\n\\n\`a\`: It waits."
    | description: '\`a\`: It waits.'   | values: {a: It waits.}          | x-extensible-enum: [a], description: '\`a\`: It waits.'
    | type: number                      | type: integer                   | type: integer
    | type: [integer, boolean]          | type: string                    | ✗ the document names integer and boolean for
    | type: string                      | type: integer                   | ✗ the document names string for
    | oneOf: [{type: string, minLength: 1}, {type: integer}] | type: string | type: string, minLength: 1
    | anyOf: [{type: string}, {type: integer}] | type: integer            | type: integer
    | oneOf: [{type: string, minLength: 1}, {type: integer}, {type: string, pattern: ^a}] | type: string | oneOf: [{type: string, minLength: 1}, {type: string, pattern: ^a}]
    | type: [string, array], items: {}, maxLength: 3 | type: string        | type: string, maxLength: 3
    | type: [object, array], properties: {a: {}}, required: [a], items: {} | type: array | type: array, items: {}
    | type: [object, array], additionalProperties: false, maxItems: 3, minItems: 1, uniqueItems: true | type: object | type: object, additionalProperties: false
    | type: [integer, string], minLength: 1, pattern: ^a, format: date | type: integer | type: integer
when | type: [string, integer]          | type: string                    | type: [string, integer]
when |                                  | type: string                    | type: string
when | properties: {a: {type: string, description: A.}} | fields: {a: {type: string, always: true}} | properties: {a: {type: string, description: A. Always there once the order is closed.}}
when | properties: {a: {type: string, description: Always there once the order is closed.}} | fields: {a: {type: string, always: true}} | properties: {a: {type: string, description: Always there once the order is closed.}}
when | properties: {a: {type: string}, b: {}} | fields: {a: {type: string, always: true, meaning: A.}, b: {type: string}} | properties: {a: {type: string, description: A. Always there once the order is closed.}, b: {type: string}}
when | properties: {a: {properties: {b: {}}}} | fields: {a: {type: object, fields: {b: {type: string, always: true}}}} | properties: {a: {required: [b], properties: {b: {type: string}}}}
`;
it.each(rowsOf(schemasAnswered))(
  "%s: to %s the answer %s",
  async (setting = "", own = "", said = "", is = "") => {
    const schema = (text: string) => parse(`{${text}}`) as JsonObject;
    const State = { type: "string", enum: ["open", "paid"] };
    const B = { type: "object", required: ["x"], properties: { x: { type: "string" }, y: {} } };
    const Own = schema(own);
    const document = withNote(
      ({ components }) => Object.assign(components.schemas, { State, B, Own }).Own,
    );
    const [note] = document.components.schemas["Own"]!["x-gap"] as JsonObject[];
    if (setting === "when") note!["when"] = "once the order is closed";
    if (setting === "3.0") Object.assign(document, { openapi: "3.0.3" });
    const content = { "application/json": { schema: { $ref: `${schemas}/Own` } } };
    const messages = { requestBody: { content }, responses: { 200: { content } } };
    if (setting === "sent") Object.assign(createHpJob(document), messages);
    const [first, other] = said.split(" & ");
    const text = `${signed}  own: {${first}}\n${other ? tick("own.1", "holds: yes", other) : ""}`;
    const overlay = overlayOf(text, document);
    if (is.startsWith("✗ ")) return expect(overlay).rejects.toThrow(is.slice(2));
    const changed = withActions(document, (await overlay).actions).components.schemas["Own"]!;
    const { "x-verified": _, "x-gap": __, ...rest } = changed;
    expect(rest).toEqual(schema(is));
  },
);

it.each<[no: Json | undefined, answer: string, is: JsonObject | RegExp]>([
  [undefined, "no", { type: ["string", "integer"] }],
  [{ type: "integer" }, "no", { type: "integer" }],
  [{ type: "integer" }, "yes", { type: ["string", "integer"] }],
  ["the schema", "no", /the document says what it denies: the schema\. Change that by hand/],
])("where a no stands for %j, the answer %s gives %j", async (no, answer, is) => {
  const Own: JsonObject = { type: ["string", "integer"] };
  const document = withNote(({ components }) => Object.assign(components.schemas, { Own }).Own);
  const [note] = Own["x-gap"] as JsonObject[];
  Object.assign(note!, { answer: "yes-no" }, no !== undefined && { no });
  const overlay = overlayOf(`${signed}  own: {answer: ${answer}}\n`, document);
  if (is instanceof RegExp) return expect(overlay).rejects.toThrow(is);
  const changed = withActions(document, (await overlay).actions);
  expect(changed.components.schemas["Own"]).toMatchObject(is);
});

it("a no denies what the document says of all values, where the question is about some", async () => {
  const Own: JsonObject = { type: ["string", "integer"] };
  const document = withNote(({ components }) => Object.assign(components.schemas, { Own }).Own);
  const [note] = Own["x-gap"] as JsonObject[];
  const part = { answer: "yes-no", no: { type: "integer" }, when: "once it is closed" };
  Object.assign(note!, part);
  const { actions } = await overlayOf(`${signed}  own: {answer: no}\n`, document);
  expect(withActions(document, actions).components.schemas["Own"]!["type"]).toBe("integer");
});

it("two meanings of one code have a shared response each", async () => {
  const document = withNote(({ info }) => info);
  document.info["x-gap"] = (document.info["x-gap"] as JsonObject[]).slice(-1);
  const ids = ["a", "b", "c", "d"];
  const paths = ids.map((id) => [`/${id}`, { get: { operationId: id, responses: {} } }]);
  Object.assign(document, { paths: Object.fromEntries(paths) });
  const failures = "{a: {429: One.}, b: {429: One.}, c: {429: Two.}, d: {429: Two.}}";
  const { actions } = await overlayOf(`${signed}  own: {failures: ${failures}}`, document);
  const { components } = withActions(document, actions);
  expect(components["responses"]).toMatchObject({
    TooManyRequests: { description: "One." },
    TooManyRequests2: { description: "Two." },
  });
});

it.each<[address: string, is: string | RegExp]>([
  ["https://b.example/", "https://b.example"],
  ["https://b.example/v1", "https://b.example/v1"],
  ["https://b.example/v1/api", /begin with \/api already, so leave it out/],
  ["https://api", "https://api"],
])("the address %s of a server is %s", async (address, is) => {
  const document = withNote((changed) => {
    const server = { url: "https://a.example" };
    Object.assign(changed, { servers: [server] });
    return server;
  });
  const overlay = overlayOf(`${signed}  own: {address: "${address}"}\n`, document);
  if (is instanceof RegExp) return expect(overlay).rejects.toThrow(is);
  const changed = withActions(document, (await overlay).actions);
  expect(changed.servers).toMatchObject([{ url: is }]);
});

const unknown = { description: "What it means is not documented." };
const failure = { $ref: "#/components/responses/Failure" };
const verified = [told("Failures: 404: No job.")];
const own = { description: "No job." };
const shared = { ...failure, ...own };

it.each<[what: string, today: object, is: object, in30?: object]>([
  ["of a code that nothing describes", {}, { ...own, "x-verified": verified }],
  ["of one that was seen", { 404: unknown, default: failure }, own],
  ["of one as all others", { default: failure }, shared, failure],
  ["of one as all others, which was seen", { 404: failure }, shared, failure],
  ["of none that has one", { 404: { description: "Wait." } }, { description: "Wait." }],
])("an owner tells the meaning %s", async (_, responses, is, in30 = is) => {
  for (const openapi of ["3.1.1", "3.0.3"]) {
    const document = withNote(createHpJob);
    Object.assign(document, { openapi });
    Object.assign(document.components, { responses: { Failure: { description: "An error." } } });
    Object.assign(createHpJob(document), { responses });
    const { actions } = await overlayOf(`${signed}  own: {failures: {404: No job.}}`, document);
    // Its note stands there, and concerns no other operation.
    for (const { target } of actions) expect(target).toContain("$.paths['/api/hp_job'].post");
    const planned = withActions(document, actions);
    expect(resolvePointer(planned, `${post}/404`)).toEqual(openapi === "3.1.1" ? is : in30);
    expect(createHpJob(planned)["x-verified"]).toEqual(verified);
  }
});

const limited = { $ref: "#/components/responses/Limited" };
const tooMany = { $ref: "#/components/responses/TooManyRequests" };
const slow = { description: "Slow down." };
const stated = { "x-verified": [told("Failures: 429: Slow down.")] };

/** Responses of three operations, what becomes of each, and the shared response that it leads to. */
it.each<[what: string, today: object[], is: object[], one: object | undefined, in30?: object]>([
  ["that nothing describes", [{}, {}, {}], [tooMany, tooMany, tooMany], { ...slow, ...stated }],
  [
    ...["as all others", [{ default: failure }, { default: failure }, { 429: failure }]],
    ...[[tooMany, tooMany, tooMany], { ...slow, ...stated }, failure],
  ] as never,
  [
    ...["that has a response of its own", [{ 429: limited }, { 429: limited }, {}]],
    ...[[limited, limited, limited], undefined],
  ] as never,
  [
    ...["that one describes by itself", [{ 429: { description: "Wait." } }, {}, {}]],
    ...[[{ description: "Wait." }, tooMany, tooMany], { ...slow, ...stated }],
  ] as never,
])(
  "an owner tells all the meaning of a code %s, and it is written once",
  async (_, today, is, one, in30) => {
    for (const openapi of ["3.1.1", "3.0.3"]) {
      const paths = Object.fromEntries(
        today.map((responses, index) => [`/${index}`, { get: { responses } }]),
      );
      const responses = { Limited: { description: "L." }, Failure: { description: "F." } };
      const components = { responses, schemas: {} };
      const document = {
        ...withNote(({ info }) => info),
        openapi,
        paths,
        components,
      } as OpenApiDocument;
      document.info["x-gap"] = (document.info["x-gap"] as JsonObject[]).slice(-1);
      const { actions } = await overlayOf(
        `${signed}  own: {failures: {429: Slow down.}}`,
        document,
      );
      const planned = withActions(document, actions);
      const isIn30 = in30 !== undefined && openapi === "3.0.3";
      expect(
        today.map((_, index) => resolvePointer(planned, `#/paths/~1${index}/get/responses/429`)),
      ).toEqual(isIn30 ? today.map(() => in30) : is);
      expect(asObject(planned.components["responses"])["TooManyRequests"]).toEqual(
        isIn30 ? undefined : one,
      );
    }
  },
);

it.each<[code: number, operations: string]>([
  [400, "list, make, read"],
  [404, "read"],
  [410, "read"],
  ...[409, 413, 415, 422].map((code): [number, string] => [code, "make"]),
  [429, "list, make, read"],
])("the failure %i, told of all operations, is one of %s", async (code, operations) => {
  const document = withNote(({ info }) => info);
  document.info["x-gap"] = (document.info["x-gap"] as JsonObject[]).slice(-1);
  const operation = (operationId: string) => ({ operationId, responses: {} });
  const paths = {
    "/a": { get: operation("list"), post: { ...operation("make"), requestBody: {} } },
    "/a/{id}": { get: operation("read") },
  };
  Object.assign(document, { paths });
  const { actions } = await overlayOf(`${signed}  own: {failures: {${code}: It.}}`, document);
  const told = Object.values(withActions(document, actions).paths).flatMap(Object.values);
  const failing = (told as JsonObject[]).filter(({ responses }) => code in asObject(responses));
  expect(failing.map(({ operationId }) => operationId).join(", ")).toBe(operations);
});

it.each([
  [7, "at response `TooManyRequests`, `GET` `/0`, `GET` `/1`, `GET` `/2`, `GET` `/3`, "],
  [8, "at response `TooManyRequests`, `GET` `/0`, `GET` `/1` and 6 other places"],
])("what an answer changes at %i operations is told in a line", async (count, told) => {
  const document = withNote(({ info }) => info);
  document.info["x-gap"] = (document.info["x-gap"] as JsonObject[]).slice(-1);
  document.paths = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`/${index}`, { get: { responses: {} } }]),
  );
  const { answered } = await answer(`${signed}  own: {failures: {429: Slow down.}}`, document);
  expect(answered[0]?.effect).toContain(told);
});

/** Answers, of several lines with "/" between them, and why they are refused. */
const refusals = rowsOf(`
music-effects: It plays. | yaml:4: music-effects does not fit: no gap music-effects is open
music-effect: / effect: loud | yaml:5: answers.music-effect.effect must NOT have additional properties. It can have answer, words
a: / holds: ✓ / gap: b / statement: S. | yaml:5: answers.a.holds must be equal to one of the allowed values. Write yes or no
job-type-values: {complete: true} | job-type-values.complete does not fit: it names no value
slides-count-bounds: {minimum: 5, maximum: 2} | slides-count-bounds does not fit: the document says that 5 must be <= 2
slides-count-bounds: {maximum: 1,000} | slides-count-bounds.0 must NOT have additional
job-status-values: {values: [“done”]} | values.0 does not fit. Write the name alone
success-status-codes: {codes: 404} | answers.success-status-codes.codes must be <= 299
success-status-codes: {codes: {createJob: 201}} | no operation createJob among createLipsyn
create-idempotency: {minimum: 1} | its note stands on no schema
create-idempotency: {address: "https://a.example"} | its note stands on no server
base-address: {address: https://…} | answers.base-address.address does not fit. Write it in full, such as https://api
failure-status-codes: {failures: {5XX: S.}} | .5XX does not fit. Write a code such as 404
hp-create-response-fields: {always: [output], never: [output]} | output is always there
music-effect: … | yaml:4: answers.music-effect.words does not fit. Write words, or nothing
music-effect: yes | yaml:4: music-effect does not fit: "Yes." alone does not answer What
create-idempotency: depends | "Depends." alone does not answer Does
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

it("an example beyond a bound takes the bound", async () => {
  const { overlay, answered } = await answer(`${signed}  slides-count-bounds: {minimum: 10}\n`);
  expect(answered[0]!.effect).toMatch(/rewrites the examples at/);
  expect(answered[0]!.effect).not.toContain("by hand");
  expect(refusedExamples(withActions(contract, overlay.actions))).toEqual([]);
});

it("an example shows a value that the owner has named, also where there are others", async () => {
  const said = `${signed}  job-type-values: {values: {PERSONALISED: An HP job.}}\n`;
  const { overlay, answered } = await answer(said);
  expect(answered[0]!.effect).toMatch(/rewrites the examples at/);
  const closed = JSON.stringify(withActions(contract, overlay.actions).components);
  expect(closed).toContain('"job_type":"PERSONALISED"');
  expect(closed).not.toContain('"job_type":"example-job-type"');
});

it("all slips of a form are told in one run, by their lines", async () => {
  const slips = rowsOf(`
slides-count-bounds: {minimum: 5, maximum: 2} | 5 must be <= 2
rate-limits: From 5: it depends | :5:22 is neither YAML nor JSON: bad indentation of a mapping entry. Put a text with a colon into quotes
render-duration: {answer: yes} | "Yes." alone does not answer
music-effects: It plays. | no gap music-effects is open
token-lifecycle: "90 days" or so | :8:30 is neither YAML nor JSON
success-status-codes: {codes: 404} | codes must be <= 299
job-retention: [a, b | :10:23 is neither YAML nor JSON
voice-fields: {fields: {a: {type: list}, b: {type: string, fields: {c: {type: string}}}}} | voice-fields.fields.a.type must be
# A comment. | voice-fields.fields.b.type must be equal to one of the allowed values. What has fields is an object
failure-status-codes: {failures: {getA: {404: None.}, getB: {404: None.}}} | there is no operation getA, getB among
`);
  const text = signed + slips.map(([each]) => `  ${each}\n`).join("");
  const { message } = (await answer(text).catch((error: unknown) => error)) as Error;
  const lines = message.split("\n");
  expect(lines).toEqual(slips.map(([, says]) => expect.stringContaining(says!)));
  const numbers = lines.map((line) => Number(/yaml:(\d+)/.exec(line)![1]));
  expect(numbers).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 11, 13]);
});

it("a disk that is full leaves no half of an overlay", async () => {
  await using folder = await temporaryFolder();
  await folder.write("answers.yaml", `${signed}  token-lifecycle: ${"90 days, ".repeat(200)}\n`);
  const cli = join(import.meta.dirname, "../../src/cli.ts");
  const command = `ulimit -f 1; "${process.execPath}" "${cli}" answers answers.yaml --contract "${frozenContractFile}"`;
  const options = { cwd: folder.path, shell: "bash", encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(command, options);
  expect(stderr).toContain("cannot be written");
  expect(status).toBe(2);
  expect(await readdir(folder.path)).toEqual(["answers.yaml"]);
});

it("an overlay that somebody may have completed is not replaced", async () => {
  await using folder = await temporaryFolder();
  const answer = (text: string) =>
    folder.write("answers.yaml", `${signed}  token-lifecycle: ${text}\n`);
  const answers = () =>
    runCommand(folder.path, "answers", "answers.yaml", "--contract", frozenContractFile);
  await answer("90 days.");
  expect([(await answers()).exitCode, (await answers()).exitCode]).toEqual([0, 0]);
  await answer("60 days.");
  const { exitCode, output } = await answers();
  expect(exitCode).toBe(2);
  expect(output).toMatch(/answers\.overlay\.yaml is there already, .* Apply it, or move it away/);
  expect(await readFile(join(folder.path, "answers.overlay.yaml"), "utf8")).toContain("90 days");
});
