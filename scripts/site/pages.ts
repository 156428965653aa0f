/** The pages of the site as they are written: Markdown files with a head of three fields. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
// Everything waits for the heads of the pages, and this is loaded in a fifth of the time of "yaml".
import { load, YAMLException } from "js-yaml";
import { UserError } from "openapi-gaps";
import { isObject } from "openapi-gaps/document";
import { root } from "../support/locations.ts";

/** What is said about a page elsewhere. */
export interface PageHead {
  /** The page's file without its ending: `waiting`. */
  name: string;
  /** Title of the page, and its first heading. */
  title: string;
  /** Title in the navigation, where there is little room. */
  label: string;
  /** One sentence for search engines and for `llms.txt`. */
  description: string;
}

export interface PageSource extends PageHead {
  kind: "page" | "operation";
  /** What it is about, in a few words for the search. */
  context?: string;
  /** Path relative to the repository. */
  file: string;
  /** The Markdown below the head. */
  body: string;
  /** Markdown that stands beside the body on a wide screen. */
  aside?: string;
  /** Lines of the file above the body. */
  bodyOffset: number;
}

/** A group of the navigation. */
export interface PageGroup {
  title: string;
  /** Names of pages in the order in which a reader meets them. */
  pages: string[];
}

const navigationFile = "docs/pages/navigation.yaml";

/**
 * Reads `docs/pages/navigation.yaml`: which pages there are, and their order.
 *
 * @throws {UserError} when it is no list of groups
 */
export async function readNavigation(): Promise<PageGroup[]> {
  const groups = parse(await readFile(join(root, navigationFile), "utf8"), navigationFile);
  if (!Array.isArray(groups) || !groups.every(isGroup))
    throw refusal(navigationFile, "This is no list of groups, each with title: …, pages: […].");
  return groups;
}

function isGroup(value: unknown): value is PageGroup {
  if (!isObject(value) || typeof value["title"] !== "string") return false;
  return Array.isArray(value["pages"]) && value["pages"].every((name) => typeof name === "string");
}

/** @param lineOffset lines of the file above the text */
function parse(text: string, file: string, lineOffset = 0): unknown {
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    const place = { line: (mark?.line ?? 0) + 1 + lineOffset, column: (mark?.column ?? 0) + 1 };
    throw refusal(file, `This is not YAML: ${reason}. Quote a text that has : or #.`, place);
  }
}

/**
 * Reads one page.
 *
 * @throws {UserError} when the file is missing or its head is not complete
 */
export async function readPage(name: string): Promise<PageSource> {
  const file = `docs/pages/${name}.md`;
  const text = await readFile(join(root, file), "utf8").catch(() => {
    throw refusal(navigationFile, `The page ${file} is missing. Write it, or take it out here.`);
  });
  const [head = "", yaml = ""] = /^---\n([\s\S]*?)\n---\n+/.exec(text) ?? [];
  const fields = yaml ? parse(yaml, file, 1) : {};
  if (!isObject(fields)) throw refusal(file, headRemedy);
  const { title, label = title, description } = fields;
  if (typeof title !== "string" || typeof label !== "string" || typeof description !== "string")
    throw refusal(file, headRemedy);
  const bodyOffset = head.split("\n").length - 1;
  const body = text.slice(head.length) + (await readAppendices(fields["append"], file));
  return { kind: "page", name, file, title, label, description, body, bodyOffset };
}

/**
 * Text about a gap stands between the lines `::: while <gap-id>` and `:::`, and goes when the gap is
 * closed. The other lines keep their numbers.
 */
export function keepWhileOpen(page: PageSource, isOpen: (gap: string) => boolean): PageSource {
  const body = page.body.replace(
    /^::: while ([a-z-]+)\n([^]*?)^:::$/gm,
    (_, gap: string, text: string) => (isOpen(gap) ? `\n${text}` : text.replace(/.*/g, "")),
  );
  return { ...page, body };
}

/** What follows the text of a page, so that it is written once: the chapters of other Markdown files. */
async function readAppendices(appendices: unknown, page: string): Promise<string> {
  const texts = (Array.isArray(appendices) ? appendices : []).map(async (appendix) => {
    const { file, title } = isObject(appendix) ? appendix : {};
    const text = await readFile(join(root, String(file)), "utf8").catch(() => {
      throw refusal(page, `There is no ${String(file)} to append. Correct the name in the head.`);
    });
    const [lead = "", ...chapters] = text.replace(/^# .*\n/, "").split(/^(?=## )/m);
    // How a package is made is for those who have the repository before them.
    const told = chapters.filter((chapter) => !/^## How (it|they) (is|are) made\n/.test(chapter));
    if (typeof title !== "string") return told.join("");
    return `## ${title}\n${lead}${told.join("").replace(/^## /gm, "### ")}`;
  });
  const joined = (await Promise.all(texts)).map((text) => `\n${text.trim()}\n`).join("");
  // Files of the repository are not on the site.
  return joined.replace(/\[([^\]]+)\]\((?!https?:|gap:|operation:|#)[^)]*\)/g, "$1");
}

const headRemedy =
  "The page has no complete head. Begin it with the lines ---, title: …, description: …, ---.";

function refusal(file: string, message: string, place = { line: 1, column: 1 }): UserError {
  return new UserError("The site cannot be built.", [
    { file, ...place, severity: "error", rule: "page-head", message },
  ]);
}
