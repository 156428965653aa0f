/**
 * What the search of the site knows: one entry for each section, operation, schema, field and gap.
 */
import { type Gap } from "../contract/gaps.ts";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
} from "../contract/document.ts";
import { addressOf } from "./links.ts";
import { type Section } from "./markdown.ts";
import { registerSections } from "./register-page.ts";

export interface SearchEntry {
  id: number;
  kind: "page" | "operation" | "schema" | "field" | "gap";
  title: string;
  /** Where the entry stands, in a few words. */
  context: string;
  text: string;
  address: string;
}

/** A page with its sections. */
export interface SearchPage {
  name: string;
  title: string;
  sections: Section[];
}

/** Everything that can be found, pages first. */
export function collectSearchEntries(
  pages: SearchPage[],
  document: OpenApiDocument,
  gaps: Gap[],
): SearchEntry[] {
  const entries: Omit<SearchEntry, "id">[] = [
    ...pages.flatMap(pageEntries),
    ...operationEntries(document),
    ...schemaEntries(document),
    ...registerSections(gaps).map(({ anchor, title, text }) => ({
      kind: "gap" as const,
      title,
      context: "What is not documented",
      text,
      address: addressOf(`gap:${anchor}`),
    })),
  ];
  return entries.map((entry, id) => ({ id, ...entry }));
}

function pageEntries({ name, title, sections }: SearchPage): Omit<SearchEntry, "id">[] {
  return sections
    .filter((section) => section.text || section.anchor)
    .map((section) => ({
      kind: "page",
      title: section.anchor ? section.title : title,
      context: section.anchor ? title : "",
      text: section.text.trim(),
      address: `${name}.html${section.anchor && `#${section.anchor}`}`,
    }));
}

function operationEntries(document: OpenApiDocument): Omit<SearchEntry, "id">[] {
  return operationsOf(document).map(({ operationId, method, path, node }) => ({
    kind: "operation",
    title: String(node["summary"]),
    context: `${method.toUpperCase()} ${path}`,
    text: `${operationId} ${withoutCallouts(node["description"])}`,
    address: addressOf(`operation:${operationId}`),
  }));
}

function schemaEntries(document: OpenApiDocument): Omit<SearchEntry, "id">[] {
  return Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    {
      kind: "schema" as const,
      title: name,
      context: String(schema["title"] ?? ""),
      text: withoutCallouts(schema["description"]),
      address: addressOf(`schema:${name}`),
    },
    ...fieldsOf(schema).map(([field, { description }]) => ({
      kind: "field" as const,
      title: field,
      context: `Field of ${name}`,
      text: withoutCallouts(description),
      address: addressOf(`schema:${name}`),
    })),
  ]);
}

function fieldsOf(schema: JsonObject): [string, JsonObject][] {
  if (!isObject(schema["properties"])) return [];
  return Object.entries(schema["properties"]).map(([name, field]) => [
    name,
    isObject(field) ? field : {},
  ]);
}

/** A gap has an entry of its own; its words would only make every neighbour match. */
function withoutCallouts(description: unknown): string {
  return String(description ?? "")
    .replace(/^>.*$/gm, "")
    .replaceAll(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
