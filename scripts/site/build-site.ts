/** Builds the reference site into `dist/site/`. */
import { cp, glob, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { type OpenApiDocument } from "../document.ts";
import { collectGaps, type Gap } from "../gaps.ts";
import { docsFolder, generatedFolder, siteFolder } from "../locations.ts";
import { ContractError, type Problem } from "../problem.ts";
import { findHiddenGaps } from "./hidden-gaps.ts";
import { toScript } from "./html.ts";
import { findDeadLinks, type FoundLink, operationAnchor, schemaAnchor } from "./links.ts";
import {
  renderLlmsText,
  renderMarkdownCopy,
  renderReferenceCopy,
  renderSitemap,
} from "./machine-files.ts";
import { renderMarkdown } from "./markdown.ts";
import { buildNavigation } from "./navigation.ts";
import { readNavigation, readPage } from "./pages.ts";
import { createFenceRenderer, readSvg } from "./page-parts.ts";
import { operationsOf, referenceDocument } from "./reference-document.ts";
import { renderReference, routeScript } from "./reference-page.ts";
import { questionsText, registerHead, renderRegisterPage } from "./register-page.ts";
import { findSampleProblems, readSamples } from "./samples.ts";
import { collectSearchEntries, type SearchPage } from "./search.ts";
import { renderShell } from "./shell.ts";

const require = createRequire(import.meta.url);

/**
 * Where the site is published unless `SITE_ADDRESS` says otherwise: the contract's own placeholder.
 */
const placeholderAddress = "https://video-generation.example/";

const referenceHead = {
  name: "reference",
  title: "Reference",
  label: "Operations and schemas",
  description:
    "Every operation, field and response of the Video Generation Service, with samples, and a note wherever its public document leaves something open.",
};

/**
 * Redoc draws a part when it comes into view, so its page can be neither printed nor read without
 * scripts.
 */
const printHead = {
  name: "reference-print",
  title: "Reference on one page",
  description:
    "The whole reference of the Video Generation Service on one page, for printing and for browsers without scripts.",
};

/** Files of the site and their content. */
type SiteFiles = Map<string, string>;

export interface SiteSummary {
  pages: number;
  files: number;
  bytes: number;
}

/**
 * Builds the site from `generated/` and `docs/`. The previous site stays until the new one is
 * complete.
 *
 * @throws {ContractError} for a link to nowhere, a sample without an operation, an operation
 * without a sample, or a page without a head
 */
export async function buildSite(): Promise<SiteSummary> {
  const document = JSON.parse(
    await readFile(join(generatedFolder, "openapi.json"), "utf8"),
  ) as OpenApiDocument;
  const files = await renderSite(document);
  return writeSite(files);
}

async function renderSite(document: OpenApiDocument): Promise<SiteFiles> {
  const publicAddress = process.env["SITE_ADDRESS"] ?? placeholderAddress;
  const gaps = collectGaps(document);
  const samples = await readSamples();
  const groups = await readNavigation();
  const names = groups.flatMap(({ pages }) => pages);
  const heads = [referenceHead, registerHead];
  const sources = await Promise.all(
    names.filter((name) => !heads.some((head) => head.name === name)).map(readPage),
  );
  const navigation = buildNavigation(groups, [...heads, ...sources], document);
  const common = {
    navigation,
    publicAddress,
    siteTitle: String(document.info["title"]),
    version: String(document.info["version"]),
  };

  const siteDocument = referenceDocument(document, samples);
  const rendering = renderReference(
    siteDocument,
    renderShell({
      ...common,
      ...referenceHead,
      layout: "reference",
      head: `{{{redocHead}}}\n<link rel="stylesheet" href="assets/reference.css">\n${routeScript(document)}`,
      scripts: ["assets/reference.js"],
      content: `<h1 class="hidden">Reference</h1>\n{{{redocHTML}}}`,
    }),
  );
  rendering.catch(() => {}); // Reported where it is awaited, after the checks of our own input.

  const problems = findSampleProblems(samples, operationIdsOf(document));
  const pages = sources.map((source) => {
    const renderFence = createFenceRenderer(samples, source.file, problems);
    const rendered = renderMarkdown(source.body, {
      file: source.file,
      lineOffset: source.bodyOffset,
      renderFence,
      readImage: (path, line) => readSvg(path, source.file, line, problems),
    });
    return { source, ...rendered };
  });
  const register = renderRegisterPage(gaps);
  const searchPages: SearchPage[] = pages.map(({ source: { name, title }, sections }) => ({
    name,
    title,
    sections,
  }));

  const files: SiteFiles = new Map();
  for (const { source, html } of pages) {
    const content = `<h1>${source.title}</h1>\n${html}`;
    files.set(`${source.name}.html`, renderShell({ ...common, ...source, content }));
    files.set(`${source.name}.md`, renderMarkdownCopy(source, samples));
  }
  files.set(
    "gaps.html",
    renderShell({ ...common, ...registerHead, content: register, scripts: ["assets/register.js"] }),
  );
  const ordered = names.map((name) => [...heads, ...sources].find((page) => page.name === name)!);
  for (const [name, content] of await copiedFiles()) files.set(name, content);
  const referenceCopy = renderReferenceCopy(siteDocument, samples);
  files.set("reference.md", referenceCopy);
  files.set("reference-print.md", referenceCopy);
  files.set(
    "reference-print.html",
    renderShell({
      ...common,
      ...printHead,
      content: renderMarkdown(referenceCopy, { file: "reference.md" }).html,
    }),
  );
  files.set("questions.txt", questionsText(gaps));
  files.set("llms.txt", renderLlmsText(document, ordered));
  files.set("sitemap.xml", renderSitemap(publicAddress, ordered));
  files.set("robots.txt", `User-agent: *\nAllow: /\nSitemap: ${publicAddress}sitemap.xml\n`);
  files.set(
    "assets/search-data.js",
    `window.siteSearchEntries = ${toScript(collectSearchEntries(searchPages, document, gaps))};\n`,
  );

  const links: FoundLink[] = pages.flatMap((page) => page.links);
  const targets = targetsOf(files, document, gaps, searchPages);
  const hidden = await findHiddenGaps(siteDocument, gaps);
  refuse([...problems, ...hidden, ...findDeadLinks(links, targets)]);

  const reference = await rendering;
  files.set("reference.html", reference.html);
  files.set("assets/redoc.js", reference.renderer);
  files.set("assets/redoc-start.js", reference.start);
  return files;
}

/** Every address of the site that a page may link to. */
function targetsOf(
  files: SiteFiles,
  document: OpenApiDocument,
  gaps: Gap[],
  pages: SearchPage[],
): Set<string> {
  return new Set([
    ...files.keys(),
    "reference.html",
    ...pages.flatMap(({ name, sections }) =>
      sections.map(({ anchor }) => (anchor ? `${name}.html#${anchor}` : `${name}.html`)),
    ),
    ...gaps.map(({ id }) => `gaps.html#${id}`),
    "gaps.html#questions-to-the-provider",
    ...operationIdsOf(document).map((id) => `reference.html#${operationAnchor(id)}`),
    ...Object.keys(document.components.schemas).map(
      (name) => `reference.html#${schemaAnchor(name)}`,
    ),
  ]);
}

function operationIdsOf(document: OpenApiDocument): string[] {
  return operationsOf(document).map(({ operationId }) => String(operationId));
}

/** What the site offers as it is: the downloads, and the scripts and styles of `docs/site/`. */
async function copiedFiles(): Promise<SiteFiles> {
  const files: SiteFiles = new Map();
  for (const name of ["openapi.yaml", "openapi.json"])
    files.set(name, await readFile(join(generatedFolder, name), "utf8"));
  files.set("gaps.md", await readFile(join(generatedFolder, "gaps.md"), "utf8"));
  for await (const path of glob("site/*.{css,js,svg}", { cwd: docsFolder }))
    files.set(`assets/${basename(path)}`, await readFile(join(docsFolder, path), "utf8"));
  files.set(
    "assets/minisearch.js",
    (await readFile(join(require.resolve("minisearch"), "../../umd/index.js"), "utf8")).replace(
      /\n\/\/# sourceMappingURL=.*\s*$/,
      "\n",
    ),
  );
  return files;
}

function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  throw new ContractError(`The site has ${count}. Nothing was written.`, problems);
}

/** Replaces `dist/site/` as a whole. */
async function writeSite(files: SiteFiles): Promise<SiteSummary> {
  const next = `${siteFolder}.${process.pid}`;
  try {
    await mkdir(join(next, "assets"), { recursive: true });
    await Promise.all([...files].map(([name, content]) => writeFile(join(next, name), content)));
    await cp(join(docsFolder, "site/social-card.png"), join(next, "assets/social-card.png"));
    await rm(siteFolder, { recursive: true, force: true });
    await rename(next, siteFolder);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  const sizes = await Promise.all(
    [...files.keys()].map(async (name) => (await stat(join(siteFolder, name))).size),
  );
  return {
    pages: [...files.keys()].filter((name) => name.endsWith(".html")).length,
    files: files.size + 1,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
