/** Every file of the site but the page of Redoc. */
import { publishedPackages } from "../support/packages.ts";
import { type Problem, UserError } from "openapi-gaps";
import { readCopiedFiles } from "./copied-files.ts";
import { toScript } from "./html.ts";
import { findDeadLinks, notFoundPage, referencePage, registerPage } from "./links.ts";
import { renderLlmsText, renderSitemap } from "./machine-files.ts";
import { type PageSource } from "./pages.ts";
import { type Page, renderMarkdownCopy, renderPage } from "./page.ts";
import { renderRegisterPage } from "./register-page.ts";
import { collectSearchEntries } from "./search.ts";
import { renderShell } from "./shell.ts";
import { redirectFiles } from "./redirects.ts";
import { registerHead, type SitePlan } from "./site-plan.ts";
import { binaryFiles, type SiteFiles } from "./write-site.ts";

/** @throws {UserError} for a link to nowhere, or what a page names and the site does not have */
export async function renderFiles(plan: SitePlan): Promise<SiteFiles> {
  const problems: Problem[] = [];
  const pages = plan.sources.map((source) => renderPage(source, plan, problems));
  const notFound = renderPage(plan.notFound, plan, problems);
  const files: SiteFiles = new Map([
    ...[...pages, notFound].flatMap((page) => pageFiles(page, plan)),
    ["reference.md", renderMarkdownCopy(plan.wholeReference, plan)],
    ...redirectFiles(plan.reference.schemas),
    ...registerFiles(plan),
    ...machineFiles(pages, plan),
    ...(await readCopiedFiles()),
  ]);
  const links = [...pages, notFound].flatMap((page) => page.links);
  refuse([...problems, ...findDeadLinks(links, targetsOf(files, pages, plan))]);
  return files;
}

/** A page, and its copy in Markdown. */
function pageFiles({ source, html, sections }: Page, plan: SitePlan): [string, string][] {
  const hasContents = source.kind === "page" && source.name !== "index";
  const page = renderShell({
    ...plan.frame,
    ...source,
    content: html,
    contents: hasContents ? sections.filter(({ level }) => level === 2) : [],
    layout: layoutOf(source),
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

function layoutOf({ name, aside }: PageSource) {
  if (name === "index") return "article front";
  return aside === undefined ? "article" : "article chapter";
}

function rootLinks(html: string, pathname: string): string {
  return html.replace(/ (href|src)="(?![a-z]+:|#|\/)/g, ` $1="${pathname}`);
}

function registerFiles({ gaps, closedGaps, reference, frame }: SitePlan): [string, string][] {
  const content = renderRegisterPage(gaps, closedGaps, reference.schemas);
  return [[registerPage, renderShell({ ...frame, ...registerHead, content })]];
}

function machineFiles(pages: Page[], plan: SitePlan): [string, string][] {
  const { document, heads, reference } = plan;
  const { chapters } = reference;
  const { publicAddress } = plan.frame;
  const entries = collectSearchEntries(pages, plan);
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
    ...binaryFiles.map(([, name]) => name),
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
