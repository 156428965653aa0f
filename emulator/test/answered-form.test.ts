/** What the owner has answered, the emulator does: each row has what it makes by itself, and the form that the contract has for it. */
import { describe, expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "openapi-gaps/document";
import { AnsweredForm } from "../src/contract/answered-form.ts";
import { listOperations, namedFailure } from "../src/contract/operations.ts";
import { findInputFault, rowRules, sliceOf } from "../src/service/rows.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

const text = { type: "string" };
const status = { $ref: "#/components/schemas/JobStatus" };
const stated = { date: "2026-01-15", by: "owner", evidence: "So.", kind: "stated by the owner" };

function formOf(schemas: Record<string, JsonObject>, answers: JsonObject = { any: "yes" }) {
  const verified = Object.entries(answers).map(([gap, answer]) => ({ gap, answer, ...stated }));
  const info = { title: "A", version: "1", "x-verified": verified };
  const document = { openapi: "3.1.1", info, paths: {}, components: { schemas } };
  return new AnsweredForm(document as unknown as OpenApiDocument);
}

const video = (row: number) => ({
  row,
  status: "completed",
  video_url: `https://a.example/${row}`,
});
const job = {
  status: "completed",
  output: { videos: [video(1), { row: 2, status: "failed", error: "no text" }], error: "late" },
};
const closed = ["queued", "rendering", "ready", "broken"];
const own: JsonObject = {
  ...text,
  enum: closed,
  "x-final-values": ["ready", "broken"],
  "x-failure-values": ["broken"],
};

test.each<[what: string, status: JsonObject, words: string[]]>([
  ["none are named", text, ["rendering", "completed", "failed"]],
  ["all are named, with those that are final", own, ["rendering", "ready", "broken"]],
  [
    "all are named alone",
    { ...text, enum: ["rendering", "done", "failed"] },
    ["rendering", "done", "failed"],
  ],
  [
    "the final ones are named alone",
    { ...text, "x-final-values": ["done", "error"], "x-failure-values": ["error"] },
    ["rendering", "done", "error"],
  ],
  [
    "it renders under another name",
    { ...text, enum: ["running", "completed", "failed"] },
    ["running", "completed", "failed"],
  ],
  [
    "one is completed and one failed among others that end",
    { ...text, enum: ["rendering", "cancelled", "completed", "failed"] },
    ["rendering", "completed", "failed"],
  ],
  [
    "a failure stands first among those that are final",
    { ...text, "x-final-values": ["error", "done"], "x-failure-values": ["error"] },
    ["rendering", "done", "error"],
  ],
  [
    "all are named, and one is left for a failure",
    { ...text, enum: ["rendering", "done", "broken"] },
    ["rendering", "done", "broken"],
  ],
  [
    "none is left for a failure",
    { ...text, enum: ["rendering", "done"] },
    ["rendering", "done", "failed"],
  ],
  [
    "nobody has said which final one is a failure",
    { ...text, "x-final-values": ["done", "dead"] },
    ["rendering", "done", "failed"],
  ],
])("statuses are the words of the contract, where %s", (_, JobStatus, words) => {
  const form = formOf({ JobStatus });
  const ownWords = ["rendering", "completed", "failed"];
  expect(ownWords.map((each) => form.statusFor(each))).toEqual(words);
  expect(words.map((each) => form.ownStatus(each))).toEqual(ownWords);
  expect([form.statusFor("moved"), form.ownStatus("moved")]).toEqual(["moved", "moved"]);
});

const output = (of: JsonObject): JsonObject => ({
  type: "object",
  required: ["status"],
  properties: { status, output: of },
});
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const film: JsonObject = {
  type: "object",
  properties: {
    film: { ...text, description: "Address of the one video." },
    count: { type: "integer" },
  },
  "x-verified": [{ ...stated, answer: { fields: { film: text, count: { always: true } } } }],
};

test.each<[what: string, schema: JsonObject, made: JsonObject, form: JsonObject]>([
  ["a status", output({}), job, { ...job, status: "ready" }],
  [
    "videos with other fields, without those that have no address",
    output({
      type: "object",
      properties: {
        files: list({
          type: "object",
          required: ["url"],
          properties: { url: text, row: { type: "integer" } },
        }),
      },
    }),
    { status: "completed", output: { files: job.output.videos } },
    { status: "ready", output: { files: [{ url: "https://a.example/1", row: 1 }] } },
  ],
  [
    "one address",
    output({ type: "object", required: ["url"], properties: { url: text } }),
    job,
    { status: "ready", output: { url: "https://a.example/1" } },
  ],
  [
    "one address under a name of its own, and a count that is always there at the end",
    output(film),
    job,
    { status: "ready", output: { film: "https://a.example/1", count: 1 } },
  ],
  [
    "nothing of that while it renders",
    output(film),
    { status: "rendering", output: {} },
    { status: "rendering", output: {} },
  ],
  [
    "an empty text beside an object",
    output({ oneOf: [{ type: "object" }, { type: "string", const: "" }] }),
    { status: "rendering", output: "" },
    { status: "rendering", output: "" },
  ],
  [
    "the branch of a choice that its constant names",
    {
      type: "object",
      properties: {
        input: {
          oneOf: ["a", "b"].map((use) => ({
            type: "object",
            properties: { use: { const: use }, [use]: text },
          })),
        },
      },
    },
    { input: { use: "b", b: "x" } },
    { input: { use: "b", b: "x" } },
  ],
  [
    "a field that is denied",
    { type: "object", properties: { a: text, b: false as never } },
    { a: "x", b: "y" },
    { a: "x" },
  ],
  [
    "a field that is always there",
    {
      type: "object",
      required: ["a", "n"],
      properties: { a: { ...text, examples: ["x"] }, n: { type: "integer", minimum: 3 } },
    },
    {},
    { a: "x", n: 3 },
  ],
  [
    "a value of another list",
    { type: "object", properties: { kind: { enum: ["hp"] } } },
    { kind: "hp_job" },
    { kind: "hp" },
  ],
  ["an object of which nothing is said", { type: "object" }, { any: 1 }, { any: 1 }],
  [
    "a value of an open list",
    { type: "object", properties: { kind: { "x-extensible-enum": ["hp"] } } },
    { kind: "hp_job" },
    { kind: "hp" },
  ],
  [
    "a constant",
    { type: "object", properties: { kind: { const: "hp" } } },
    { kind: "hp_job" },
    { kind: "hp" },
  ],
  [
    "a constant that is one of a choice",
    { type: "object", properties: { kind: { oneOf: [{ const: "hp" }, { const: "slides" }] } } },
    { kind: "slides" },
    { kind: "slides" },
  ],
  [
    "a value for which no branch of a choice is meant",
    { type: "object", properties: { n: { oneOf: [{ type: "integer" }, { type: "boolean" }] } } },
    { n: { count: 2.5, last: 3 } },
    { n: 3 },
  ],
  [
    "a status that is no text",
    { type: "object", properties: { status } },
    { status: { current: "completed" } },
    { status: "queued" },
  ],
  [
    "a name of which one word is alike",
    { type: "object", properties: { "Error-Text": text, row: { type: "integer" } } },
    { error: "late", rows: 3, row: "2" },
    { "Error-Text": "late" },
  ],
  [
    "one value that was made as a list",
    { type: "object", properties: { names: list(text) } },
    { names: "Ada" },
    { names: ["Ada"] },
  ],
  [
    "a list that nothing was made for",
    { type: "object", required: ["names"], properties: { names: list(text) } },
    { other: 1 },
    { names: [] },
  ],
])("%s has the form of the contract", (_, schema, made, form) => {
  const schemas = { JobStatus: own, Made: schema };
  expect(formOf(schemas).present("#/components/schemas/Made", made)).toEqual(form);
});

test.each<[schema: JsonObject, sample: unknown]>([
  [text, "sample"],
  [{ type: "integer" }, 1],
  [{ type: "number", minimum: 0.5 }, 0.5],
  [{ type: "boolean" }, true],
  [list(text), []],
  [{ type: ["null", "string"] }, null],
  [{ type: "object" }, {}],
  [{}, {}],
  [{ ...text, examples: ["first", "second"] }, "first"],
])("a required field %j that nothing was made for has the sample %j", (of, sample) => {
  const Made = { type: "object", required: ["size"], properties: { size: of } };
  expect(formOf({ Made }).present("#/components/schemas/Made", {})).toEqual({ size: sample });
});

test.each(["url", "result_uri", "Address", "download-url"])(
  "what has no %s is left out, and no address is invented",
  (name) => {
    const item = { type: "object", required: [name], properties: { [name]: text } };
    const Made = { type: "object", properties: { videos: list(item) } };
    const made = { videos: [{ row: 1 }, { [name]: "https://a.example/2" }] };
    expect(formOf({ Made }).present("#/components/schemas/Made", made)).toEqual({
      videos: [{ [name]: "https://a.example/2" }],
    });
  },
);

test.each<[type: string | string[], value: JsonObject[string], isOne: boolean]>([
  ["string", "a", true],
  ["string", 1, false],
  ["integer", 2, true],
  ["integer", 2.5, false],
  ["number", 2.5, true],
  ["array", [1], true],
  ["object", [1], false],
  ["object", null, false],
  [["string", "null"], null, true],
])("a choice takes the branch of the type %j for %j: %j", (type, value, isOne) => {
  const branches = [{ type: "object", properties: { other: { const: true } } }, { type }];
  const Made = { type: "object", properties: { made: { anyOf: branches } } };
  const { made } = formOf({ Made }).present("#/components/schemas/Made", {
    made: value,
  }) as JsonObject;
  expect(isOne ? made : made !== value).toEqual(isOne ? value : true);
});

test.each<[answer: JsonObject[string], verdict: string | undefined]>([
  ["yes", "yes"],
  ["no", "no"],
  [{ answer: "yes" }, "yes"],
  [{ answer: "no", words: "Never." }, "no"],
  ["sometimes", undefined],
  [{ answer: "sometimes" }, undefined],
  [{ minimum: 1 }, undefined],
])("the answer %j is the verdict %j", (answer, verdict) => {
  expect(formOf({}, { own: answer }).verdictOn("own")).toBe(verdict);
});

test("what recordings show is no answer of the owner", () => {
  const verified = { ...stated, gap: "own", kind: "recorded", answer: "yes" };
  const info = { title: "A", version: "1", "x-verified": [verified, { ...stated, answer: "no" }] };
  const document = { openapi: "3.1.1", info, paths: {}, components: { schemas: {} } };
  const form = new AnsweredForm(document as unknown as OpenApiDocument);
  expect(form.verdictOn("own")).toBeUndefined();
  const made = {};
  expect(form.present("#/components/schemas/Made", made)).toBe(made);
});

test("as long as nobody has answered, everything stays as it is", () => {
  const form = formOf({ JobStatus: text, Made: output({ type: "string" }) }, {});
  expect(form.present("#/components/schemas/Made", job)).toBe(job);
});

test("a list that the contract shows empty has something to choose from", () => {
  const item = {
    type: "object",
    required: ["avatar_id"],
    properties: { avatar_id: { ...text, examples: ["ada"] }, age: { type: "integer" } },
  };
  const form = formOf({
    Made: {
      type: "object",
      properties: { list: list(item), none: list({}), some: list(item), one: item },
    },
  });
  const some = [{ avatar_id: "bob" }];
  const made = { list: [], none: [], some, one: "" };
  expect(form.fillLists("#/components/schemas/Made", made)).toEqual({
    ...made,
    list: [{ avatar_id: "ada" }],
  });
});

describe("rows", () => {
  const input = {
    ...hpRequest(),
    variable_count: 2,
    data_slice_start_index: 0,
    data_slice_end_index: 2,
  } as never;
  test.each<[answers: JsonObject, slice: object, fault: RegExp | undefined]>([
    [{}, { start: 0, end: 2 }, /variable_count is 2/],
    [{ "data-slice-rows": { minimum: 0 } }, { start: 1, end: 3 }, /variable_count is 2/],
    [
      { "data-slice-rows": { minimum: 0 }, "data-slice-end": "no" },
      { start: 1, end: 2 },
      /variable_count is 2/,
    ],
    [
      { "data-slice-end": { answer: "no" }, "variable-count-and-segments": "no" },
      { start: 0, end: 1 },
      undefined,
    ],
  ])("are counted as %j", (answers, slice, fault) => {
    const rules = rowRules(formOf({}, answers));
    expect(sliceOf(input, rules)).toMatchObject(slice);
    if (fault) expect(findInputFault(input, rules)).toMatch(fault);
    else expect(findInputFault(input, rules)).toBeUndefined();
  });

  test("times may be minutes and seconds", () => {
    const variables = [{ start_time: "00:58", end_time: "1:03" }];
    const timed = { ...hpRequest(), variables } as never;
    expect(findInputFault(timed, rowRules(formOf({})))).toBeUndefined();
    const reversed = {
      ...hpRequest(),
      variables: [{ start_time: "1:03", end_time: "00:58" }],
    } as never;
    expect(findInputFault(reversed, rowRules(formOf({})))).toMatch(/does not end after it starts/);
  });
});

test.each<[codes: string[], made: number, code: number]>([
  [["default"], 422, 422],
  [["400", "401"], 422, 400],
  [["400", "422"], 422, 422],
  [["403"], 401, 403],
  [["400"], 404, 400],
  [["503"], 500, 500],
])("of the codes %j, a failure with %i gets %i", (codes, made, code) => {
  const responses = Object.fromEntries(codes.map((each) => [each, { description: "" }]));
  const paths = { "/a": { get: { operationId: "getHpJob", responses } } };
  const document = {
    openapi: "3.1.1",
    info: { title: "A", version: "1" },
    paths,
    components: { schemas: {} },
  };
  const [operation] = listOperations(document as unknown as OpenApiDocument);
  expect(namedFailure(operation!, made)).toBe(code);
});
