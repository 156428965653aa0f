/** What every page of the site has around its content: head, bar, navigation and foot. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { themeFolder } from "../support/locations.ts";
import type { Chapter } from "./reference.ts";
import { escapeHtml, publishedAddress } from "./html.ts";
import type { Section } from "./markdown.ts";
import { renderMethod } from "./page.ts";
import { navigation, type PageHead } from "./pages.ts";

export interface ShellOptions {
  /** `waiting`: the page's file without its ending. */
  name: string;
  title: string;
  description: string;
  /** The pages of the navigation, and those of the operations. */
  heads: PageHead[];
  chapters: Chapter[];
  /** Name of the site: the title of the contract. */
  siteTitle: string;
  /** Version of the contract. */
  version: string;
  /**
   * Where the site is published, with a slash at its end: some readers of the head take absolute
   * addresses only.
   */
  publicAddress: string;
  /** HTML of the page itself. */
  content: string;
  /** The chapters of the page, for its table of contents. */
  contents?: Pick<Section, "anchor" | "title">[];
  /** The reader can send requests from the page. */
  sendsRequests?: boolean;
  /** Class of the body, for pages with a layout of their own. */
  layout?: "article" | "article chapter" | "article front";
}

/** Nothing is loaded from another origin: only a request that the reader sends may go elsewhere. */
const contentPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'";

/** Where a reader's own request may go, and the video that its response names. */
const runPolicy = "connect-src http: https: blob:; media-src http: https:";

/** A whole page. */
export function renderShell(options: ShellOptions): string {
  const { name, title, description, siteTitle, publicAddress, layout = "article" } = options;
  const fullTitle = title === siteTitle ? title : `${title} · ${siteTitle}`;
  const card = `${publicAddress}assets/social-card.png`;
  const contents = renderContents(options.contents);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}; ${options.sendsRequests ? runPolicy : "connect-src 'self'"}">
<title>${escapeHtml(fullTitle)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<meta property="og:type" content="article">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:site_name" content="${escapeHtml(siteTitle)}">
<meta property="og:description" content="${escapeHtml(description)}">
<meta property="og:image" content="${escapeHtml(card)}">
<meta property="og:image:alt" content="${escapeHtml(siteTitle)}: what is known, and what is not">
<meta name="twitter:card" content="summary_large_image">
<link rel="canonical" href="${escapeHtml(publicAddress)}${name === "index" ? "" : `${name}.html`}">
<link rel="icon" href="assets/logo.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${name}.md" title="This page as Markdown">
<link rel="expect" href="#navigation" blocking="render">
${renderPreloads()}
<link rel="stylesheet" href="assets/site.css">
<script src="assets/first.js"></script>
<script src="assets/site.js" defer></script>
</head>
<body class="${layout}">
<a class="skip" href="#content">Skip to the content</a>
${renderBar(siteTitle, options.version)}
<div class="frame">
<nav id="navigation" class="navigation" aria-label="Pages" popover>
${renderNavigation(options)}
</nav>
<main id="content" tabindex="-1">
<div class="text">
${options.content.replace("<h1>", `${copyLink(name)}<h1>`)}
${renderFoot(name)}
</div>
${contents}
</main>
</div>
${searchDialog}
</body>
</html>
`;
}

/** The style sheet asks for the fonts late. On the reader's machine they are near, and a folder lets no page preload one. */
function renderPreloads(): string {
  if (publishedAddress() === undefined) return "";
  const links = ["inter", "jetbrains-mono"].map(
    (name) =>
      `<link rel="preload" as="font" type="font/woff2" href="assets/${name}.woff2" crossorigin>`,
  );
  return links.join("\n");
}

/** Beside the title. */
const copyLink = (name: string) =>
  `<a class="copy-page needs-script" href="${name}.md">Copy as Markdown</a>\n`;

/** In the page, so that it has the colours that the reader chose. */
const logo = readFileSync(join(themeFolder, "logo.svg"), "utf8")
  .replace(/role="img" aria-label="[^"]*"/, 'width="28" height="28" aria-hidden="true"')
  .replace(/<style>.*<\/style>/, "");

function renderBar(siteTitle: string, version: string): string {
  return `<header class="bar">
<a class="brand" href="index.html">${logo}<span>${escapeHtml(siteTitle)}</span></a>
<span class="version" title="Edition of the contract">${escapeHtml(version)}</span>
<a class="live-emulator" href="emulator.html">Emulator</a>
<button type="button" class="search-open needs-script" aria-keyshortcuts="Control+K /"><span>Search</span><kbd>Ctrl K</kbd></button>
<button type="button" class="color-mode needs-script" aria-label="Switch between light and dark"><svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true"><path d="M8 1a7 7 0 1 0 0 14zm0 0a7 7 0 0 1 0 14" fill="none" stroke="currentColor"/><path d="M8 1a7 7 0 0 0 0 14z" fill="currentColor"/></svg></button>
<button type="button" class="menu" popovertarget="navigation">Menu</button>
</header>`;
}

function renderContents(contents: ShellOptions["contents"] = []): string {
  // A table of contents helps from the third chapter on.
  if (contents.length < 3) return "";
  const items = contents.map(
    ({ anchor, title }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

function renderFoot(name: string): string {
  return `<footer class="foot">
<p>This page as <a href="${name}.md">Markdown</a>. The contract as <a href="openapi.yaml">openapi.yaml</a>. The reference <a href="reference.html">drawn by Redocly</a>, or as <a href="reference.md">one Markdown file</a>. For machines: <a href="llms.txt">llms.txt</a>.</p>
</footer>`;
}

const searchDialog = `<dialog class="search" aria-label="Search">
<form method="dialog" role="search">
<input id="search-words" type="text" aria-label="Search pages, operations, fields and gaps" enterkeyhint="search" autocomplete="off" spellcheck="false" placeholder="Search pages, operations, fields and gaps">
<button type="submit" class="search-close">Close</button>
</form>
<ul id="search-results" aria-label="Results"></ul>
<p class="search-state" role="status"></p>
</dialog>`;

/**
 * The pages in their groups. The parts of the reference are listed on its own pages only: elsewhere
 * they would crowd out the guides.
 */
function renderNavigation({ name: current, heads, chapters }: ShellOptions): string {
  const link = ({ name, label }: PageHead, mark = "") =>
    `<li><a href="${name}.html"${name === current ? ' aria-current="page"' : ""}>${escapeHtml(label)}${mark}</a>`;
  const parts = Object.entries(Object.groupBy(chapters, ({ part }) => part)).map(
    ([part, links = []]) =>
      `<li><span class="part">${escapeHtml(part)}</span><ul>${links.map((each) => `${link(each, `&nbsp;${renderMethod(each.method)}`)}</li>`).join("")}</ul></li>`,
  );
  const isInReference = ["operations", ...chapters.map(({ name }) => name)].includes(current);
  return navigation
    .map(({ title, pages }) => {
      const items = pages.map((name) => {
        const isOpen = name === "operations" && isInReference;
        const below = isOpen ? `\n<ul>${parts.join("\n")}</ul>` : "";
        return `${link(heads.find((head) => head.name === name)!)}${below}</li>`;
      });
      return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
    })
    .join("\n");
}
