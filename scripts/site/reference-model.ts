/** The reference as a tree of texts, fields and examples, before it becomes HTML or Markdown. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
  resolvePointer,
} from "../contract/document.ts";
import { collectGaps, type Gap } from "../contract/gaps.ts";
import { withoutCallouts } from "../emit/redocly/callout.js";
import { type ExamplePair, examplesOf } from "./example-pairs.ts";
import { operationPage, schemaPage } from "./links.ts";
import { type PageHead } from "./pages.ts";
import { describeType, nameOf } from "./type-words.ts";

/** What is said at one place of the contract. */
export interface Note {
  /** Markdown. */
  description: string;
  gaps: Gap[];
}

/** A field of an object, an alternative of a choice, or a parameter. */
export interface Field extends Note {
  /** Anchor on its page: `request-variables-start_time`. */
  anchor: string;
  name: string;
  role: "required" | "optional" | "either" | "or";
  /** Markdown, with links in their short form: `list of [HpVariable](schema:HpVariable)`. */
  type: string;
  fields: Field[];
}

/** What goes in or comes out. */
export interface Part extends Note {
  anchor: string;
  title: string;
  fields: Field[];
}

/** A page of the reference. */
export interface Chapter extends Note {
  /** The page's file without its ending: `operation-createHpJob`. */
  name: string;
  title: string;
  operation?: Pick<OperationPlace, "operationId" | "method" | "path"> & { tag: string };
  /** Title and type of a schema, in Markdown. */
  subtitle: string;
  parts: Part[];
  examples: ExamplePair[];
}

/** One chapter for each operation, then one for each schema. */
export function readChapters(document: OpenApiDocument): Chapter[] {
  return new ReferenceReader(document).chapters();
}

/** What is said about the page of a chapter elsewhere. */
export function headOf({ name, title, operation, subtitle }: Chapter): PageHead {
  const what = operation
    ? `${operation.method.toUpperCase()} ${operation.path}: fields, samples and answers`
    : `${subtitle.replace(/\[([^\]]+)\]\([^)]*\)|`/g, "$1")}: fields and example`;
  const description = `${title}, ${what}, and what is not documented about it.`;
  return { name, title, label: title, description };
}

/** Gaps that concern no operation and no schema alone, with the place each stands at. */
export function generalGaps(gaps: Gap[]): Gap[] {
  return gaps.filter(
    ({ node }) => !/^#\/(paths\/[^/]+\/[^/]+|components\/(schemas|responses))/.test(node),
  );
}

class ReferenceReader {
  readonly #document: OpenApiDocument;
  readonly #gaps: Map<string, Gap>;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#gaps = new Map(collectGaps(document).map((gap) => [gap.id, gap]));
  }

  chapters(): Chapter[] {
    return [
      ...operationsOf(this.#document).map((place) => this.#operation(place)),
      ...Object.entries(this.#document.components.schemas).map(([name, schema]) =>
        this.#schema(name, schema),
      ),
    ];
  }

  #operation({ operationId, method, path, node }: OperationPlace): Chapter {
    const title = String(node["summary"]);
    const [tag = ""] = node["tags"] as string[];
    return {
      name: operationPage(operationId),
      title,
      description: textOf(node["description"]),
      subtitle: "",
      gaps: this.#gapsAt(node),
      operation: { operationId, method, path, tag },
      parts: [
        ...this.#parameters(node),
        ...this.#body("request", "Request body", node["requestBody"]),
        ...Object.entries(node["responses"] as JsonObject).flatMap(([status, response]) =>
          this.#body(`response-${status}`, titleOfResponse(status), response),
        ),
      ],
      examples: examplesOf(this.#document, node),
    };
  }

  #schema(name: string, schema: JsonObject): Chapter {
    const type = isObject(schema["properties"]) ? "object" : describeType(this.#document, schema);
    const values = Array.isArray(schema["examples"]) ? schema["examples"] : [];
    const fields = this.#fields(schema, "", [name]);
    return {
      name: schemaPage(name),
      title: name,
      description: textOf(schema["description"]),
      subtitle: `${String(schema["title"] ?? name)} · ${type}`,
      gaps: this.#gapsAt(schema),
      parts:
        fields.length > 0
          ? [{ anchor: "fields", title: "Fields", description: "", gaps: [], fields }]
          : [],
      examples: values
        .slice(0, 1)
        .map((response) => ({ name: "example", summary: "Example", response })),
    };
  }

  #parameters({ parameters = [] }: JsonObject): Part[] {
    const fields = (parameters as JsonObject[]).map((parameter): Field => {
      const {
        name,
        in: place,
        required,
        schema,
        description,
      } = resolved(this.#document, parameter);
      return {
        anchor: `parameter-${String(name)}`,
        name: String(name),
        role: required ? "required" : "optional",
        type: `${describeType(this.#document, schema as JsonObject)}, in the ${String(place)}`,
        description: textOf(description),
        gaps: this.#gapsAt(parameter, schema),
        fields: [],
      };
    });
    if (fields.length === 0) return [];
    return [{ anchor: "parameters", title: "Parameters", description: "", gaps: [], fields }];
  }

  #body(anchor: string, title: string, body: unknown): Part[] {
    if (!isObject(body)) return [];
    const { description, content = {} } = resolved(this.#document, body);
    const schemas = Object.values(content as JsonObject).flatMap((media) =>
      isObject(media) && isObject(media["schema"]) ? [media["schema"]] : [],
    );
    return [
      {
        anchor,
        title,
        description: textOf(description),
        gaps: this.#gapsAt(body, ...schemas),
        fields: schemas.flatMap((schema) => this.#fields(schema, `${anchor}-`)),
      },
    ];
  }

  /** @param around names of the schemas around the list: one that holds itself is not listed again */
  #fields(schema: JsonObject, prefix: string, around: string[] = []): Field[] {
    const { properties, required = [], oneOf } = resolved(this.#document, schema);
    if (Array.isArray(oneOf)) {
      return oneOf.filter(isObject).map((alternative, position) => {
        const name = nameOf(alternative) ?? describeType(this.#document, alternative);
        const role = position === 0 ? "either" : "or";
        return this.#field(alternative, name, role, prefix, around);
      });
    }
    if (!isObject(properties)) return [];
    return Object.entries(properties).flatMap(([name, property]) => {
      if (!isObject(property)) return [];
      const role = (required as unknown[]).includes(name) ? "required" : "optional";
      return [this.#field(property, name, role, prefix, around)];
    });
  }

  #field(
    node: JsonObject,
    name: string,
    role: Field["role"],
    prefix: string,
    around: string[],
  ): Field {
    const { description, items } = resolved(this.#document, node);
    const inner = isObject(items) ? items : node;
    const innerName = nameOf(inner) ?? "";
    const anchor = `${prefix}${name}`;
    const isAround = innerName !== "" && around.includes(innerName);
    return {
      anchor,
      name,
      role,
      type: role === "either" || role === "or" ? "" : describeType(this.#document, node),
      description: textOf(description),
      gaps: this.#gapsAt(node, items),
      fields: isAround ? [] : this.#fields(inner, `${anchor}-`, [...around, innerName]),
    };
  }

  /** The gaps of the nodes and of what they refer to, each once. */
  #gapsAt(...nodes: unknown[]): Gap[] {
    const ids = nodes.filter(isObject).flatMap((node) => this.#gapIds(node));
    return [...new Set(ids)].flatMap((id) => this.#gaps.get(id) ?? []);
  }

  #gapIds(node: JsonObject): string[] {
    const own = (node["x-gap"] ?? []) as { id: string }[];
    const target = node["$ref"];
    const behind =
      typeof target === "string" ? this.#gapIds(resolvePointer(this.#document, target)) : [];
    return [...own.map(({ id }) => id), ...behind];
  }
}

function titleOfResponse(status: string): string {
  if (status === "default") return "Any other answer";
  return status.endsWith("XX") ? `Success, ${status}` : `Answer ${status}`;
}

/** A description without the callouts of its gaps, which are shown by themselves. */
export function textOf(description: unknown): string {
  return withoutCallouts(String(description ?? ""));
}
