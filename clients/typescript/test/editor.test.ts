/** What an editor shows of the client: hovers and completions of every method. */
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import contract from "../../../generated/openapi.json" with { type: "json" };

const file = join(import.meta.dirname, "editor-shows.ts");

interface OperationNode {
  operationId: string;
  summary: string;
  description: string;
  "x-gap"?: { id: string; reading: string }[];
  requestBody?: object;
  /** By code or range. */
  responses: Record<string, { content: { "application/json": { schema: { $ref: string } } } }>;
}

interface Method {
  name: string;
  /** As the hover writes it. */
  signature: string;
  /** What the hover must say. */
  words: string[];
}

/** What a reader should see of an operation, from the contract. */
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.values(item as unknown as Record<string, OperationNode>)
    .filter((node) => node.operationId)
    .map((node): Method => {
      const { operationId: name, summary, description, "x-gap": gaps = [] } = node;
      const success = Object.entries(node.responses).find(([code]) => code.startsWith("2"));
      const { $ref } = success![1].content["application/json"].schema;
      // A body is described where it is used, or as a component.
      const body = /schemas\/(\w+)/.exec(JSON.stringify(node.requestBody ?? ""))?.[1];
      const parameters = `${path.includes("{job_id}") ? "jobId: JobId, " : ""}${body ? `body: ${body}, ` : ""}`;
      return {
        name,
        signature: `OperationMethods<CallOptions>.${name}(${parameters}options?: CallOptions | undefined): Call<${$ref.split("/").at(-1)!}>`,
        words: [
          `${summary}.`,
          description.split("\n\n>")[0]!,
          ...gaps.map(({ id, reading }) => `Gap \`${id}\`: ${reading}`),
        ],
      };
    }),
);

const methods: Method[] = [
  ...operations,
  {
    name: "request",
    signature:
      'RequestMethod.request(method: "GET", path: string, options?: CallOptions): Call<unknown> (+1 overload)',
    words: ["that the contract does not describe"],
  },
  {
    name: "waitForHpJob",
    signature: "WaitMethods.waitForHpJob(jobId: string, options?: WaitOptions): Promise<HpJob>",
    words: ["the status of an HP job is final"],
  },
  {
    name: "watchHpJob",
    signature:
      "WaitMethods.watchHpJob(jobId: string, options?: WatchOptions): AsyncGenerator<HpJob, void, undefined>",
    words: ["each time it was read"],
  },
];

/** A call of each method. */
const source = `import { createClient, type Client } from "../src/index.ts";
const client: Client = createClient({ baseUrl: "", token: "" });
client./*complete*/;
${methods.map(({ name }) => `client.${name}/*hover ${name}*/();`).join("\n")}
const job = await client.getHpJob("");
const receipt = await client.createHpJob(undefined as never);
job.status === "/*status*/";
receipt.status === "/*status of a receipt*/";
`;

const service = ts.createLanguageService({
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

const positionOf = (marker: string) => source.indexOf(`/*${marker}*/`);
const textOf = (parts: ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString(parts);
const completions = (marker: string) =>
  service.getCompletionsAtPosition(file, positionOf(marker), {})?.entries.map(({ name }) => name);

test("completion offers every method of the client, and nothing else", () => {
  expect(completions("complete")?.toSorted()).toEqual(methods.map(({ name }) => name).toSorted());
});

test.each(["status", "status of a receipt"])(
  "completion offers the known values of the %s",
  (marker) => {
    // A list that evidence has closed stands under `enum`.
    const status: { enum?: string[]; "x-extensible-enum"?: string[] } =
      contract.components.schemas.JobStatus;
    expect(completions(marker)).toEqual(status["x-extensible-enum"] ?? status.enum);
  },
);

test.each(methods)(
  "$name hovers as its signature, with the words of the contract and an example",
  ({ name, signature, words }) => {
    const shown = service.getQuickInfoAtPosition(file, positionOf(`hover ${name}`) - 1);
    expect(textOf(shown?.displayParts)).toBe(`(method) ${signature}`);
    for (const each of words) expect(textOf(shown?.documentation)).toContain(each);
    const example = shown?.tags?.find((tag) => tag.name === "example");
    expect(textOf(example?.text)).toContain(`client.${name}(`);
  },
);
