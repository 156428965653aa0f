/** Builds the reference site into `dist/site/`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OpenApiDocument } from "../contract/document.ts";
import { generatedFolder } from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { type Problem, UserError } from "../support/problem.ts";
import { toScript } from "./html.ts";
import { findDeadLinks, referencePage, registerPage } from "./links.ts";
import {
  renderLlmsText,
  renderMarkdownCopy,
  renderReferenceCopy,
  renderSitemap,
} from "./machine-files.ts";
import { renderMarkdown, type RenderedMarkdown } from "./markdown.ts";
import { createFenceRenderer, readSvg } from "./page-parts.ts";
import { type PageSource } from "./pages.ts";
import { renderReference } from "./reference-page.ts";
import { registerHead, renderRegisterPage } from "./register-page.ts";
import { notFoundPage, renderNotFound } from "./notice-page.ts";
import { operationsHead, renderOperationsPage } from "./operations-page.ts";
import { renderChapter } from "./reference-html.ts";
import { writeChapter } from "./reference-markdown.ts";
import { headOf } from "./reference-model.ts";
import { collectSearchEntries, type SearchPage } from "./search.ts";
import { renderShell } from "./shell.ts";
import { readCopiedFiles, type SiteFiles, type SiteSummary, writeSite } from "./site-files.ts";
import { planSite, printHead, referenceHead, type SitePlan } from "./site-plan.ts";

/** A page of `docs/`, rendered. */
interface Article extends RenderedMarkdown {
  source: PageSource;
}

/**
 * Builds the site from `generated/` and `docs/`. The previous site stays until the new one is
 * complete.
 *
 * @throws {UserError} for a link to nowhere, a sample without an operation, an operation
 * without a sample, a gap that no reader would see, or a page without a head
 */
export async function buildSite(): Promise<SiteSummary> {
  const bundle = await readFile(join(generatedFolder, "openapi.json"), "utf8");
  const plan = await planSite(JSON.parse(bundle) as OpenApiDocument);
  const rendering = renderReferencePage(plan);
  // Our own input is checked while Redocly works. A failure of it is reported afterwards.
  rendering.catch(() => {});

  const problems: Problem[] = [];
  const articles = plan.sources.map((source) => renderArticle(source, plan, problems));
  const files: SiteFiles = new Map([
    ...articleFiles(articles, plan),
    ...registerFiles(plan),
    ...operationsFiles(plan),
    ...chapterFiles(plan),
    ...referenceCopyFiles(plan),
    ...machineFiles(articles, plan),
    ...(await readCopiedFiles()),
  ]);
  const links = articles.flatMap((article) => article.links);
  refuse([...problems, ...findDeadLinks(links, targetsOf(files, articles, plan))]);

  files.set(referencePage, await rendering);
  return writeSite(files);
}

function renderReferencePage({ siteDocument, frame }: SitePlan): Promise<string> {
  const shell = renderShell({
    ...frame,
    ...referenceHead,
    layout: "reference",
    head: `{{{redocHead}}}\n<link rel="stylesheet" href="assets/reference.css">`,
    content: `<h1 class="hidden">${referenceHead.title}</h1>\n{{{redocHTML}}}`,
  });
  return renderReference(siteDocument, shell);
}

function renderArticle(source: PageSource, plan: SitePlan, problems: Problem[]): Article {
  const { file, body, bodyOffset: lineOffset } = source;
  const renderFence = createFenceRenderer(plan, file, problems);
  const readImage = (path: string, line: number) => readSvg(path, file, line, problems);
  return { source, ...renderMarkdown(body, { file, lineOffset, renderFence, readImage }) };
}

function articleFiles(articles: Article[], { frame, samples }: SitePlan): SiteFiles {
  return new Map(
    articles.flatMap(({ source, html, sections }): [string, string][] => {
      const content = `<h1>${source.title}</h1>\n${html}`;
      const contents = sections.filter(({ level }) => level === 2);
      const sendsRequests = html.includes('class="run');
      const scripts = sendsRequests ? ["assets/run.js"] : [];
      return [
        [
          `${source.name}.html`,
          renderShell({ ...frame, ...source, content, contents, scripts, sendsRequests }),
        ],
        [`${source.name}.md`, renderMarkdownCopy(source, samples)],
      ];
    }),
  );
}

function registerFiles({ gaps, closedGaps, frame }: SitePlan): SiteFiles {
  const scripts = ["assets/register.js"];
  const content = renderRegisterPage(gaps, closedGaps);
  return new Map([[registerPage, renderShell({ ...frame, ...registerHead, content, scripts })]]);
}

/** A page for each operation and each schema. */
function chapterFiles({ chapters, frame, samples }: SitePlan): SiteFiles {
  return new Map(
    chapters.flatMap((chapter): [string, string][] => {
      const head = headOf(chapter);
      const page = {
        ...{ ...frame, ...head, layout: "article chapter" as const },
        content: renderChapter(chapter, chapters),
        scripts: chapter.operation ? ["assets/run.js"] : [],
        sendsRequests: chapter.operation !== undefined,
      };
      return [
        [`${head.name}.html`, renderShell(page)],
        [
          `${head.name}.md`,
          renderMarkdownCopy({ title: head.title, body: writeChapter(chapter) }, samples),
        ],
      ];
    }),
  );
}

function operationsFiles({ document, chapters, samples, frame }: SitePlan): SiteFiles {
  const content = renderOperationsPage(document, chapters);
  return new Map([
    [`${operationsHead.name}.html`, renderShell({ ...frame, ...operationsHead, content })],
    [`${operationsHead.name}.md`, renderReferenceCopy(document, chapters, samples)],
  ]);
}

function referenceCopyFiles({ document, chapters, samples, frame }: SitePlan): SiteFiles {
  const copy = renderReferenceCopy(document, chapters, samples);
  const content = renderMarkdown(copy, { file: "reference.md", headingAnchors: false }).html;
  return new Map([
    [`${referenceHead.name}.md`, copy],
    [`${printHead.name}.md`, copy],
    [`${printHead.name}.html`, renderShell({ ...frame, ...printHead, content })],
  ]);
}

function machineFiles(articles: Article[], plan: SitePlan): SiteFiles {
  const { document, gaps, heads, chapters } = plan;
  const { publicAddress } = plan.frame;
  const entries = collectSearchEntries(articles.map(toSearchPage), chapters, gaps);
  return new Map([
    ["llms.txt", renderLlmsText(document, heads, chapters.map(headOf))],
    ["sitemap.xml", renderSitemap(publicAddress, [...heads, ...chapters.map(headOf)])],
    [notFoundPage, renderNotFound(plan.frame)],
    ["robots.txt", `User-agent: *\nAllow: /\nSitemap: ${publicAddress}sitemap.xml\n`],
    ["assets/search-data.js", `window.siteSearchEntries = ${toScript(entries)};\n`],
  ]);
}

function toSearchPage({ source: { name, title }, sections }: Article): SearchPage {
  return { name, title, sections };
}

/** Every address of the site that a page may link to. */
function targetsOf(
  files: SiteFiles,
  articles: Article[],
  { gaps, closedGaps }: SitePlan,
): Set<string> {
  return new Set([
    ...files.keys(),
    referencePage,
    ...publishedPackages().map(({ tarball }) => `packages/${tarball}`),
    ...articles.flatMap(({ source: { name }, sections }) =>
      sections.map(({ anchor }) => (anchor ? `${name}.html#${anchor}` : `${name}.html`)),
    ),
    ...[...gaps, ...closedGaps].map(({ id }) => `${registerPage}#${id}`),
  ]);
}

function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  throw new UserError(`The site has ${count}. Nothing was written.`, problems);
}
