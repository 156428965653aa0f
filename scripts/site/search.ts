/** What the search of the site knows: one entry for each section, operation, schema, field and gap. */
import type { DirectiveSources } from "./directives.ts";
import { addressOf } from "./links.ts";
import { type Page } from "./page.ts";
import { titleOfGap } from "./gaps.ts";
import type { Reference } from "./reference.ts";

export interface SearchEntry {
  id: number;
  kind: "page" | "detail" | "operation" | "schema" | "field" | "gap";
  title: string;
  /** Where the entry stands, in a few words. */
  context: string;
  text: string;
  /** Of the tables in the text. */
  headings?: string;
  address: string;
}

/** Everything that can be found, pages first. */
export function collectSearchEntries(
  pages: Page[],
  { gaps, closedGaps, reference, document }: DirectiveSources & { reference: Reference },
): SearchEntry[] {
  const questions = [
    ...gaps.map(({ id, question, reading }) => ({ id, text: `${question} ${reading}` })),
    ...closedGaps.map(({ id, question = "", evidence }) => ({
      id,
      text: `${question} ${evidence}`,
    })),
  ].map(({ id, text }) => ({
    ...{ kind: "gap" as const, title: titleOfGap(id), context: id },
    text: text.replaceAll("`", ""),
    address: addressOf(`gap:${id}`),
  }));
  const schemas = [...reference.schemas].map(([title, address]) => {
    const { title: context, description } = document.components.schemas[title] ?? {};
    return {
      ...{ kind: "schema" as const, title, context: String(context) },
      ...{ text: String(description ?? ""), address },
    };
  });
  const told = pages.flatMap(pageEntries);
  return [...withoutRepeated(told), ...schemas, ...questions].map((entry, id) => ({
    id,
    ...entry,
  }));
}

type Found = Omit<SearchEntry, "id">;

/** A field such as `status` is shown by many operations. Search leads to the first of them. */
function withoutRepeated(entries: Found[]): Found[] {
  const seen = new Set<string>();
  return entries.filter(({ kind, title, text }) => {
    const key = `${title} ${text}`;
    // One of several forms of a field has no name of its own.
    const isNameless = ["either", "or"].includes(title);
    const isRepeated = kind === "field" && (isNameless || seen.has(key));
    seen.add(key);
    return !isRepeated;
  });
}

/** A page with its sections, or an operation with its fields. */
function pageEntries({ source, sections }: Page): Found[] {
  const { kind, name, title, context = "" } = source;
  const isChapter = kind !== "page";
  return sections
    .filter(({ anchor, text, isField }) => (isChapter ? !anchor || isField : anchor || text))
    .map(({ anchor, level, isField, title: heading, text, headings }) => ({
      kind: isField ? "field" : level > 2 ? "detail" : kind,
      title: anchor ? heading : title,
      context: isField ? `Field of ${title}` : anchor ? title : context,
      text: text.trim(),
      ...(headings && { headings: headings.trim() }),
      address: `${name}.html${anchor && `#${anchor}`}`,
    }));
}
