/** Builds the reference site into `dist/site/`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OpenApiDocument } from "../contract/document.ts";
import { generatedFolder } from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { type Problem, UserError } from "../support/problem.ts";
import { toScript } from "./html.ts";
import { findDeadLinks, notFoundPage, referencePage, registerPage } from "./links.ts";
import { renderLlmsText, renderSitemap } from "./machine-files.ts";
import { type Page, renderMarkdownCopy, renderPage } from "./page.ts";
import { referenceDocument } from "./reference-document.ts";
import { renderReference } from "./reference-page.ts";
import { registerHead, renderRegisterPage } from "./register-page.ts";
import { collectSearchEntries } from "./search.ts";
import { renderShell } from "./shell.ts";
import { readCopiedFiles, type SiteFiles, type SiteSummary, writeSite } from "./site-files.ts";
import { planSite, referenceHead, type SitePlan } from "./site-plan.ts";

/**
 * Builds the site from `generated/` and `docs/`. The previous site stays until the new one is
 * complete.
 *
 * @throws {UserError} for a link to nowhere, a sample without an operation, a gap that no reader would
 * see, or a page without a head
 */
export async function buildSite(): Promise<SiteSummary> {
  const bundle = await readFile(join(generatedFolder, "openapi.json"), "utf8");
  const plan = await planSite(JSON.parse(bundle) as OpenApiDocument);
  const rendering = renderReferencePage(plan);
  // Our own input is checked while Redocly works. A failure of it is reported afterwards.
  rendering.catch(() => {});

  const problems: Problem[] = [];
  const pages = plan.sources.map((source) => renderPage(source, plan, problems));
  const notFound = renderPage(plan.notFound, plan, problems);
  // On paper nothing opens, so this page is what the copy in Markdown says.
  const copy = renderMarkdownCopy(plan.print, plan);
  const print = renderPage({ ...plan.print, body: copy.replace(/^# .*\n/, "") }, plan, problems);
  const files: SiteFiles = new Map([
    ...[...pages, notFound, print].flatMap((page) => pageFiles(page, plan)),
    [`${referenceHead.name}.md`, copy],
    ...registerFiles(plan),
    ...machineFiles(pages, plan),
    ...(await readCopiedFiles()),
  ]);
  const links = [...pages, notFound].flatMap((page) => page.links);
  refuse([...problems, ...findDeadLinks(links, targetsOf(files, pages, plan))]);

  return writeSite([...files, [referencePage, rendering]]);
}

function renderReferencePage(plan: SitePlan): Promise<string> {
  const shell = renderShell({
    ...plan.frame,
    ...referenceHead,
    layout: "reference",
    head: `{{{redocHead}}}\n<link rel="stylesheet" href="assets/reference.css">`,
    content: `<h1 class="hidden">${referenceHead.title}</h1>\n{{{redocHTML}}}`,
  });
  return renderReference(referenceDocument(plan), shell);
}

/** A page, and its copy in Markdown. */
function pageFiles({ source, html, sections }: Page, plan: SitePlan): [string, string][] {
  const hasContents = source.kind === "page" && source.hasAnchors !== false;
  const page = renderShell({
    ...plan.frame,
    ...source,
    content: html,
    contents: hasContents ? sections.filter(({ level }) => level === 2) : [],
    layout: source.aside === undefined ? "article" : "article chapter",
    sendsRequests: html.includes('class="run'),
    ...(html.includes('class="diagram') && {
      head: '<link rel="stylesheet" href="assets/diagram.css">',
    }),
  });
  const { pathname } = new URL(plan.frame.publicAddress);
  return [
    // The page "not found" is shown at any path, so its links are of the whole host.
    [
      `${source.name}.html`,
      `${source.name}.html` === notFoundPage ? rootLinks(page, pathname) : page,
    ],
    [`${source.name}.md`, renderMarkdownCopy(source, plan)],
  ];
}

function rootLinks(html: string, pathname: string): string {
  return html.replace(/ (href|src)="(?![a-z]+:|#|\/)/g, ` $1="${pathname}`);
}

function registerFiles({ gaps, closedGaps, frame }: SitePlan): [string, string][] {
  const content = renderRegisterPage(gaps, closedGaps);
  return [[registerPage, renderShell({ ...frame, ...registerHead, content })]];
}

function machineFiles(pages: Page[], plan: SitePlan): [string, string][] {
  const { document, gaps, heads, chapters } = plan;
  const { publicAddress } = plan.frame;
  const entries = collectSearchEntries(pages, gaps);
  return [
    ["llms.txt", renderLlmsText(document, heads, chapters)],
    ["sitemap.xml", renderSitemap(publicAddress, [...heads, ...chapters])],
    ["robots.txt", `User-agent: *\nAllow: /\nSitemap: ${publicAddress}sitemap.xml\n`],
    ["assets/search-data.js", `window.siteSearchEntries = ${toScript(entries)};\n`],
  ];
}

/** Every address of the site that a page may link to. */
function targetsOf(files: SiteFiles, pages: Page[], { gaps, closedGaps }: SitePlan): Set<string> {
  return new Set([
    ...files.keys(),
    referencePage,
    ...publishedPackages().map(({ tarball }) => `packages/${tarball}`),
    ...pages.flatMap(({ source: { name }, sections }) =>
      sections.map(({ anchor }) => `${name}.html#${anchor}`),
    ),
    ...[...gaps, ...closedGaps].map(({ id }) => `${registerPage}#${id}`),
  ]);
}

function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  throw new UserError(`The site has ${count}. Nothing was written.`, problems);
}
