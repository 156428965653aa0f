/** What the search of the site knows: one entry for each section, operation, schema, field and gap. */
import { type Gap } from "../../gaps/src/notes/gaps.ts";
import { addressOf } from "./links.ts";
import { type Section } from "./markdown.ts";
import { type Page } from "./page.ts";
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

/** Everything that can be found, pages first. */
export function collectSearchEntries(pages: Page[], gaps: Gap[]): SearchEntry[] {
  const found = registerSections(gaps).map(({ anchor, title, text }) => ({
    ...{ kind: "gap" as const, title, context: "What is not documented", text },
    address: addressOf(`gap:${anchor}`),
  }));
  return [...pages.flatMap(pageEntries), ...found].map((entry, id) => ({ id, ...entry }));
}

/** A page with its sections, or an operation or a schema with its own fields. */
function pageEntries({ source, sections }: Page): Omit<SearchEntry, "id">[] {
  const { kind, name, title, context = "" } = source;
  const isChapter = kind !== "page";
  return sections
    .filter((section) => section.text || section.anchor || isChapter)
    .filter((section) => !isChapter || section.anchor === "" || isOwnField(section))
    .map((section) => ({
      kind: section.anchor === "" ? kind : section.isField ? "field" : kindOf(section),
      title: section.anchor ? section.title : title,
      context: section.isField ? `Field of ${title}` : section.anchor ? title : context,
      text: section.text.trim(),
      address: `${name}.html${section.anchor && `#${section.anchor}`}`,
    }));
}

const kindOf = ({ level }: Section) => (level > 2 ? "detail" : "page");

/** A field of a body is found on the page of its schema. */
function isOwnField({ isField, anchor, title }: Section): boolean {
  return isField === true && (anchor === title || anchor === `parameter-${title}`);
}
