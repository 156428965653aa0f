/** The reference as text: a chapter for each operation and schema. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
} from "../contract/document.ts";
import { describeType, listFields, listParameter } from "./field-list.ts";
import { operationPage, schemaPage } from "./links.ts";
import { type PageHead } from "./pages.ts";

export interface Chapter extends PageHead {
  /** As a page of `docs/` is written: with links and samples in their short forms. */
  markdown: string;
}

/** Everything of the reference below its introduction. */
export function writeChapters(document: OpenApiDocument): Chapter[] {
  return [
    ...operationsOf(document).map((operation) => writeOperation(document, operation)),
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      writeSchema(document, name, schema),
    ),
  ];
}

function writeOperation(
  document: OpenApiDocument,
  { operationId, method, path, node }: OperationPlace,
): Chapter {
  const markdown = join(
    `\`${method.toUpperCase()} ${path}\` · [\`${operationId}\`](operation:${operationId})`,
    String(node["description"]),
    `\`\`\`sample\n${operationId}\n\`\`\``,
    ...writeParameters(document, node),
    ...writeBody(document, "Request body", node["requestBody"]),
    ...Object.entries(node["responses"] as JsonObject).flatMap(([status, response]) => [
      ...writeBody(document, `Response \`${status}\``, response),
      ...writeExample(document, response),
    ]),
  );
  const title = String(node["summary"]);
  const description = `${title}: ${method.toUpperCase()} ${path}, its fields, samples and answers, and what is not documented about it.`;
  return { name: operationPage(operationId), title, label: title, description, markdown };
}

function writeParameters(document: OpenApiDocument, { parameters = [] }: JsonObject): string[] {
  const listed = (parameters as JsonObject[]).flatMap((parameter) =>
    listParameter(document, parameter),
  );
  return listed.length > 0 ? ["## Parameters", listed.join("\n")] : [];
}

/** What goes in or comes out, with its gaps and its fields. */
function writeBody(document: OpenApiDocument, title: string, body: unknown): string[] {
  if (!isObject(body)) return [];
  const { description } = resolved(document, body);
  return [
    `## ${title}`,
    String(description),
    ...mediaOf(document, body).map(({ schema }) =>
      listFields(document, schema as JsonObject, { nested: true }).join("\n"),
    ),
  ];
}

/** The first example of a response. The samples show the requests. */
function writeExample(document: OpenApiDocument, response: unknown): string[] {
  if (!isObject(response)) return [];
  const [example] = mediaOf(document, response)
    .flatMap(({ examples = {} }) => Object.values(examples as JsonObject))
    .filter(isObject);
  return example ? ["For example:", fenceJson(resolved(document, example)["value"])] : [];
}

function mediaOf(document: OpenApiDocument, body: JsonObject): JsonObject[] {
  const { content = {} } = resolved(document, body);
  return Object.values(content as JsonObject).filter(isObject);
}

function writeSchema(document: OpenApiDocument, name: string, schema: JsonObject): Chapter {
  const { title, description = "", examples } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  const type = isObject(schema["properties"]) ? "object" : describeType(document, schema);
  const markdown = join(
    `${title} · ${type} · [\`${name}\`](schema:${name})`,
    String(description),
    listFields(document, schema, { nested: false }).join("\n"),
    ...(example === undefined ? [] : ["For example:", fenceJson(example)]),
  );
  return {
    name: schemaPage(name),
    title: name,
    label: name,
    description: `The schema ${name}: ${title}, its fields, and what is not documented about them.`,
    markdown,
  };
}

function fenceJson(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function join(...parts: string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter(Boolean)
    .join("\n\n");
}
