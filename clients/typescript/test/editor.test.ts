/** What an editor shows of the client: hovers, completions and signature help of every method. */
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import contract from "../../../generated/openapi.json" with { type: "json" };

const file = join(import.meta.dirname, "editor-shows.ts");

interface OperationNode {
  operationId: string;
  summary: string;
  description: string;
  "x-gap"?: { id: string; reading: string }[];
  requestBody?: object;
  responses: { "2XX": { content: { "application/json": { schema: { $ref: string } } } } };
}

/** What a reader should see of an operation, from the contract. */
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.values(item as unknown as Record<string, OperationNode>)
    .filter((node) => node.operationId)
    .map((node) => {
      const { $ref } = node.responses["2XX"].content["application/json"].schema;
      const result = $ref.split("/").at(-1)!;
      const body = node.requestBody && bodyOf(node.requestBody);
      const parameters = [
        ...(path.includes("{job_id}") ? ["jobId: JobId"] : []),
        ...(body ? [`body: ${body}`] : []),
        "options?: CallOptions | undefined",
      ];
      return { name: node.operationId, node, result, parameters };
    }),
);

/** A body is described where it is used, or as a component. */
function bodyOf(requestBody: object): string {
  return /schemas\/(\w+)/.exec(JSON.stringify(requestBody))![1]!;
}

/** The description without its notes on gaps, and each gap in one line. */
function expectWords(shown: string, { description, "x-gap": gaps = [] }: OperationNode): void {
  expect(shown).toContain(description.split("\n\n>")[0]);
  for (const { id, reading } of gaps) expect(shown).toContain(`Gap \`${id}\`: ${reading}`);
}

const names = [...operations.map(({ name }) => name), "waitForHpJob", "watchHpJob"];

/** One line for each operation: its method, a call of it, and its result. */
const source = `import { createClient, type Client } from "../src/index.ts";
const client: Client = createClient({ baseUrl: "", token: "" });
client./*complete*/;
${names
  .map(
    (name) => `client.${name}/*hover ${name}*/(/*help ${name}*/);
const result_${name}/*result ${name}*/ = await client.${name}(undefined as never, undefined as never);`,
  )
  .join("\n")}
result_getHpJob.status === "/*status*/";
result_createHpJob.status === "/*status of a receipt*/";
`;

let service: ts.LanguageService;
beforeAll(() => {
  service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === file ? source : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => import.meta.dirname,
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  });
});

function positionOf(marker: string): number {
  const index = source.indexOf(`/*${marker}*/`);
  expect(index, marker).toBeGreaterThan(0);
  return index;
}

const textOf = (parts: ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString(parts);

/** Holds the help that is shown while the arguments of a method are typed. */
function expectHelp(name: string, parameters: string[]): ts.SignatureHelpItem | undefined {
  const help = service.getSignatureHelpItems(file, positionOf(`help ${name}`), {});
  const [signature] = help?.items ?? [];
  expect(signature?.parameters.map((each) => textOf(each.displayParts))).toEqual(parameters);
  for (const { documentation } of signature?.parameters ?? []) {
    expect(textOf(documentation).length).toBeGreaterThan(20);
  }
  return signature;
}

test("completion offers every method of the client, and nothing else", () => {
  const shown = service.getCompletionsAtPosition(file, positionOf("complete"), {});
  expect(shown?.entries.map(({ name }) => name).sort()).toEqual(names.toSorted());
});

test.each(["status", "status of a receipt"])(
  "completion offers the known values of the %s",
  (marker) => {
    const shown = service.getCompletionsAtPosition(file, positionOf(marker), {});
    // A list that evidence has closed stands under `enum`.
    const status: { enum?: string[]; "x-extensible-enum"?: string[] } =
      contract.components.schemas.JobStatus;
    expect(shown?.entries.map(({ name }) => name)).toEqual(
      status["x-extensible-enum"] ?? status.enum,
    );
  },
);

describe.each([
  ["waitForHpJob", "WaitOptions", "Promise<HpJob>"],
  ["watchHpJob", "WatchOptions", "AsyncGenerator<HpJob, void, undefined>"],
])("%s", (name, options, result) => {
  const parameters = ["jobId: string", `options?: ${options}`];

  test("hovers as its signature, with words and an example", () => {
    const shown = service.getQuickInfoAtPosition(file, positionOf(`hover ${name}`) - 1);
    expect(textOf(shown?.displayParts)).toBe(
      `(method) WaitMethods.${name}(${parameters.join(", ")}): ${result}`,
    );
    expect(textOf(shown?.documentation)).toContain("no longer `rendering`");
    const example = shown?.tags?.find((tag) => tag.name === "example");
    expect(textOf(example?.text)).toContain(`client.${name}(`);
  });

  test("is helped with, argument by argument", () => {
    expectHelp(name, parameters);
  });
});

describe.each(operations)("$name", ({ name, node, result, parameters }) => {
  test("hovers as its signature, with the words of the contract and an example", () => {
    const shown = service.getQuickInfoAtPosition(file, positionOf(`hover ${name}`) - 1);
    expect(textOf(shown?.displayParts)).toBe(
      `(method) OperationMethods<CallOptions>.${name}(${parameters.join(", ")}): Call<${result}>`,
    );
    const documentation = textOf(shown?.documentation);
    expect(documentation).toContain(`${node.summary}.`);
    expectWords(documentation, node);
    const example = shown?.tags?.find((tag) => tag.name === "example");
    expect(textOf(example?.text)).toContain(`await client.${name}(`);
  });

  test("is helped with, argument by argument", () => {
    const signature = expectHelp(name, parameters);
    expectWords(textOf(signature?.documentation), node);
  });

  test("gives a result with a name", () => {
    const shown = service.getQuickInfoAtPosition(file, positionOf(`result ${name}`) - 1);
    expect(textOf(shown?.displayParts)).toBe(`const result_${name}: ${result}`);
  });
});
