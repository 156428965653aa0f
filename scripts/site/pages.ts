/** The pages of the site as they are written: Markdown files with a head of three fields. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { load, YAMLException } from "js-yaml";
import { isObject, type JsonObject } from "openapi-gaps/document";
import { root } from "../support/locations.ts";
import {
  type ClosedGap,
  type Gap,
  lineOfStatement,
  type Problem,
  textOf,
  UserError,
} from "openapi-gaps";

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

/** The gaps of the contract, which decide what is shown of a page. */
export interface Gaps {
  open: Gap[];
  closed: ClosedGap[];
}

/** @param names of all pages. @throws {UserError} with everything that is wrong with any of them */
export async function readPages(names: string[], gaps: Gaps): Promise<PageSource[]> {
  const problems: Problem[] = globSync("docs/pages/*.md", { cwd: root })
    .filter((file) => !names.includes(basename(file, ".md")))
    .flatMap((file) => refusal(file, "Name it in scripts/site/pages.ts, or remove it.").problems);
  const read = names.map(async (name) => {
    try {
      const { page, appendices } = await readPage(name);
      const kept = keepWhileOpen(page, gaps);
      const isApart = appendices.startsWith("\n=== ");
      // The line that begins the tab stands before those that messages count.
      const guide = isApart ? kept.body.replace(/^(?=## )/m, "=== Guide\n") : kept.body;
      const bodyOffset = kept.bodyOffset - Number(isApart);
      return [{ ...kept, body: guide + appendices + (isApart ? "\n===\n" : ""), bodyOffset }];
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
async function readPage(name: string): Promise<{ page: PageSource; appendices: string }> {
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
  const body = text.slice(head.length);
  return {
    page: { kind: "page", name, file, title, label, description, body, bodyOffset },
    appendices: await readAppendices(append, file),
  };
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
 * Text about gaps stands as long as they are open, and then gives way to what the owner has said: whole paragraphs between the
 * lines `::: while <gap-id>` and `:::`, and a sentence, or what a cell of a table says, between `{{while}}` and `{{end}}`. A link
 * names a gap too. The other lines keep their numbers.
 *
 * @throws {UserError} for a gap that is neither open nor closed, for a text without an end, and for a link to a closed gap elsewhere
 */
export function keepWhileOpen(page: PageSource, gaps: Gaps): PageSource {
  const { file, bodyOffset } = page;
  const isOpen = (id: string) => gaps.open.some((gap) => gap.id === id);
  const isClosed = (id: string) => gaps.closed.some((gap) => gap.id === id);
  const inPlaceOf = (text: string, named: string[] = []): string | undefined => {
    const ids = [...new Set([...named, ...linkedGaps(text)])];
    if (ids.length === 0 || !ids.every((id) => isOpen(id) || isClosed(id))) return undefined;
    return ids.some(isClosed) ? ids.map((id) => textAbout(id, gaps)).join(" ") : text;
  };
  const body = page.body
    .replace(/^::: while (.*)\n([^]*?)^ *:::$/gm, (whole, id: string, text: string) => {
      const shown = inPlaceOf(text, [id]);
      if (shown === undefined) return whole;
      return `\n${shown === text ? text : shown + text.replace(/.*/g, "")}`;
    })
    .replace(/^.*\{\{while\}\}.*$/gm, (line) =>
      line.replace(/\{\{while\}\}(.*?)\{\{end\}\}/g, (whole, text: string) => {
        const shown = inPlaceOf(text);
        // In a table a bar would end the cell.
        return shown !== text && line.startsWith("|")
          ? (shown?.replaceAll("|", "\\|") ?? whole)
          : (shown ?? whole);
      }),
    );
  const refuse = (isMeant: (line: string) => boolean, remedy: (line: string) => string) => {
    const lines = body.split("\n");
    const index = lines.findIndex(isMeant);
    if (index >= 0) throw refusal(file, remedy(lines[index]!.trim()), bodyOffset + index + 1);
  };
  refuse(
    (line) => line.trim().startsWith(":::") || /\{\{(while|end)\}\}/.test(line),
    (line) =>
      `"${line}" names no gap, or has no end. Write ::: while and the id of a gap, and ::: below the text; or {{while}} and {{end}} around a sentence with a link to a gap.`,
  );
  refuse(
    (line) => linkedGaps(line).some(isClosed),
    (line) =>
      `The owner has answered ${linkedGaps(line).filter(isClosed).join(", ")}. Put what the page says until then between {{while}} and {{end}}: the answer takes its place.`,
  );
  return { ...page, body };
}

const linkedGaps = (text: string): string[] =>
  [...text.matchAll(/\]\(gap:([^)]+)\)/g)].map(([, id = ""]) => id);

/** What the owner has said, in Markdown, wherever a page said what to do until then. */
export const answerOf = ({ id, question = id, ...said }: ClosedGap, address = `gap:${id}`) =>
  `**${question}** ${lineOfStatement(said)} [${id}](${address})`;

/** What is known of a gap, where the text of the page does not fit any more. */
function textAbout(id: string, { open, closed }: Gaps): string {
  const answer = closed.find((gap) => gap.id === id);
  if (answer) return answerOf(answer, `gaps.md#${id}`).replaceAll(/\s+/g, " ");
  return `${textOf(open.find((gap) => gap.id === id)!).advice} [\`${id}\`](gap:${id})`;
}

/** What follows the text of a page, so that it is written once: the chapters of other Markdown files, perhaps in a tab of their own. */
async function readAppendices(appendices: unknown, page: string): Promise<string> {
  const texts = (Array.isArray(appendices) ? appendices : []).map(async (appendix) => {
    const { file, title, apart } = isObject(appendix) ? appendix : {};
    const text = await readFile(join(root, String(file)), "utf8").catch(() => {
      throw refusal(page, `There is no ${String(file)} to append. Correct the name in the head.`);
    });
    const [lead = "", ...chapters] = text.replace(/^# .*\n/, "").split(/^(?=## )/m);
    // How a package is made is for those who have the repository before them.
    const told = chapters.filter((chapter) => !/^## How (it|they) (is|are) made\n/.test(chapter));
    if (typeof title !== "string") return told.join("");
    const tab = apart === true ? `=== ${title}\n\n` : "";
    return `${tab}## ${title}\n${lead}${told.join("").replace(/^## /gm, "### ")}`;
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
