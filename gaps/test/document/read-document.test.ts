import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { describePlace, examplesOf, operationsOf } from "../../src/document/document.ts";
import { type ReadDocument, readDocument } from "../../src/document/read-document.ts";
import { valueAt } from "../../src/document/json.ts";
import { lintDocument } from "../../src/ruleset/lint.ts";
import { runCommand } from "../support/command.ts";

const head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";
const withSchemas = (...lines: string[]) =>
  `${head}components:\n  schemas:\n${lines.map((line) => `    ${line}\n`).join("")}`;

/** Reads the first of the files, in a folder of their own. */
async function readFiles(files: Record<string, string>): Promise<ReadDocument> {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder.path, name, ".."), { recursive: true });
    await folder.write(name, text);
  }
  return readDocument(join(folder.path, Object.keys(files)[0]!));
}

/** `file:line message` of each problem. */
const told = ({ problems }: ReadDocument) =>
  problems.map(({ file, line, message }) => `${file.replace(/.*\//, "")}:${line} ${message}`);

describe("several files", () => {
  const read = readDocument(join(import.meta.dirname, "../fixtures/events/openapi.yaml"));

  it("become one document, each part once, under the name of its file", () => {
    expect(read.problems).toEqual([]);
    expect(JSON.stringify(read.document)).not.toContain(".yaml");
    expect(Object.keys(read.document.components.schemas)).toEqual(["Search", "Event"]);
    const cause = valueAt(read.document, "#/components/schemas/Event/properties/cause");
    expect(cause).toEqual({ $ref: "#/components/schemas/Event" });
    // Of every method of OpenAPI 3.2.
    const names = operationsOf(read.document).map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(["query /events", "LINK /events", "get /events/{id}"]);
  });

  it("a component that says something beside its reference is another part than the file", async () => {
    const { document } = await readFiles({
      "a.yaml": `${head}components:\n  responses:\n    Wrong: { $ref: failure.yaml, description: Wrong. }\n    Whole: { $ref: whole.yaml }\npaths:\n  /a: { get: { responses: { "401": { $ref: "#/components/responses/Wrong" }, "404": { $ref: whole.yaml }, default: { $ref: failure.yaml } } } }\n`,
      "failure.yaml": "description: An error.\n",
      "whole.yaml": "description: All.\n",
    });
    expect(document.components["responses"]).toEqual({
      Wrong: { $ref: "#/components/responses/failure", description: "Wrong." },
      Whole: { description: "All." },
      failure: { description: "An error." },
    });
  });

  it("are found again by the places of the document", () => {
    const place = read.sources.locate(["components", "schemas", "Event", "properties", "kind"]);
    expect(place).toMatchObject({ file: expect.stringMatching(/schemas\/Event\.yaml$/), line: 4 });
    const { file } = read.sources.trace(["paths", "/events/{id}", "get"]);
    const referenceTo = (pointer: string) => read.sources.referenceFrom(file, pointer);
    expect(referenceTo("#/components/schemas/Event")).toBe("../schemas/Event.yaml");
    // A URI has no braces (RFC 3986).
    expect(referenceTo("#/paths/~1events~1{id}/get")).toBe("#/get");
    expect(referenceTo("#/paths/~1a~1{id}")).toMatch(/#\/paths\/~1a~1%7Bid%7D$/);
  });

  it("may have parts of one name", async () => {
    const { document, sources, problems } = await readFiles({
      "a.yaml": withSchemas(
        "One: { $ref: b%20d/Thing.yaml }",
        "id: { type: integer }",
        "Two: { items: { $ref: c/Thing.yaml } }",
      ),
      "b d/Thing.yaml": "properties: { other: { $ref: ../c/Thing.yaml#/properties/id } }",
      "c/Thing.yaml": "properties: { id: &id { not: { $ref: ../b%20d/Thing.yaml } }, thing: *id }",
    });
    expect(problems).toEqual([]);
    const reference = sources.referenceFrom(sources.entry, "#/components/schemas/One/items");
    expect(reference).toBe("b%20d/Thing.yaml#/items");
    const { schemas } = document.components;
    // What stands in a part that has a name is a part of that.
    expect(Object.keys(schemas)).toEqual(["One", "id", "Two", "Thing"]);
    expect(schemas["One"]).toEqual({
      properties: { other: { $ref: "#/components/schemas/Thing/properties/id" } },
    });
    const thing = valueAt(document, "#/components/schemas/Thing/properties/thing/not");
    expect(thing).toEqual({ $ref: "#/components/schemas/One" });
  });
});

it("a pipe that a reference names is told, and not waited for", async () => {
  await using folder = await temporaryFolder();
  execFileSync("mkfifo", [join(folder.path, "pipe")]);
  const read = readDocument(await folder.write("a.yaml", withSchemas("A: { $ref: pipe }")));
  expect(told(read)).toEqual([expect.stringMatching(/^a\.yaml:5 .*pipe is a pipe, and no file/)]);
});

it("a map may be another file, as bundlers take it", async () => {
  const { document, sources, problems } = await readFiles({
    "a.yaml": `${withSchemas("A: { properties: { $ref: b.yaml#/fields, own: { type: string } } }")}  responses:
    R: { description: It., content: { $ref: b.yaml#/bodies } }
`,
    "b.yaml":
      "fields:\n  id: { $ref: '#/Id' }\nId: { type: integer }\nbodies: { text/csv: { schema: { type: string } } }",
  });
  expect(problems).toEqual([]);
  expect(document.components.schemas["A"]).toEqual({
    properties: { id: { $ref: "#/components/schemas/Id" }, own: { type: "string" } },
  });
  expect(document.components["responses"]).toEqual({
    R: { description: "It.", content: { "text/csv": { schema: { type: "string" } } } },
  });
  expect(sources.trace(["components", "schemas", "A", "properties", "id"])).toMatchObject({
    keys: ["fields", "id"],
  });
});

it.each([
  [
    ["v1/State", "v2/State"],
    ["v1_State", "v2_State"],
  ],
  [
    ["v2/State", "v1/State"],
    ["v1_State", "v2_State"],
  ],
  [["v2/State"], ["State"]],
])("the names of %j are %j, whichever is read first", async (names, expected) => {
  const uses = names.map((name, index) => `A${index}: { items: { $ref: ${name}.yaml } }`);
  const files = Object.fromEntries(names.map((name) => [`${name}.yaml`, "type: string"]));
  const { document } = await readFiles({ "a.yaml": withSchemas(...uses), ...files });
  const others = Object.keys(document.components.schemas).filter((name) => !/^A\d/.test(name));
  expect(others.sort()).toEqual(expected);
});

const get = (responses: string) => `${head}paths: { /a: { get: { responses: ${responses} } } }\n`;

it.each<[kind: string, text: string, at: string, is: unknown, components: object | undefined]>([
  [
    "a path item",
    `${head}paths: { /a: { $ref: b.yaml#/I } }\n`,
    "#/paths/~1a",
    { summary: "I" },
    {},
  ],
  [
    "a path item with words of its own",
    `${head}paths: { /a: { $ref: b.yaml#/I, summary: Own } }\n`,
    ...(["#/paths/~1a", { summary: "Own" }, {}] as const),
  ],
  [
    "a path item of two paths",
    `${head}paths: { /a: { $ref: b.yaml#/I }, /b: { $ref: b.yaml#/I } }\n`,
    "#/paths",
    { "/a": { summary: "I" }, "/b": { summary: "I" } },
    {},
  ],
  [
    "a media type",
    get("{ 200: { content: { a/b: { $ref: b.yaml#/M } } } }"),
    "#/paths/~1a/get/responses/200/content/a~1b",
    { example: 1 },
    {},
  ],
  [
    "a map of two places",
    `${head}components: { schemas: { A: { properties: { $ref: b.yaml#/P } }, B: { properties: { $ref: b.yaml#/P } } } }\n`,
    "#/components/schemas",
    { A: { properties: { p: { type: "string" } } }, B: { properties: { p: { type: "string" } } } },
    undefined,
  ],
  [
    "a response",
    get("{ 200: { $ref: b.yaml#/R } }"),
    "#/paths/~1a/get/responses/200",
    { $ref: "#/components/responses/R" },
    { responses: { R: { description: "R" } } },
  ],
  [
    "a parameter",
    `${head}paths: { /a: { parameters: [{ $ref: b.yaml#/Q }] } }\n`,
    "#/paths/~1a/parameters/0",
    { $ref: "#/components/parameters/Q" },
    { parameters: { Q: { name: "q", in: "query" } } },
  ],
  [
    "a schema that is a truth value",
    withSchemas(
      "A: { items: { $ref: b.yaml#/T } }",
      "B: { items: { $ref: '#/components/schemas/C' } }",
      "C: true",
    ),
    "#/components/schemas/A/items",
    { $ref: "#/components/schemas/T" },
    {
      schemas: {
        A: expect.anything(),
        B: { items: { $ref: "#/components/schemas/C" } },
        C: true,
        T: true,
      },
    },
  ],
  [
    "a value of a mapping that is no text",
    withSchemas("A: { discriminator: { mapping: { one: 1, two: b.yaml#/T, three: gone.yaml } } }"),
    "#/components/schemas/A/discriminator/mapping",
    { one: 1, two: "#/components/schemas/T", three: "gone.yaml" },
    undefined,
  ],
  [
    "a part that has the name of one here",
    withSchemas("T: { items: { $ref: b.yaml#/T } }", "b_T: {}", "b_T-2: {}"),
    "#/components/schemas/T/items",
    { $ref: "#/components/schemas/b_T-3" },
    undefined,
  ],
])("%s of another file has its place", async (_, text, at, is, components) => {
  const other =
    "I: { summary: I }\nM: { example: 1 }\nP: { p: { type: string } }\nR: { description: R }\nQ: { name: q, in: query }\nT: true\n";
  const { document, problems } = await readFiles({ "a.yaml": text, "b.yaml": other });
  expect(problems).toEqual([]);
  expect(valueAt(document, at)).toEqual(is);
  if (components) expect(document.components).toEqual({ schemas: {}, ...components });
});

it.each([
  ["a path item", "paths: { /a: { $ref: b.yaml#/A } }"],
  ["a map", "components: { schemas: { S: { properties: { $ref: b.yaml#/P } } } }"],
])("%s that is put into itself is told, and ends", async (_, text) => {
  const other = `A: { post: { callbacks: { c: { d: { $ref: '#/A' } } } } }\nP: { p: { properties: { $ref: '#/P' } } }\n`;
  const read = await readFiles({ "a.yaml": `${head}${text}\n`, "b.yaml": other });
  expect(told(read)).toEqual([expect.stringMatching(/This reference leads in a circle/)]);
  expect(read.problems[0]!.rule).toBe("reference-resolves");
});

it.each([
  ["b.yaml#/none", "No object stands at "],
  ["b.yaml#/text", "No object stands at "],
  ["b.yaml#T", "is no path into a file here"],
  ["gone.yaml", /There is no file \S+gone\.yaml[^.]*\.(?!\.)/],
])("a map that is at %s is told", async (reference, says) => {
  const text = withSchemas(`A: { properties: { $ref: '${reference}' } }`);
  const read = await readFiles({ "a.yaml": text, "b.yaml": "T: {}\ntext: a\n" });
  expect(told(read)).toEqual([expect.stringMatching(says)]);
  expect(read.document.components.schemas).toEqual({ A: { properties: {} } });
});

it.each([
  ["folders above, and signs", ["../s-h.a/v 1/Item", "Item"], ["Item", "s-h.a_v_1_Item"]],
  ["one file, in folders of two names", ["v1/Item", "v1/x/Item"], ["v1_Item", "v1_x_Item"]],
])("names of %s are made of their paths", async (_, names, expected) => {
  await using folder = await temporaryFolder();
  const uses = names.map((name, index) => `A${index}: { items: { $ref: '${name}.yaml' } }`);
  for (const name of names) {
    await mkdir(join(folder.path, "in", name, ".."), { recursive: true });
    await folder.write(join("in", `${name}.yaml`), "type: string");
  }
  const { document } = readDocument(await folder.write("in/a.yaml", withSchemas(...uses)));
  const others = Object.keys(document.components.schemas).filter((name) => !/^A\d/.test(name));
  expect(others.sort()).toEqual(expected.sort());
});

it.each<[version: string, says: RegExp | undefined]>([
  ["'3.0.4'", undefined],
  ["'3.1'", undefined],
  ["3.2.0", undefined],
  ["'3.3.0'", /its openapi is "3\.3\.0"/],
  ["'3.10.0'", /its openapi is "3\.10\.0"/],
  ["'13.1.0'", /its openapi is "13\.1\.0"/],
  ["", /its openapi is null/],
])("a document of the version %s is read, or refused: %s", async (version, says) => {
  const read = readFiles({ "a.yaml": `openapi: ${version}\n` });
  if (says) return expect(read).rejects.toThrow(says);
  // What a document may lack is there for who reads it.
  expect((await read).document).toMatchObject({ info: {}, paths: {}, components: { schemas: {} } });
});

it("a file without a version is refused", async () => {
  await expect(readFiles({ "a.yaml": "info: {}" })).rejects.toThrow(/its openapi is missing/);
});

it("a text in JSON may hold quotes and brackets", async () => {
  const text =
    '{"openapi": "3.1.0", "x": "\\"}{",\n"components": {"schemas":\n{"A": {"$ref": "#/b"}}}}';
  expect(told(await readFiles({ "a.json": text }))[0]).toMatch(/^a\.json:3 This reference leads/);
});

it.each<[what: string, other: string, schemas: object]>([
  [
    "what a part has under $defs stays in that part",
    "A: { items: { $ref: '#/A/$defs/X' }, $defs: { X: { type: string } } }",
    { A: { items: { $ref: "#/components/schemas/A/$defs/X" }, $defs: { X: { type: "string" } } } },
  ],
  [
    "a mapping leads to what it names, be it in another file and named nowhere else",
    "A: { discriminator: { mapping: { b: '#/B', c: C, d.e: d.e } } }\nB: { not: { $ref: '#/A' } }",
    {
      A: { discriminator: { mapping: { b: "#/components/schemas/B", c: "C", "d.e": "d.e" } } },
      B: { not: { $ref: "#/components/schemas/A" } },
    },
  ],
])("%s", async (_, other, schemas) => {
  const files = { "a.yaml": withSchemas("A: { $ref: b.yaml#/A }"), "b.yaml": other };
  expect((await readFiles(files)).document.components.schemas).toEqual(schemas);
});

describe("what cannot be read is named with file and line, and the rest is read", () => {
  it.each<[string[], string]>([
    [["A: { $ref: ./gone.yaml }"], "a.yaml:5 There is no file"],
    [["A: { $ref: '#/components/schemas/B' }"], "a.yaml:5 This reference leads to no object"],
    [["A: { $ref: 'https://a.example/b' }"], "a.yaml:5 https://a.example/b is no path into"],
    [
      ["A: { $ref: '#b' }", "B: { $anchor: b }"],
      "a.yaml:5 #b is no path. Write the way to what has this $anchor, such as #/components/schemas/Loan",
    ],
    [
      ["A: { $ref: 'https://a.example/b' }", "B: { $id: 'https://a.example/b' }"],
      "For a part of this document that has it as $id or $self, write #/path/to/it",
    ],
    [["A: { properties: { $ref: b.yaml } }"], "b.yaml:2 This file is neither YAML nor JSON"],
    [["A: { properties: { $ref: '#/components/schemas' } }"], "a.yaml:5 This reference leads in a"],
    [["A: { $ref: '/dev/zero#/a' }"], "a.yaml:5 /dev/zero is a device, and no file"],
    [["A: { $ref: b.yaml }"], "b.yaml:2 This file is neither YAML nor JSON"],
    [
      ["A: { $ref: '#/components/schemas/B' }", "B: { $ref: '#/components/schemas/A' }"],
      "in a circle",
    ],
  ])("%s", async (lines, message) => {
    const text = withSchemas(...lines, "Z: { type: string }");
    const read = await readFiles({ "a.yaml": text, "b.yaml": "a: [1\nb: 2" });
    expect(told(read)[0]).toContain(message);
    expect(read.document.components.schemas).toMatchObject({ A: {}, Z: { type: "string" } });
    expect(new Set(lintDocument(read).map(({ rule }) => rule)).size).toBe(1);
  });
});

it.each([
  ["a tab", "A:\n\ttype: string\n", "b.yaml:2 This file is neither YAML nor JSON: tab characters"],
  ["a key twice", "A: {}\nA: {}\n", "b.yaml:2 This file is neither YAML nor JSON: duplicated"],
  [
    "a conflict",
    "A:\n<<<<<<< HEAD\n  type: string\n=======\n>>>>>>> x\n",
    "b.yaml:2 This file is neither YAML nor JSON: a conflict of versions begins here. Choose",
  ],
  [
    "a second document",
    "A: {}\n---\nB: {}\n",
    "b.yaml:2 This file is neither YAML nor JSON: a second document begins here",
  ],
  [
    "a key twice in JSON",
    '{"A": {"x": 1,\n"x": 2}}',
    "b.yaml:2 This file is neither YAML nor JSON: duplicated",
  ],
  ["a bracket", "A: [1\nb: 2", "b.yaml:2 This file is neither YAML nor JSON"],
])("%s is told once, in its file, however many refer to it", async (_, other, message) => {
  const uses = [
    "X: { $ref: b.yaml#/A }",
    "Y: { $ref: b.yaml#/A }",
    "Z: { items: { $ref: b.yaml } }",
  ];
  const read = await readFiles({ "a.yaml": withSchemas(...uses), "b.yaml": other });
  expect(told(read)).toEqual([expect.stringContaining(message)]);
  expect(lintDocument(read)).toHaveLength(1);
});

const bomb = Array.from({ length: 12 }, (_, level) => {
  const parts = Array.from({ length: 10 }, (_, index) => `p${index}: *a${level}`);
  return `a${level + 1}: &a${level + 1} { ${parts.join(", ")} }`;
});

describe("a file that is no document is refused", () => {
  it.each([
    ["{ swagger: '2.0' }", /a\.yaml:1 is no OpenAPI document: it is Swagger 2\.0\. Convert it/],
    ["openapi: 3.1", /its openapi is 3\.1\. Write one of .* in full and in quotes/],
    [`${head}x: ${"[".repeat(9999)}`, /is neither YAML nor JSON: .*(depth|nest)/],
    // Billions of objects.
    [withSchemas("a0: &a0 {}", ...bomb), /stands for more than \d+ objects\. Remove the YAML alia/],
  ])("%.30j", async (text, says) => {
    await expect(readFiles({ "a.yaml": text })).rejects.toThrow(says);
  });

  it("so is one that is not UTF-8", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "a.yaml");
    await writeFile(file, Buffer.from(`${head}x-at: Café`, "latin1"));
    expect(() => readDocument(file)).toThrow(/a\.yaml is not UTF-8\. Save/);
  });
});

it.each([
  ["#/paths/~1a/get/responses/2XX/x/properties/b", "field `b` of response 2XX of `GET` `/a`"],
  ["#/components/schemas/A/allOf/0/properties/b~1c", "field `b/c` of `A`"],
  ["#/components/requestBodies/A", "request body `A`"],
  [
    "#/paths/~1a/post/callbacks/done/{$url}/post/requestBody/content/x/schema/properties/b",
    "field `b` of the request of callback `done` of `POST` `/a`",
  ],
  [
    "#/paths/~1a/post/callbacks/done/{$url}/post/responses/200",
    "response 200 of callback `done` of `POST` `/a`",
  ],
])("%s is described as %s", (pointer, words) => {
  expect(describePlace(pointer)).toBe(words);
});

it.each([900, 9999])("a schema that is %i deep ends in a sentence", async (depth) => {
  await using folder = await temporaryFolder();
  const A = `${'{"allOf": ['.repeat(depth)}{}${"]}".repeat(depth)}`;
  await folder.write("a.json", `{"openapi": "3.1.0", "components": {"schemas": {"A": ${A}}}}`);
  const { output } = await runCommand(folder.path, "lint", "a.json");
  expect(output).toMatch(/^a\.json:1:|nested too deeply/);
  expect(output).not.toMatch(/\n\s+at /);
});

describe("documents in other styles", () => {
  it("with examples by reference, and in files of their own", () => {
    const a = { $ref: "#/components/examples/b" };
    const A = { schema: {}, example: 1, examples: { a, c: { externalValue: "c.json" } } };
    const parts = { parameters: { A }, examples: { b: { value: 2 } }, schemas: {} };
    const schema = "#/components/parameters/A/schema";
    expect(examplesOf({ info: {}, paths: {}, components: parts })).toEqual([
      { pointer: "#/components/parameters/A/example", schema, value: 1 },
      { pointer: "#/components/examples/b/value", schema, name: "a", value: 2 },
    ]);
  });

  it("with an id that two operations have, in a path item that two paths have", () => {
    const item = {
      get: { operationId: "a" },
      additionalOperations: { LINK: { operationId: "a" } },
    };
    const shared = { $ref: "#/components/pathItems/a" };
    const parts = { paths: { "/a": shared, "/b": shared }, components: { pathItems: { a: item } } };
    const names = operationsOf({ info: {}, ...parts } as never).map((each) => each.operationId);
    expect(names).toEqual(["GET /a", "LINK /a", "GET /b", "LINK /b"]);
  });
});
