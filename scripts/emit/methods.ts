/** What the client shows of each operation: a method with its documentation, arguments and result. */
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../gaps/src/document/document.ts";
import { exampleArguments, schemaOf } from "./example-arguments.ts";
import { type Operation, readOperations, referencedName, requireName } from "./operation.ts";

/**
 * `generated/methods.ts`: one method for each operation, with its documentation.
 *
 * @throws {Error} for an operation that the client could not call, as {@link generateOperations}
 */
export function generateMethods(document: OpenApiDocument): string {
  const operations = readOperations(document);
  const named = operations.flatMap(({ parameters, body }) =>
    [...parameters.map(schemaOf), body].map(referencedName),
  );
  const imports = [...new Set(named.filter((name) => name !== undefined))].sort();
  const results = [...new Set(operations.map(({ id, result }) => requireName(result, id)))].sort();
  return `/**
 * Methods of the client, generated from the contract. Do not edit: run npm run generate.
 */
import type * as schema from "./schema.d.ts";
import type {
${imports.map((name) => `  ${name},`).join("\n")}
} from "./schema.d.ts";

export type * from "./schema.d.ts";

// Interfaces in the place of types of the same name: editors and compilers call these by their name, and spell out any other.
${results.map((name) => renderResult(document, name)).join("\n")}

/** A call that was made: a promise of the data, which can also give the response. */
export interface Call<Data> extends Promise<Data> {
  /** The data with the HTTP response it came in. Fails like the call itself. */
  withResponse(): Promise<CallResult<Data>>;
}

export interface CallResult<Data> {
  data: Data;
  /** Status and headers. The body has been read; it is in \`data\`. */
  response: Response;
}

/** One method for each operation: path parameters, then the body, then the options of the call. */
export interface OperationMethods<CallOptions> {
${operations.map((operation) => renderMethod(document, operation)).join("\n")}
}
`;
}

function renderResult(document: OpenApiDocument, name: string): string {
  const { description } = document.components.schemas[name] ?? {};
  const lines = firstParagraph(description).split("\n");
  return `/** ${lines.join(" ").replaceAll("*/", "*\\/")} */
export interface ${name} extends schema.${name} {}`;
}

/** The gaps stand in the paragraphs after the first. */
function firstParagraph(description: unknown): string {
  return String(description ?? "").split("\n\n")[0] ?? "";
}

function renderMethod(document: OpenApiDocument, operation: Operation): string {
  const { id, parameters, body, result } = operation;
  const types = parameters.map(
    (parameter) =>
      `${camelCase(String(parameter["name"]))}: ${requireName(schemaOf(parameter), id)}`,
  );
  if (body) types.push(`body: ${requireName(body, id)}`);
  types.push("options?: CallOptions");
  return `${renderComment(document, operation)}
  ${id}(${types.join(", ")}): Call<${requireName(result, id)}>;`;
}

function renderComment(document: OpenApiDocument, operation: Operation): string {
  const { summary, description } = operation.node;
  const text = [
    `${summary}.`,
    "",
    ...String(description ?? "").split("\n"),
    "",
    ...parameterLines(document, operation),
    "@example",
    "```ts",
    ...exampleCall(document, operation).split("\n"),
    "```",
  ];
  const lines = text.map((line) => `   * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return ["  /**", ...lines, "   */"].join("\n");
}

/** What signature help shows of each argument. */
function parameterLines(document: OpenApiDocument, operation: Operation): string[] {
  const about = (name: string, ...nodes: JsonObject[]) => {
    const description = nodes.map((node) => node["description"]).find(Boolean);
    return `@param ${name} ${firstParagraph(description).replace(/\s+/g, " ")}`.trimEnd();
  };
  const lines = operation.parameters.map((parameter) =>
    about(camelCase(String(parameter["name"])), parameter, resolved(document, schemaOf(parameter))),
  );
  if (operation.body) {
    const holder = resolved(document, asObject(operation.node["requestBody"]));
    lines.push(about("body", holder, resolved(document, operation.body)));
  }
  return [...lines, "@param options Limits, signal and headers of this call."];
}

/** A call with the contract's own example values. */
function exampleCall(document: OpenApiDocument, operation: Operation): string {
  const written = exampleArguments(document, operation).map((value) =>
    value === undefined ? "…" : JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:"),
  );
  return `const ${operation.body ? "job" : "answer"} = await client.${operation.id}(${written.join(", ")});`;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
