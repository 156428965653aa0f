/** The pages of the site as they are written: Markdown files with a head of three fields. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { load, YAMLException } from "js-yaml";
import { isObject, type JsonObject } from "openapi-gaps/document";
import { root } from "../support/locations.ts";
import { type Problem, UserError } from "openapi-gaps";

/** What is said about a page elsewhere. */
export interface PageHead {
  /** The page's file without its ending: `waiting`. */
  name: string;
  /** Title of the page, and its first heading. */
  title: string;
  /** Title in the navigation, where there is little space. */
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

/** The pages in the order of the navigation. `operations` and `gaps` are made from the contract; every other name is a file. */
export const navigation: { title: string; pages: string[] }[] = [
  { title: "Start", pages: ["index", "quickstart", "authentication"] },
  { title: "Guides", pages: ["lipsync", "slides", "hp-jobs", "waiting", "errors-and-retries"] },
  { title: "Reference", pages: ["operations", "gaps", "files", "changelog"] },
  { title: "Tools", pages: ["sdks", "command", "emulator", "assumptions", "test-your-app"] },
  { title: "For the service owner", pages: ["owner"] },
];

/** Ids of gaps, which decide what is shown of a page. */
export interface GapIds {
  open: string[];
  closed: string[];
}

/** @param names of all pages. @throws {UserError} with everything that is wrong with any of them */
export async function readPages(names: string[], ids: GapIds): Promise<PageSource[]> {
  const problems: Problem[] = globSync("docs/pages/*.md", { cwd: root })
    .filter((file) => !names.includes(basename(file, ".md")))
    .flatMap((file) => refusal(file, "Name it in scripts/site/pages.ts, or remove it.").problems);
  const read = names.map(async (name) => {
    try {
      return [keepWhileOpen(await readPage(name), ids)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  const pages = (await Promise.all(read)).flat();
  if (problems.length > 0) throw new UserError("The site cannot be built.", problems);
  return pages;
}

/** @throws {UserError} when the file is missing or its head is not complete */
async function readPage(name: string): Promise<PageSource> {
  const file = `docs/pages/${name}.md`;
  const text = await readFile(join(root, file), "utf8").catch(() => {
    throw refusal(file, "The page is missing. Write it, or take it out of scripts/site/pages.ts.");
  });
  const [head = "", yaml = ""] = /^---\n([\s\S]*?)\n---\n+/.exec(text) ?? [];
  const { title, label = title, description, append } = readHead(yaml, file);
  if (typeof title !== "string" || typeof label !== "string" || typeof description !== "string")
    throw refusal(
      file,
      "The page has no complete head. Begin it with the lines ---, title: …, description: …, ---.",
    );
  const bodyOffset = head.split("\n").length - 1;
  const body = text.slice(head.length) + (await readAppendices(append, file));
  return { kind: "page", name, file, title, label, description, body, bodyOffset };
}

function readHead(yaml: string, file: string): JsonObject {
  try {
    const fields = yaml && load(yaml);
    return isObject(fields) ? fields : {};
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    const line = (mark?.line ?? 0) + 2;
    throw refusal(file, `This is not YAML: ${reason}. Quote a text that has : or #.`, line);
  }
}

/**
 * Text about a gap stands between the lines `::: while <gap-id>` and `:::`, and goes when the gap is
 * closed. The other lines keep their numbers.
 *
 * @throws {UserError} for a gap that is neither open nor closed, and for a text without an end
 */
export function keepWhileOpen(page: PageSource, ids: GapIds): PageSource {
  const { file, bodyOffset } = page;
  const body = page.body.replace(
    /^::: while (.*)\n([^]*?)^ *:::$/gm,
    (whole, gap: string, text: string) => {
      if (ids.open.includes(gap)) return `\n${text}`;
      return ids.closed.includes(gap) ? text.replace(/.*/g, "") : whole;
    },
  );
  const left = body.split("\n").findIndex((line) => line.trim().startsWith(":::"));
  if (left < 0) return { ...page, body };
  const message = `"${body.split("\n")[left]!.trim()}" names no gap, or has no end. Write ::: while and the id of a gap, and ::: below the text.`;
  throw refusal(file, message, bodyOffset + left + 1);
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
  // Files of the repository are not on the site, but for the list of gaps and the form.
  return joined
    .replaceAll("](gaps.md#", "](gap:")
    .replace(
      /\[([^\]]+)\]\((?!https?:|gap:|operation:|#|gaps\.md\)|answers\.yaml\))[^)]*\)/g,
      "$1",
    );
}

function refusal(file: string, message: string, line = 1): UserError {
  return new UserError("The site cannot be built.", [
    { file, line, column: 1, severity: "error", rule: "page-head", message },
  ]);
}
