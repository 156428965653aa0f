/**
 * What the search of the site knows: one entry for each section, operation, schema, field and gap.
 */
import { type Gap } from "../contract/gaps.ts";
import { addressOf } from "./links.ts";
import { type Section } from "./markdown.ts";
import { type Chapter } from "./reference-model.ts";
import { registerSections } from "./register-page.ts";

export interface SearchEntry {
  id: number;
  kind: "page" | "detail" | "operation" | "schema" | "field" | "gap";
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
  chapters: Chapter[],
  gaps: Gap[],
): SearchEntry[] {
  const entries: Omit<SearchEntry, "id">[] = [
    ...pages.flatMap(pageEntries),
    ...chapters.flatMap(chapterEntries),
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
      kind: section.level > 2 ? "detail" : "page",
      title: section.anchor ? section.title : title,
      context: section.anchor ? title : "",
      text: section.text.trim(),
      address: `${name}.html${section.anchor && `#${section.anchor}`}`,
    }));
}

/** An operation with its parameters, or a schema with its fields. */
function chapterEntries({
  name,
  title,
  operation,
  subtitle,
  description,
  parts,
}: Chapter): Omit<SearchEntry, "id">[] {
  const address = `${name}.html`;
  const own = parts.filter(({ anchor }) => anchor === "fields" || anchor === "parameters");
  return [
    {
      kind: operation ? "operation" : "schema",
      title,
      context: operation ? `${operation.method.toUpperCase()} ${operation.path}` : plain(subtitle),
      text: plain(`${operation?.operationId ?? ""} ${description}`),
      address,
    },
    ...own
      .flatMap(({ fields }) => fields)
      .filter(({ type }) => type !== "")
      .map((field) => ({
        kind: "field" as const,
        title: field.name,
        context: `Field of ${title}`,
        text: plain(field.description),
        address: `${address}#${field.anchor}`,
      })),
  ];
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
