/** Which operation a call is, and what its query says. */
import { describe, expect, it } from "vitest";
import { Checker } from "../../src/api/checker.ts";
import { BaseAddress } from "../../src/api/service-address.ts";
import { hasNoBody } from "../../src/api/exchange.ts";
import { Interface } from "../../src/api/interface.ts";
import { readQuery } from "../../src/api/query.ts";
import { describeMediaType, nameMediaType } from "../../src/api/words.ts";
import type { JsonObject, OpenApiDocument } from "../../src/document/document.ts";
import { gap } from "../truth/shop.ts";

const documentOf = (paths: JsonObject, openapi = "3.1.1", schemas: JsonObject = {}) =>
  ({ openapi, info: {}, paths, components: { schemas } }) as unknown as OpenApiDocument;

describe("a call", () => {
  const paths = ["/a/{id}", "/a/{id}.json", "/a/{id}:preview", "/a/{id}/{part}", "/a/é"];
  const items = Object.fromEntries(paths.map((path) => [path, { get: {} }]));
  const api = new Interface(documentOf({ ...items, "x-note": { get: {} } }));

  it.each<[path: string, template?: string, parameters?: object]>([
    ["/a/1", "/a/{id}", { id: "1" }],
    ["/a/1/", "/a/{id}", { id: "1" }],
    ["/a/1.json", "/a/{id}.json", { id: "1" }],
    ["/a/1:preview", "/a/{id}:preview", { id: "1" }],
    ["/a/1%3Apreview", "/a/{id}:preview", { id: "1" }],
    ["/a/%C3%A9", "/a/é", {}],
    ["/a/x%2Fy", "/a/{id}", { id: "x/y" }],
    ["/a/%E0%A4%A", "/a/{id}", { id: "%E0%A4%A" }],
    ["/a/1/2", "/a/{id}/{part}", { id: "1", part: "2" }],
    ...["/b", "/a", "/a/", "x-note", "/a/1/2/3"].map((path): [string] => [path]),
  ])("of %s is of %s", (path, template, parameters) => {
    const match = api.match("GET", path);
    expect([match?.operation.path, match?.parameters]).toEqual([template, parameters]);
  });
});

it.each([
  ["/v1/a", "/a"],
  ["/v10/a", undefined],
])("below the address /v1, %s is %s", (path, below) => {
  const origin = "https://a.example";
  expect(new BaseAddress(`${origin}/v1/`).pathBelow({ origin, path })).toBe(below);
});

it.each(["https://me@a.example", "https://:secret@a.example", "ftp://a.example", "a.example", ""])(
  "%j is no address of a service",
  (address) => {
    expect(() => new BaseAddress(address)).toThrow(/is no address of a service without a login/);
  },
);

it.each([
  [199, "all"],
  [200, "successes"],
  [299, "successes"],
  [300, "all"],
  [399, "all"],
  [400, "failures"],
  [599, "failures"],
])("a response with %i is asked about by the note on %s", (status, asked) => {
  const note = (id: string, answer?: string) => ({ ...gap(id, "statuses"), answer });
  const document = documentOf({ "/a": { get: {} } });
  document.info["x-gap"] = [
    note("successes", "status-codes"),
    note("failures", "failures"),
    gap("all", "statuses"),
  ] as JsonObject[];
  const checker = Checker.of(JSON.parse(JSON.stringify(document)) as OpenApiDocument);
  const [operation] = checker.interface.operations;
  expect(checker.gapFor("statuses", operation!, status)?.id).toBe(asked);
});

it.each([
  ...[100, 199, 204, 205, 304].map((status) => ["GET", status, true] as const),
  ...[200, 203, 206, 303, 404].map((status) => ["GET", status, false] as const),
  ["HEAD", 200, true] as const,
])("a response to %s with %i has no body: %s", (method, status, isEmpty) => {
  expect(hasNoBody({ method, status })).toBe(isEmpty);
});

it.each([
  ...["json", "problem+json", "hal+json", "xml", "pdf", "zip", "octet-stream"].map(
    (type) => `application/${type}`,
  ),
  ...["application/x-ndjson", "application/jsonl", "image/png", "image/jpeg"],
  ...["html", "plain", "xml", "csv", "event-stream"].map((type) => `text/${type}`),
])("the media type %s may be told", (type) => {
  expect([nameMediaType(type), describeMediaType(type)]).toEqual([type, type]);
});

it.each(["text/ada", "application/vnd.ada+json", "application/jsonl2", "video/mp4"])(
  "the media type %s may hold data",
  (type) => {
    expect([nameMediaType(type), describeMediaType(type)]).toEqual(["*/*", "another media type"]);
  },
);

describe("a query", () => {
  const list = { type: "array", items: { type: "integer" } };
  const box = { properties: { low: { type: "integer" }, name: { type: "string" } } };

  it.each<[string, object, string, unknown]>([
    ["repeated", { schema: list }, "q=1&q=2", ["1", "2"]],
    ["repeated, with a comma", { schema: { type: "array" } }, "q=1,2", ["1,2"]],
    ["of commas", { schema: list, explode: false }, "q=1,2", ["1", "2"]],
    ["of pipes", { schema: list, style: "pipeDelimited" }, "q=1%7C2", ["1", "2"]],
    ["of spaces", { schema: list, style: "spaceDelimited" }, "q=1%202", ["1", "2"]],
    ["deep", { schema: box, style: "deepObject" }, "q[low]=1&q[name]=2", { low: "1", name: "2" }],
    ["spread, which is not looked at", { schema: box }, "low=1&name=2", undefined],
    ["of text", { schema: { type: "string" } }, "q=7", "7"],
    ["of a branch", { schema: { oneOf: [{ type: "boolean" }, list] } }, "q=1", ["1"]],
  ])("%s", (_, parameter, text, value) => {
    const parameters = [{ name: "q", in: "query", ...parameter }] as JsonObject[];
    const api = new Interface(documentOf({ "/a": { get: { parameters } } }));
    const { values, unknown } = readQuery(
      api,
      api.operations[0]!,
      new URLSearchParams(`${text}&qz=1`),
    );
    expect(values[0]?.value).toEqual(value);
    expect(unknown).toEqual(["qz"]);
  });
});

const besideReference = { $ref: "#/components/schemas/B", maxLength: 1 };

it.each([
  ["3.0.3", besideReference, ["long"], [7]],
  ["3.1.1", besideReference, ["a"], ["long", 7]],
  ["3.0.3", { type: "number", nullable: true, exclusiveMinimum: true, minimum: 0 }, [null, 1], [0]],
  ["3.0.3", { type: "string", nullable: true, enum: ["a"] }, [null, "a"], ["b"]],
  ["3.0.3", { nullable: true, allOf: [{ type: "string" }] }, [null, "a"], [1]],
  ["3.1.1", { type: "object", example: { $id: "a" } }, [{}], [1]],
  ["3.1.1", { format: "email" }, ["user@localhost", "a.b@c.example"], ["user", "a b@c.example"]],
  ["3.1.1", { multipleOf: 0.01 }, [19.99, 1234567.89, 1e20], [0.005, 1234567.891]],
  // Two neighbours beyond 2^53 may have been read as one.
  ["3.1.1", { uniqueItems: true }, [[{ id: 2 ** 53 }, { id: 2 ** 53 }]], [[{ id: 1 }, { id: 1 }]]],
])("in %s, %j takes %j, and refuses %j", (version, schema, taken, refused) => {
  const schemas = { A: schema as JsonObject, B: { type: "string" }, C: schema as JsonObject };
  const checker = Checker.of(documentOf({}, version, schemas));
  const takes = (value: unknown) => checker.errors("#/components/schemas/A", value).length === 0;
  expect([...taken, ...refused].filter(takes)).toEqual(taken);
});
