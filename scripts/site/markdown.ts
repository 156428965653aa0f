/** Markdown of the pages to HTML, with what the rest of the site needs to know about it. */
import MarkdownIt from "markdown-it";
import { addressOf, type FoundLink } from "./links.ts";
import { highlight } from "./highlight.ts";
import { escapeHtml, fillHtml } from "./html.ts";
import { breakShell } from "./shell-lines.ts";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** A heading and the text up to the next one: what search finds. */
export interface Section {
  /** Anchor; empty for the text before the first heading. */
  anchor: string;
  level: number;
  title: string;
  text: string;
  /** Of its tables: the heads of columns, and the first cell of each row. */
  headings: string;
  /** It is not a heading, but a field in a list. */
  isField?: boolean;
}

export interface RenderedMarkdown {
  html: string;
  sections: Section[];
  links: FoundLink[];
}

export interface MarkdownOptions {
  /** The page's file without its ending. */
  name: string;
  /** Path relative to the repository, for messages. */
  file: string;
  /** Lines of the file above `source`: its front matter. */
  lineOffset?: number;
  /**
   * Renders a fenced block of a language of ours, such as `sample`; returns nothing for any other.
   */
  renderFence?: (language: string, content: string, line: number) => string | undefined;
  renderImage?: (path: string, alternative: string, line: number) => string;
}

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** Links are written in short forms: `gap:error-body`. */
const { normalizeLink } = parser;
parser.normalizeLink = (link) => addressOf(normalizeLink(link));

/** A table that is wider than its place scrolls by itself, also by keyboard. On a phone its rows are cards. */
parser.renderer.rules["table_open"] = () =>
  '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n';
parser.renderer.rules["table_close"] = () => "</table></div>\n";

/** A heading with an anchor has a link to itself. */
parser.renderer.rules["heading_close"] = (tokens, index) => {
  const anchor = tokens[index - 2]?.attrGet("id");
  const inline = tokens[index - 1];
  const link = anchor && inline ? anchorLink(String(anchor), textOf(inline)) : "";
  return `${link}</${tokens[index]?.tag}>\n`;
};

/** Renders Markdown. Raw HTML in it is shown, not obeyed. */
export function renderMarkdown(source: string, options: MarkdownOptions): RenderedMarkdown {
  const { name, file, lineOffset = 0, renderFence, renderImage } = options;
  const tokens = parser.parse(source, {});
  joinTabs(tokens);
  const lineOf = (token: Token) => (token.map?.[0] ?? 0) + 1 + lineOffset;
  const links: FoundLink[] = [];
  const sections: Section[] = [{ anchor: "", level: 1, title: "", text: "", headings: "" }];
  let labels: string[] = [];
  let column = 0;

  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const section = sectionOf(token, tokens[index + 1]);
      sections.push(section);
      if (section.anchor) token.attrSet("id", section.anchor);
    } else if (token.type === "list_item_open") {
      const field = fieldOf(tokens[index + 2]);
      if (!field) continue;
      token.attrSet("class", "field");
      token.attrSet("id", field.anchor);
      sections.push(field);
    } else if (token.type === "thead_open") labels = [];
    else if (token.type === "tr_open") column = 0;
    else if (token.type === "th_open") labels.push(textOf(tokens[index + 1]!));
    else if (token.type === "td_open") token.attrSet("data-label", labels[column++] ?? "");
    else if (token.type === "fence") {
      const own = renderFence?.(token.info.trim(), token.content, lineOf(token));
      replaceByHtml(token, own ?? renderCode(token.content, token.info.trim()));
    } else if (token.type === "inline") {
      // Cells are told apart where a text is shown as one line.
      const isCell = ["th_open", "td_open"].includes(tokens[index - 1]?.type ?? "");
      if (!isTitle(tokens, index))
        sections.at(-1)!.text += `${isCell ? " · " : " "}${textOf(token)}`;
      if (isHeading(tokens, index)) sections.at(-1)!.headings += ` ${textOf(token)}`;
      for (const child of token.children ?? []) {
        if (child.type === "link_open") {
          const address = String(child.attrGet("href")).replace(/^#/, `${name}.html#`);
          links.push({ address, file, line: lineOf(token) });
        }
        if (child.type === "image" && renderImage) {
          const path = String(child.attrGet("src"));
          replaceByHtml(child, renderImage(path, child.content, lineOf(token)));
        }
      }
    }
  }
  return { html: parser.renderer.render(tokens, parser.options, {}), sections, links };
}

/** A line `=== Python` begins a tab, which goes on to the next one, or to the line `===`. */
function joinTabs(tokens: Token[]): void {
  const marks = tokens.flatMap(({ type, content }, index) =>
    type === "inline" && /^===( |$)/.test(content) ? [{ index, label: content.slice(4) }] : [],
  );
  for (const [position, { index, label }] of marks.entries()) {
    const isFirst = !marks[position - 1]?.label;
    const group = marks.slice(position).map((mark) => mark.label);
    const begin = isFirst
      ? `${renderTabButtons(group.slice(0, group.indexOf("")))}<div class="tabs">`
      : "</section>";
    const html = label ? `${begin}${beginTab(label)}` : "</section></div>";
    for (const near of [-1, 0, 1]) replaceByHtml(tokens[index + near]!, near === 0 ? html : "");
  }
}

/** The buttons that choose between tabs. A choice counts for every group that has a tab of this name. */
export function renderTabButtons(labels: string[]): string {
  const buttons = labels.map(
    (label) =>
      `<button type="button" data-language="${slugify(label)}">${escapeHtml(label)}</button>`,
  );
  return `<div class="languages needs-script" role="group" aria-label="Language">${buttons.join("")}</div>`;
}

export const renderTab = (label: string, html: string) => `${beginTab(label)}${html}</section>`;

const beginTab = (label: string) =>
  `<section class="tab" data-language="${slugify(label)}"><p>${escapeHtml(label)}</p>`;

/** One line of Markdown, such as a title, without a paragraph around it. */
export const renderInline = (source: string) => parser.renderInline(source);

function anchorLink(anchor: string, title: string): string {
  return ` <a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(title)}">#</a>`;
}

/** A block of code, which the page's script gives a copy button. */
export function renderCode(code: string, language: string): string {
  const isShell = ["bash", "sh"].includes(language);
  const shown = isShell ? breakShell(code.trimEnd()) : code.trimEnd();
  const html = fillHtml(highlight(shown, language));
  return `<div class="code"><pre tabindex="0"><code class="language-${escapeHtml(language || "text")}">${html}</code></pre></div>\n`;
}

/** An anchor from a heading: lower case, words joined by hyphens. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function sectionOf(token: Token, inline: Token | undefined): Section {
  const title = inline ? textOf(inline) : "";
  const level = Number(token.tag.slice(1));
  return { anchor: level === 1 ? "" : slugify(title), level, title, text: "", headings: "" };
}

/** An item that begins with a link to itself is a field: `- [`name`](#anchor) string`. */
function fieldOf(inline: Token | undefined): Section | undefined {
  const [link, title] = inline?.children ?? [];
  const [, anchor] =
    /^#(.+)$/.exec(String(link?.type === "link_open" && link.attrGet("href"))) ?? [];
  if (!anchor) return undefined;
  const own = { text: "", headings: "", isField: true };
  return { anchor, level: 0, title: title?.content ?? "", ...own };
}

/** Titles are found as such, and are no part of the text below them. */
function isTitle(tokens: Token[], index: number): boolean {
  const [item, paragraph] = [tokens[index - 2], tokens[index - 1]];
  return paragraph?.type === "heading_open" || item?.attrGet("class") === "field";
}

/** The head of a column, or the first cell of a row. */
function isHeading(tokens: Token[], index: number): boolean {
  const [row, cell] = [tokens[index - 2], tokens[index - 1]];
  return cell?.type === "th_open" || (cell?.type === "td_open" && row?.type === "tr_open");
}

function replaceByHtml(token: Token, html: string): void {
  token.type = "html_block";
  token.content = html;
}

function textOf(token: Token): string {
  return (token.children ?? [])
    .map((child) => (child.type === "softbreak" ? " " : child.content))
    .join("");
}
