/** The code of every language compiles, whatever the contract calls things. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runGo } from "../../../test/support/go.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { asObject, type OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { bundleContract, readBundle } from "../../support/contract.ts";
import { generateFiles, type GeneratedFiles } from "../generate.ts";
import { renderGoTypes } from "../go/types.ts";
import { readModel } from "../model/model.ts";
import { renderPythonTypes } from "../python/types.ts";
import { root } from "../../support/locations.ts";
import { wrap } from "../../support/wrap.ts";

let document: OpenApiDocument;
beforeEach(async () => void (document = await readBundle()));

const schema = (name: string) => document.components.schemas[name]!;
const properties = (name: string) => asObject(schema(name)["properties"]);

test("types come after those that they need", () => {
  const names = [...readModel(document).inputs.keys()];
  expect(names.indexOf("AvatarActor")).toBeLessThan(names.indexOf("Actor"));
  expect(names.indexOf("Actor")).toBeLessThan(names.indexOf("LipsyncVideoInput"));
});

test("the branches of a choice are no type of an answer, which leaves it open", () => {
  const names = [...readModel(document).answers.keys()];
  expect(names).toContain("LipsyncVideoInputEcho");
  expect(names).not.toContain("AvatarActor");
});

test("text of the contract cannot end a comment or a docstring", () => {
  schema("HpJob")["description"] = 'Ends """ here, \\ and\nimport os';
  const model = readModel(document);
  expect(renderPythonTypes(model)).toContain('Ends \\"\\"\\" here, \\\\ and import os');
  expect(renderGoTypes(model)).toContain('// Ends """ here, \\ and import os');
});

test("any JSON value finds a type: lists of lists, several types, none", () => {
  Object.assign(properties("HpJob"), {
    grid: { type: "array", items: { type: "array", items: { type: "integer" } } },
    either: { type: ["boolean", "null"] },
    anything: {},
  });
  const model = readModel(document);
  const types = renderPythonTypes(model);
  expect(types).toMatch(/grid: Optional\[Tuple\[object, ...\]\]/);
  expect(types).toMatch(/either: Optional\[Union\[bool, None\]\]/);
  expect(types).toMatch(/anything: object/);
  expect(renderGoTypes(model)).toMatch(/Grid \[\]\[\]int64/);
});

/** The contract with names and values that are no names in code, in a request, an answer and an address. */
async function hardContract(): Promise<OpenApiDocument> {
  const hard = await readBundle();
  const { schemas } = hard.components;
  const text = { type: "string" };
  schemas["Links-Self"] = {
    type: "object",
    properties: { self: text, from: text, raw: text, class: text, "two words": text },
  };
  // Without a type: the values say it.
  schemas["Mode"] = { enum: ["fast", "very-slow", ""] };
  schemas["filter_by"] = {
    type: "object",
    required: ["from"],
    properties: {
      from: text,
      self: { enum: ["a", "b c"] },
      limit: { enum: [1, 2.5] },
      turn: { const: 90 },
      kinds: { type: "array", items: { enum: ["x"] } },
      "5th": { enum: [true, null] },
      mode: { $ref: "#/components/schemas/Mode" },
      inner: { $ref: "#/components/schemas/filter_by" },
    },
  };
  delete asObject(schemas["filter_by"]["properties"])["5th"];
  asObject(schemas["HpJobInput"]?.["properties"])["filter"] = {
    $ref: "#/components/schemas/filter_by",
  };
  asObject(schemas["HpJob"]?.["properties"])["links"] = { $ref: "#/components/schemas/Links-Self" };
  const read = asObject(hard.paths["/api/hp_job/{job_id}"]?.["get"]);
  const { "2XX": success } = asObject(read["responses"]);
  const parameter = (name: string) => ({
    ...{ name, in: "path", required: true },
    schema: { $ref: "#/components/schemas/JobId" },
  });
  hard.paths["/api/{in}/{body}/{from}/{func}"] = {
    parameters: [parameter("in"), parameter("body"), parameter("from"), parameter("func")],
    get: { operationId: "get-thing", tags: ["Things"], responses: { 200: success! } },
  };
  return hard;
}

let files: GeneratedFiles;
let folder: TemporaryFolder;

beforeAll(async () => {
  files = await generateFiles({ ...bundleContract(), document: await hardContract() });
  folder = await temporaryFolder();
  for (const [name, content] of files) {
    const path = join(folder.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
});
afterAll(() => folder[Symbol.asyncDispose]());

test("TypeScript compiles", async () => {
  const use = `import type { FilterBy, HpJob, HpJobInput, OperationMethods } from "./generated/methods.ts";
declare const client: OperationMethods<object>;
const filter: FilterBy = { from: "a", self: "b c", limit: 2.5, turn: 90, kinds: ["x"], mode: "very-slow" };
declare const input: HpJobInput;
input.filter = { from: "a", inner: filter };
// @ts-expect-error: the contract lists other values
filter.mode = "slow";
const job: Promise<HpJob> = client.getThing("a", "b", "c", "d");
export const link: Promise<string | undefined> = job.then(({ links }) => links?.["two words"]);
`;
  await writeFile(join(folder.path, "use.ts"), use);
  const program = ts.createProgram(
    [join(folder.path, "use.ts"), join(folder.path, "generated/operations.ts")],
    {
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
      ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext },
    },
  );
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(messages).toEqual([]);
});

test("Python imports, and reads every field", requires(tools.python), async () => {
  const types = join(folder.path, "clients/python/src/video_generation");
  await writeFile(join(types, "__init__.py"), "");
  for (const name of ["reading.py", "calling.py"])
    await cp(join(root, "clients/python/src/video_generation", name), join(types, name));
  const program = `import ast, sys
from video_generation._generated.types import HpJob, FilterBy
ast.parse(open("video_generation/_generated/operations.py").read())
links = HpJob.read({"links": {"self": "a", "from": "b", "raw": "c", "class": "d", "two words": "e"}}).links
print(links.self_, links.from_, links.raw_, links.class_, links.two_words)
print(sorted(FilterBy.__annotations__), sorted(FilterBy.__required_keys__))
`;
  const { stdout } = await promisify(execFile)("python3", ["-c", program], {
    cwd: dirname(types),
  });
  expect(stdout.split("\n")).toEqual([
    "a b c d e",
    "['from', 'inner', 'kinds', 'limit', 'mode', 'self', 'turn'] ['from']",
    "",
  ]);
});

test("Go compiles", requires(tools.go), async () => {
  const go = join(folder.path, "clients/go");
  for (const name of await readdir(join(root, "clients/go"))) {
    if (name.endsWith(".gen.go") || name.endsWith("_test.go")) continue;
    await cp(join(root, "clients/go", name), join(go, name), { recursive: true });
  }
  await rm(join(go, "test"), { recursive: true, force: true });
  expect(await runGo(go, "go", "vet", ".")).toBe("");
  expect(await runGo(go, "gofmt", "-l", ".")).toBe("");
});

test.each([
  ["one two three", ["one two", "three"]],
  ["", []],
  ["averyverylongword", ["averyverylongword"]],
])("wrap(%j)", (text, lines) => expect(wrap(text, 8)).toEqual(lines));
