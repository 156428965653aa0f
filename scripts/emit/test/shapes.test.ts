/** What becomes of a field in Go and Python, by its schema, also of those that only an answer or a later contract would bring. */
import { expect, test } from "vitest";
import { asObject, type JsonObject } from "openapi-gaps/document";
import { frozenContract } from "../../../test/support/frozen.ts";
import { renderGoOperations, renderGoTypes } from "../go.ts";
import { readModel } from "../model/model.ts";
import { nameSchemas } from "../model/types.ts";
import { renderPythonOperations, renderPythonTypes } from "../python.ts";
import { strictCopy } from "../strict.ts";

/** The schema of a field; its type where Go sends it, how Go reads it, and its types where Python sends and reads it. */
test.each<[schema: JsonObject, goSent: string, goRead: string, sent: string, received: string]>([
  [{ type: "integer" }, "*int64", "readAs[int64]", "int", "Optional[int]"],
  [{ type: "number" }, "*float64", "readAs[float64]", "float", "Optional[float]"],
  [{ type: "boolean" }, "*bool", "readAs[bool]", "bool", "Optional[bool]"],
  [{ type: "null" }, "*any", "readAs[any]", "None", "Optional[None]"],
  [
    ...[{ type: "object" }, "*map[string]any", "readAs[map[string]any]"],
    ...["Mapping[str, object]", "Optional[Mapping[str, object]]"],
  ] as never,
  [
    ...[{ type: ["string", "integer"] }, "*any", 'readOneOf[any] "string", "number"'],
    ...["Union[str, int]", "Optional[Union[str, int]]"],
  ] as never,
  [
    ...[{ type: ["number", "null"] }, "*any", 'readOneOf[any] "number", "null"'],
    ...["Union[float, None]", "Optional[Union[float, None]]"],
  ] as never,
  [{ enum: [1.5, 2.5] }, "*float64", "readAs[float64]", "float", "Optional[float]"],
  [{ enum: ["a"] }, "*HpJobInputExtra", "readAs[string]", 'Literal["a"]', "Optional[str]"],
  [{ const: 7 }, "*int64", "readAs[int64]", "Literal[7]", "Optional[int]"],
  [{ type: ["string", "array"] }, "*any", "readAs[any]", "object", "object"],
  [
    ...[{ type: "array", items: { type: "integer" } }, "[]int64", "readList[int64]"],
    ...["Sequence[int]", "Optional[Tuple[object, ...]]"],
  ] as never,
  [{}, "*any", "readAs[any]", "object", "object"],
])("a field %j is sent by Go as %s", (schema, goSent, goRead, sent, received) => {
  const document = structuredClone(frozenContract);
  for (const name of ["HpJobInput", "HpJob"])
    asObject(document.components.schemas[name]!["properties"])["extra"] = schema;
  const model = readModel(document);
  const [go, python] = [renderGoTypes(model), renderPythonTypes(model)];
  expect(/\tExtra +(\S+) `json/.exec(go)![1]).toBe(goSent);
  const [, reader, types = ""] = /v\.Extra = (\S+)\(fields\["extra"\](?:, (.*))?\)$/m.exec(go)!;
  expect(`${reader} ${types}`.trim()).toBe(goRead);
  const typesOf = [...python.matchAll(/^ +extra: (.*)$/gm)].map(([, type]) => type);
  expect(typesOf).toEqual([sent, received]);
});

/** Words that a language keeps to itself, and what else stands in a method. */
const taken = {
  go: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var body ctx c",
  python:
    "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self cls raw raw_text body",
};

test("a parameter that is called as a word of the language is spelled otherwise", () => {
  const names = [...new Set(Object.values(taken).flatMap((words) => words.split(" ")))];
  const document = structuredClone(frozenContract);
  const { "/api/hp_job/{job_id}": item } = document.paths;
  const schema = { $ref: "#/components/schemas/JobId" };
  document.paths = Object.fromEntries(
    names.map((name, index) => {
      const parameters = [{ name, in: "path", required: true, schema }];
      const get = { ...asObject(item!["get"]), parameters, operationId: `read${index}` };
      return [`/${index}/{${name}}`, { get }];
    }),
  );
  const model = readModel(document);
  const [go, python] = [renderGoOperations(model), renderPythonOperations(model)];
  const given = {
    go: [...go.matchAll(/\(ctx context\.Context, (\w+) JobId\)/g)].map(([, name]) => name),
    python: [...python.matchAll(/^    def read_?\d+\(\n +self,\n +(\w+): JobId/gm)].map(
      ([, name]) => name,
    ),
  };
  const isTaken = (language: "go" | "python") => new Set(taken[language].split(" "));
  for (const language of ["go", "python"] as const)
    expect(given[language]).toEqual(
      names.map((name) =>
        isTaken(language).has(name) ? `${name}_` : language === "go" ? goName(name) : name,
      ),
    );
});

/** Go has no underlines in names. */
const goName = (name: string) => name.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase());

test("a schema that is called as something of a language is refused", () => {
  const names = [
    ...["Any", "Literal", "Mapping", "None", "Optional", "Sequence", "Tuple", "TypedDict", "Union"],
    ...["Call", "CallResult", "OperationMethods", "Promise", "Record", "Response", "Client"],
  ];
  const isRefused = (name: string) => {
    const components = { schemas: { [name]: {} } };
    try {
      nameSchemas({ ...frozenContract, components });
      return false;
    } catch (error) {
      return String(error).includes(`schemas/${name}: A client has no legal name for it`);
    }
  };
  expect(names.filter((name) => !isRefused(name))).toEqual([]);
  expect(isRefused("Own")).toBe(false);
});

test.each<[receipt: JsonObject, required: object]>([
  [{ required: ["job_id", "list"] }, { job_id: "string" }],
  [{ required: ["status"] }, {}],
  [{ required: ["list", "status"] }, { list: "array" }],
  [{ required: ["job_id"], properties: { job_id: { type: "integer" } } }, {}],
])("a success with the receipt %j is worthless without %j", (receipt, required) => {
  const document = structuredClone(frozenContract);
  const { HpJobReceipt } = document.components.schemas;
  const properties = {
    ...asObject(HpJobReceipt!["properties"]),
    list: { type: "array", items: {} },
  };
  Object.assign(HpJobReceipt!, { properties, ...receipt });
  const create = readModel(document).operations.find(({ id }) => id === "createHpJob");
  expect(create?.required).toEqual(required);
});

test("a schema of parts has no strict copy", () => {
  const document = structuredClone(frozenContract);
  document.components.schemas["Whole"] = { allOf: [{ $ref: "#/components/schemas/HpJob" }] };
  expect(() => strictCopy(document)).toThrow("#/components/schemas/Whole uses allOf");
});
