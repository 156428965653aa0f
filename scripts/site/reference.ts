/** The reference as pages of Markdown: one for each operation, with the schemas it uses, and the one that lists them. */
import { type Gap, withGapsOnOperations } from "openapi-gaps";
import {
  asObject,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
  resolvePointer,
} from "openapi-gaps/document";
import { referencedName } from "../emit/model/types.ts";
import { addressOf, operationPage } from "./links.ts";
import { slugify } from "./markdown.ts";
import { type PageSource } from "./pages.ts";

/** A page about one operation. */
export interface Chapter extends PageSource {
  kind: "operation";
  /** Where the navigation lists it: its tag. */
  part: string;
  /** `POST` */
  method: string;
  /** Markdown beside the text: request and response. */
  aside: string;
}

export interface Reference {
  /** All operations, what concerns them all, and the schemas. */
  overview: PageSource;
  chapters: Chapter[];
  /** Where each schema is shown first: `operation-createHpJob.html#request-variables`. */
  schemas: Map<string, string>;
}

/** A page for each operation, and the one that lists them. */
export function writeReference(
  document: OpenApiDocument,
  gaps: Pick<Gap, "id" | "node">[],
): Reference {
  const writer = new ChapterWriter(withGapsOnOperations(document));
  const chapters = operationsOf(writer.document).map((place) => writer.operation(place));
  const { schemas } = writer;
  const overview: PageSource = {
    ...madeFromContract,
    name: "operations",
    title: "Operations and schemas",
    label: "Operations and schemas",
    description:
      "All operations of the Video Generation Service in one table, the notes that concern all of them, and every schema.",
    body: join(
      writeOperationTable(document),
      "## Every operation",
      "Every operation needs the header `Authorization: Bearer <API_TOKEN>`. These notes concern all of them.",
      writeGaps(generalGaps(gaps)),
      "## Schemas",
      "Each link leads to the operation that shows the schema.",
      [...schemas]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([name, address]) => `- [${name}](${address})`)
        .join("\n"),
    ),
  };
  return { overview, chapters, schemas };
}

/** All operations, each with a link to its page. */
function writeOperationTable(document: OpenApiDocument): string {
  const rows = operationsOf(document).map(
    ({ operationId, method, path, node }) =>
      `| [${String(node["summary"])}](${addressOf(`operation:${operationId}`)}) | \`${method.toUpperCase()} ${path}\` |`,
  );
  return ["| Operation | Request |", "| --- | --- |", ...rows].join("\n");
}

/** What a page from the contract has in common with one that is read from a file. */
const madeFromContract = { kind: "page", file: "generated/openapi.json", bodyOffset: 0 } as const;

/** Gaps that concern no operation and no schema alone, open or closed. */
function generalGaps(gaps: Pick<Gap, "id" | "node">[]): string[] {
  return gaps
    .filter(({ node }) => !/^#\/(paths\/[^/]+\/[^/]+|components\/(schemas|responses))/.test(node))
    .map(({ id }) => id);
}

class ChapterWriter {
  readonly document: OpenApiDocument;
  readonly schemas = new Map<string, string>();
  #page = "";

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  operation({ operationId, method, path, node }: OperationPlace): Chapter {
    this.#page = operationPage(operationId);
    const [part = ""] = node["tags"] as string[];
    const endpoint = `${method.toUpperCase()} ${path}`;
    const title = String(node["summary"]);
    return {
      ...madeFromContract,
      ...{ kind: "operation", name: this.#page, part, method: method.toUpperCase() },
      ...{ title, label: title, context: `${operationId}, ${endpoint}` },
      description: `${title}, ${endpoint}: fields, samples and responses.`,
      body: join(
        `\`${endpoint}\``,
        this.#note(node["description"], node, ...this.#schemasOf(node["requestBody"])),
        this.#parameters(node),
        this.#body("Request body", "request", node["requestBody"], false),
        ...Object.entries(node["responses"] as JsonObject).map(([status, response]) =>
          this.#body(titleOfResponse(status), `response-${status}`, response),
        ),
      ),
      aside: writeFence("examples", [operationId]),
    };
  }

  /** What is said at a place, and the gaps of it and of what it refers to, each once. */
  #note(description: unknown, ...nodes: unknown[]): string {
    const ids = nodes.filter(isObject).flatMap((node) => this.#gapIds(node));
    return join(String(description ?? ""), writeGaps([...new Set(ids)]));
  }

  #gapIds(node: JsonObject): string[] {
    const notes = [node["x-gap"] ?? [], node["x-verified"] ?? []].flat().map(asObject);
    const own = notes.flatMap(({ id, gap = id }) => (gap === undefined ? [] : [String(gap)]));
    const target = node["$ref"];
    return typeof target === "string"
      ? [...own, ...this.#gapIds(resolvePointer(this.document, target))]
      : own;
  }

  #parameters({ parameters = [] }: JsonObject): string {
    const fields = (parameters as JsonObject[]).map((parameter) => {
      const place = resolved(this.document, parameter);
      const name = String(place["name"]);
      const type = describeType(this.document, place["schema"] as JsonObject);
      return writeField(
        `[\`${name}\`](#parameter-${name}) ${type}, in the ${String(place["in"])} ${place["required"] ? "**required**" : "*optional*"}`,
        this.#note(place["description"], parameter, place["schema"]),
      );
    });
    return fields.length > 0 ? `## Parameters\n\n${fields.join("\n")}` : "";
  }

  /** @param hasNotes false where the notes stand above, with those of the operation */
  #body(title: string, anchor: string, body: unknown, hasNotes = true): string {
    if (!isObject(body)) return "";
    const { description } = resolved(this.document, body);
    const schemas = this.#schemasOf(body);
    for (const schema of schemas) this.#place(schema, slugify(title));
    return join(
      `## ${title}`,
      hasNotes ? this.#note(description, body, ...schemas) : "",
      ...schemas.map((schema) => this.#fields(schema, `${anchor}-`)),
    );
  }

  /** Remembers where a schema is shown first. */
  #place(schema: JsonObject, anchor: string): void {
    const name = referencedName(schema);
    if (name === undefined) return;
    if (!this.schemas.has(name)) this.schemas.set(name, `${this.#page}.html#${anchor}`);
    // A schema may be no more than another one under a name of its own.
    this.#place(this.document.components.schemas[name] ?? {}, anchor);
  }

  /** Of the body of a request or a response, one for each media type. */
  #schemasOf(body: unknown): JsonObject[] {
    const { content = {} } = isObject(body) ? resolved(this.document, body) : {};
    return Object.values(content as JsonObject).flatMap((media) =>
      isObject(media) && isObject(media["schema"]) ? [media["schema"]] : [],
    );
  }

  /** @param around names of the schemas around the list: one that holds itself is not listed again */
  #fields(schema: JsonObject, prefix: string, around: string[] = []): string {
    const { properties, required = [], oneOf } = resolved(this.document, schema);
    if (Array.isArray(oneOf))
      return oneOf
        .filter(isObject)
        .map((alternative, position) => {
          const anchor = `${prefix}${referencedName(alternative) ?? position}`;
          this.#place(alternative, anchor);
          const type = describeType(this.document, alternative);
          const head = `[${position === 0 ? "either" : "or"}](#${anchor}) ${type}`;
          return this.#field(head, alternative, anchor, around);
        })
        .join("\n");
    if (!isObject(properties)) return "";
    return Object.entries(properties)
      .flatMap(([name, property]) => {
        if (!isObject(property)) return [];
        const role = (required as unknown[]).includes(name) ? "**required**" : "*optional*";
        const type = describeType(this.document, property);
        const isDeprecated = resolved(this.document, property)["deprecated"] === true;
        const roles = isDeprecated ? `${role}, **deprecated**` : role;
        const head = `[\`${name}\`](#${prefix}${name}) ${type} ${roles}`;
        return [this.#field(head, property, `${prefix}${name}`, around)];
      })
      .join("\n");
  }

  #field(head: string, node: JsonObject, anchor: string, around: string[]): string {
    const { description, items } = resolved(this.document, node);
    const inner = isObject(items) ? items : node;
    const name = referencedName(inner) ?? "";
    this.#place(inner, anchor);
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
  if (status === "default") return "Any other response";
  return status.endsWith("XX") ? `Success, ${status}` : `Response ${status}`;
}

function join(...parts: string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter(Boolean)
    .join("\n\n");
}

/** In Markdown: `list of HpSegment`. The fields of an object stand below it. */
function describeType(document: OpenApiDocument, schema: JsonObject): string {
  const name = referencedName(schema);
  const { type = "anything", items, oneOf, const: only, enum: listed } = resolved(document, schema);
  if (Array.isArray(oneOf)) return name ?? "one of several";
  if (type === "array")
    return isObject(items) && Object.keys(items).length > 0
      ? `list of ${describeType(document, items)}`
      : "list of anything";
  if (type === "object" && name) return name;
  const isListed = Array.isArray(listed);
  const choices = isListed ? listed.map((value) => `\`${String(value)}\``) : [type].flat();
  const words = only === undefined ? choices.join(" or ") : `always \`${String(only)}\``;
  return name ? `${words} (${name})` : words;
}
