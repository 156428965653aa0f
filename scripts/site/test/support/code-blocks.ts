/** Every block of code that the pages of the site show, as a reader copies it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder } from "../../../support/locations.ts";

export interface CodeBlock {
  /** Name of the page: `client`. */
  page: string;
  /** As its page names it; empty for one that has none. */
  language: string;
  code: string;
}

/** Of every page, in the order of their names and as they stand there. */
export function readCodeBlocks(): CodeBlock[] {
  const names = readdirSync(siteFolder).filter((name) => name.endsWith(".html"));
  const own = names.filter((name) => name !== "reference.html");
  return own.flatMap((name) => blocksOf(name.replace(/\.html$/, "")));
}

function blocksOf(page: string): CodeBlock[] {
  const html = readFileSync(join(siteFolder, `${page}.html`), "utf8");
  const pattern = /<pre[^>]*><code(?: class="?language-(\w+)"?)?>(.*?)<\/code>/gs;
  return [...html.matchAll(pattern)].map(([, language = "", code = ""]) => ({
    ...{ page, language },
    code: toText(code),
  }));
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };

function toText(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? "");
}
