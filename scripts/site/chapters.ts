/** The reference as pages of Markdown: one for each operation and schema, and the one that lists them. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
  resolvePointer,
} from "../../gaps/src/document/document.ts";
import { type Gap } from "../../gaps/src/notes/gaps.ts";
import { referencedName } from "../emit/model/types.ts";
import { withoutCallouts } from "../../gaps/src/notes/text.ts";
import { addressOf, operationPage, schemaPage } from "./links.ts";
import { type PageSource } from "./pages.ts";
import { describeType } from "./type-words.ts";

/** A page about one operation or one schema. */
export interface Chapter extends PageSource {
  kind: "operation" | "schema";
  /** Where the navigation lists it: its tag, or "Schemas". */
  part: string;
  /** Markdown beside the text: request and answer, or an example. */
  aside: string;
}

/** One for each operation, then one for each schema. */
export function writeChapters(document: OpenApiDocument, gaps: Gap[]): Chapter[] {
  const writer = new ChapterWriter(document, gaps);
  return [
    ...operationsOf(document).map((place) => writer.operation(place)),
    ...Object.entries(document.components.schemas).map(([name, schema]) =>
      writer.schema(name, schema),
    ),
  ];
}

/** The page that the reference begins with: all operations, what concerns them all, and the schemas. */
export function writeOperationsPage(
  document: OpenApiDocument,
  chapters: Chapter[],
  gaps: Gap[],
): PageSource {
  const schemas = chapters.filter(({ kind }) => kind === "schema");
  return {
    ...madeFromContract,
    name: "operations",
    title: "Operations and schemas",
    label: "Operations and schemas",
    description:
      "The operations of the Video Generation Service in one table, what concerns all of them, and every schema.",
    body: join(
      writeOperationTable(document),
      introductionOf(document),
      "## What concerns every operation",
      writeGaps(generalGaps(gaps)),
      "## Schemas",
      schemas.map(({ title }) => `- [${title}](schema:${title})`).join("\n"),
    ),
  };
}

/**
 * Redoc draws a part when it comes into view, so its page can be neither printed nor read without
 * scripts. This one can.
 */
export function writePrintPage(
  document: OpenApiDocument,
  chapters: Chapter[],
  gaps: Gap[],
): PageSource {
  return {
    ...madeFromContract,
    name: "reference-print",
    title: "Reference on one page",
    label: "Reference on one page",
    description:
      "The whole reference of the Video Generation Service on one page, for printing and for browsers without scripts.",
    hasAnchors: false,
    body: join(
      introductionOf(document),
      writeGaps(generalGaps(gaps)),
      ...chapters.map(({ name, title, body, aside }) => {
        const linked = join(body, aside).replaceAll("](#", `](${name}.html#`);
        return join(`## ${title}`, linked.replace(/^## /gm, "### "));
      }),
    ),
  };
}

/** All operations, each with a link to its page. */
export function writeOperationTable(document: OpenApiDocument): string {
  const rows = operationsOf(document).map(
    ({ operationId, method, path, node }) =>
      `| [${String(node["summary"])}](${addressOf(`operation:${operationId}`)}) | \`${method.toUpperCase()} ${path}\` |`,
  );
  return ["| Operation | Request |", "| --- | --- |", ...rows].join("\n");
}

/** What a page from the contract has in common with one that is read from a file. */
const madeFromContract = { kind: "page", file: "generated/openapi.json", bodyOffset: 0 } as const;

function introductionOf({ info }: OpenApiDocument): string {
  return textOf(info["description"]).split("\n## ")[0] ?? "";
}

/** Gaps that concern no operation and no schema alone. */
function generalGaps(gaps: Gap[]): string[] {
  return gaps
    .filter(({ node }) => !/^#\/(paths\/[^/]+\/[^/]+|components\/(schemas|responses))/.test(node))
    .map(({ id }) => id);
}

class ChapterWriter {
  readonly #document: OpenApiDocument;
  readonly #gaps: Set<string>;

  constructor(document: OpenApiDocument, gaps: Gap[]) {
    this.#document = document;
    this.#gaps = new Set(gaps.map(({ id }) => id));
  }

  operation({ operationId, method, path, node }: OperationPlace): Chapter {
    const [part = ""] = node["tags"] as string[];
    const endpoint = `${method.toUpperCase()} ${path}`;
    const title = String(node["summary"]);
    return {
      ...madeFromContract,
      ...{ kind: "operation", name: operationPage(operationId), part },
      ...{ title, label: title, context: `${operationId}, ${endpoint}` },
      description: `${title}, ${endpoint}: fields, samples and answers, and what is not documented about it.`,
      body: join(
        `\`${endpoint}\``,
        this.#note(node["description"], node),
        this.#parameters(node),
        this.#body("Request body", "request", node["requestBody"]),
        ...this.#responses(node["responses"] as JsonObject),
      ),
      aside: writeFence("examples", [operationId]),
    };
  }

  schema(name: string, schema: JsonObject): Chapter {
    const type = isObject(schema["properties"]) ? "object" : describeType(this.#document, schema);
    const context = `${String(schema["title"] ?? name)} · ${type}`;
    const plain = context.replace(/\[([^\]]+)\]\([^)]*\)|`/g, "$1");
    const fields = this.#fields(schema, "", [name]);
    const [example] = Array.isArray(schema["examples"]) ? schema["examples"] : [];
    return {
      ...madeFromContract,
      ...{ kind: "schema", name: schemaPage(name), part: "Schemas" },
      ...{ title: name, label: name, context: plain },
      description: `${name}, ${plain}: fields and example, and what is not documented about it.`,
      body: join(
        `*${context}*`,
        this.#note(schema["description"], schema),
        fields && `## Fields\n\n${fields}`,
      ),
      aside:
        example === undefined
          ? ""
          : join("## Example", writeFence("json", [JSON.stringify(example, null, 2)])),
    };
  }

  /** What is said at a place, and the gaps of it and of what it refers to, each once. */
  #note(description: unknown, ...nodes: unknown[]): string {
    const ids = nodes.filter(isObject).flatMap((node) => this.#gapIds(node));
    const known = [...new Set(ids)].filter((id) => this.#gaps.has(id));
    return join(textOf(description), writeGaps(known));
  }

  #gapIds(node: JsonObject): string[] {
    const own = ((node["x-gap"] ?? []) as { id: string }[]).map(({ id }) => id);
    const target = node["$ref"];
    return typeof target === "string"
      ? [...own, ...this.#gapIds(resolvePointer(this.#document, target))]
      : own;
  }

  #parameters({ parameters = [] }: JsonObject): string {
    const fields = (parameters as JsonObject[]).map((parameter) => {
      const place = resolved(this.#document, parameter);
      const name = String(place["name"]);
      const type = describeType(this.#document, place["schema"] as JsonObject);
      return writeField(
        `[\`${name}\`](#parameter-${name}) ${type}, in the ${String(place["in"])} ${place["required"] ? "**required**" : "*optional*"}`,
        this.#note(place["description"], parameter, place["schema"]),
      );
    });
    return fields.length > 0 ? `## Parameters\n\n${fields.join("\n")}` : "";
  }

  /** A status code and the range that it is in may share a schema: its fields are listed once. */
  #responses(responses: JsonObject): string[] {
    const listedIn = new Map<string, string>();
    return Object.entries(responses).map(([status, response]) => {
      const title = titleOfResponse(status);
      const names = this.#schemasOf(response).map((schema) => referencedName(schema) ?? status);
      const earlier = listedIn.get(names.join());
      if (names.length === 0 || earlier === undefined) {
        listedIn.set(names.join(), title);
        return this.#body(title, `response-${status}`, response);
      }
      const { description } = resolved(this.#document, response as JsonObject);
      const note = this.#note(description, response);
      return join(`## ${title}`, note, `The fields are those of “${earlier}”.`);
    });
  }

  #body(title: string, anchor: string, body: unknown): string {
    if (!isObject(body)) return "";
    const { description } = resolved(this.#document, body);
    const schemas = this.#schemasOf(body);
    return join(
      `## ${title}`,
      this.#note(description, body, ...schemas),
      ...schemas.map((schema) => this.#fields(schema, `${anchor}-`)),
    );
  }

  /** Of the body of a request or an answer, one for each media type. */
  #schemasOf(body: unknown): JsonObject[] {
    const { content = {} } = isObject(body) ? resolved(this.#document, body) : {};
    return Object.values(content as JsonObject).flatMap((media) =>
      isObject(media) && isObject(media["schema"]) ? [media["schema"]] : [],
    );
  }

  /** @param around names of the schemas around the list: one that holds itself is not listed again */
  #fields(schema: JsonObject, prefix: string, around: string[] = []): string {
    const { properties, required = [], oneOf } = resolved(this.#document, schema);
    if (Array.isArray(oneOf))
      return oneOf
        .filter(isObject)
        .map((alternative, position) => {
          const anchor = `${prefix}${referencedName(alternative) ?? position}`;
          const type = describeType(this.#document, alternative);
          const head = `[${position === 0 ? "either" : "or"}](#${anchor}) ${type}`;
          return this.#field(head, alternative, anchor, around);
        })
        .join("\n");
    if (!isObject(properties)) return "";
    return Object.entries(properties)
      .flatMap(([name, property]) => {
        if (!isObject(property)) return [];
        const role = (required as unknown[]).includes(name) ? "**required**" : "*optional*";
        const type = describeType(this.#document, property);
        const head = `[\`${name}\`](#${prefix}${name}) ${type} ${role}`;
        return [this.#field(head, property, `${prefix}${name}`, around)];
      })
      .join("\n");
  }

  #field(head: string, node: JsonObject, anchor: string, around: string[]): string {
    const { description, items } = resolved(this.#document, node);
    const inner = isObject(items) ? items : node;
    const name = referencedName(inner) ?? "";
    const isAround = name !== "" && around.includes(name);
    return writeField(
      head,
      this.#note(description, node, items),
      isAround ? "" : this.#fields(inner, `${anchor}-`, [...around, name]),
    );
  }
}

/** An item of a list, with what belongs to it indented as Markdown wants it. */
function writeField(head: string, ...below: string[]): string {
  const text = join(...below).replace(/^(?=.)/gm, "  ");
  return text ? `- ${head}\n\n${text}\n` : `- ${head}\n`;
}

function writeGaps(ids: string[]): string {
  return ids.length > 0 ? writeFence("gaps", ids) : "";
}

function writeFence(language: string, lines: string[]): string {
  return ["```" + language, ...lines, "```"].join("\n");
}

function titleOfResponse(status: string): string {
  if (status === "default") return "Any other answer";
  return status.endsWith("XX") ? `Success, ${status}` : `Answer ${status}`;
}

/** A description without the callouts of its gaps, which are shown by themselves. */
export function textOf(description: unknown): string {
  return withoutCallouts(String(description ?? ""));
}

function join(...parts: string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter(Boolean)
    .join("\n\n");
}
