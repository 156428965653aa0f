/** One page of the site: from its Markdown to HTML, and to the copy that machines read. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Problem } from "openapi-gaps";
import { docsFolder, themeFolder } from "../support/locations.ts";
import { createDirectives, type DirectiveSources } from "./directives.ts";
import { escapeHtml, fillText } from "./html.ts";
import { addressOf } from "./links.ts";
import { renderMarkdown, type RenderedMarkdown } from "./markdown.ts";
import { type PageSource } from "./pages.ts";

/** A page, rendered. */
export interface Page extends RenderedMarkdown {
  source: PageSource;
}

/** @param problems receives what a page names and the site does not have */
export function renderPage(
  source: PageSource,
  sources: DirectiveSources,
  problems: Problem[],
): Page {
  const { name, file, title, body, aside, bodyOffset: lineOffset } = source;
  const directives = createDirectives(sources);
  const report = (rule: string, line: number, message: string) =>
    problems.push({ file, line, column: 1, severity: "error", rule, message });
  const options = {
    ...{ name, file, lineOffset },
    renderFence(language: string, words: string, line: number) {
      const { html = "", problem } = directives[language]?.(words.trim()) ?? {};
      if (problem !== undefined) report(`${language}-exists`, line, problem);
      return language in directives ? html : undefined;
    },
    renderImage(path: string, alternative: string, line: number) {
      if (existsSync(join(themeFolder, path))) return renderPicture(path, alternative);
      const remedy = "Put it into docs/theme/ and write its name as ../theme/name.svg.";
      report("image-exists", line, `The picture ${path} is missing. ${remedy}`);
      return "";
    },
  };
  const { html, sections, links } = renderMarkdown(body, options);
  const heading = `<h1>${escapeHtml(title)}</h1>`;
  const told = `${heading}\n${html}`.replace(
    /(<p>|<td data-label="Request">)<code>([A-Z]+) (\S+?)<\/code>/g,
    (_, place: string, method: string, path: string) =>
      `${place}${renderMethod(method)} <code>${path}</code>`,
  );
  if (aside === undefined) return { source, html: told, sections, links };
  const shown = renderMarkdown(aside, options).html;
  // On a narrow screen the sample comes before the fields, which are many.
  const [lead = "", ...fields] = told.split(/(?=<h2)/);
  const columns = `<div class="columns">\n<div class="lead">\n${lead}</div>\n<div class="shown">\n${shown}</div>\n<div class="told">\n${fields.join("")}</div>\n</div>`;
  return { source, html: columns, sections, links };
}

/**
 * A page as Markdown for readers of Markdown: links lead to the site, and samples and gaps stand where
 * they belong.
 */
export function renderMarkdownCopy(
  { name, title, body, aside = "" }: PageSource,
  sources: DirectiveSources,
): string {
  const directives = createDirectives(sources);
  const filled = `${body.trimEnd()}\n\n${aside}`.replace(
    /^( *)```([a-z]+)\n([^`]*?)\n *```$/gm,
    (whole, indent: string, language: string, words: string) => {
      const { markdown } = directives[language]?.(words.replaceAll(indent, "").trim()) ?? {};
      return markdown?.replace(/^(?=.)/gm, indent) ?? whole;
    },
  );
  const linked = filled
    .replace(
      /\]\(((?:operation|gap):[^)]+)\)/g,
      (_, reference: string) => `](${addressOf(reference)})`,
    )
    .replace(/\]\(\.\.\/(?:theme|pictures)\//g, "](assets/")
    // Where Markdown is read, a clip is its picture.
    .replace(/(\]\(assets\/\w+)\.mp4\)/g, "$1.jpg)")
    .replace(/\]\((?!reference)([\w-]+)\.html/g, "]($1.md")
    .replace(/^=== (.+)$/gm, "**$1**")
    .replace(/^===\n/gm, "")
    .replaceAll("](#", `](${name}.md#`);
  return `# ${title}\n\n${fillText(linked).trimEnd()}\n`;
}

/** Create or read, told by its colour as well. */
export const renderMethod = (method: string) =>
  `<b class="method ${method.toLowerCase()}">${method}</b>`;

/** A picture of `docs/theme/`, or one that was taken of a page. An SVG is set into the page, so that it takes on its colours. */
function renderPicture(path: string, alternative: string): string {
  if (path.endsWith(".svg")) return readFileSync(join(themeFolder, path), "utf8");
  if (path.endsWith(".mp4")) return renderClip(basename(path, ".mp4"), alternative);
  const loading = path.includes("/pictures/") ? ' loading="lazy"' : "";
  return `<img src="assets/${basename(path)}" alt="${escapeHtml(alternative)}" width="480" height="270"${loading}>`;
}

/** A video without sound. A script plays it when the page is there; until then, on paper and for those who want no motion, it is a picture. */
function renderClip(name: string, alternative: string): string {
  const small = join(docsFolder, `pictures/${name}.avif`);
  // On the first screen: it comes with the text, and asks for nothing.
  const poster = existsSync(small)
    ? `data:image/avif;base64,${readFileSync(small, "base64")}`
    : `assets/${name}.jpg`;
  return `<video class="clip" src="assets/${name}.mp4" poster="${poster}" width="1280" height="720" preload="none" loading="lazy" muted loop playsinline aria-label="${escapeHtml(alternative)}"></video>`;
}
