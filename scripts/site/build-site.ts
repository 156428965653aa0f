/** Builds the reference site into `dist/site/`: reads what it is made of, renders every file, and writes all or nothing. */
import { existsSync } from "node:fs";
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { build } from "rolldown";
import type { OpenApiDocument } from "openapi-gaps/document";
import type { Problem } from "openapi-gaps";
import { docsFolder, generatedFolder, packagesFolder, siteFolder } from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { refuse, step } from "../support/step.ts";
import { toScript } from "./html.ts";
import { findDeadLinks, notFoundPage, referencePage, registerPage } from "./links.ts";
import { renderLlmsText, renderSitemap } from "./machine-files.ts";
import { type Page, renderMarkdownCopy, renderPage } from "./page.ts";
import type { PageSource } from "./pages.ts";
import { renderRedoclyPage } from "./redocly-page.ts";
import { contentsOfRegister, registerHead, renderRegisterPage } from "./gaps.ts";
import { collectSearchEntries } from "./search.ts";
import { renderShell } from "./shell.ts";
import { planSite, type SitePlan } from "./site-plan.ts";

/** Names of files in the site, and their content. */
type SiteFile = [name: string, content: string | Buffer];

/** The step of the pipeline: builds the site from what is generated, and prints what was made. */
export async function site(): Promise<void> {
  await step("site", async () => `dist/site/: ${await buildSite()} files`);
}

/**
 * Builds the site from `generated/` and `docs/`. The previous site stays until the new one is
 * complete.
 *
 * @returns how many files it has
 * @throws {UserError} for a link to nowhere, a sample without an operation, or a page without a head
 */
export async function buildSite(): Promise<number> {
  const bundle = await readFile(join(generatedFolder, "openapi.json"), "utf8");
  const document = JSON.parse(bundle) as OpenApiDocument;
  const plan = await planSite(document);
  // Redocly runs as a process of its own: let the pages not wait for it.
  const redoclyPage = renderRedoclyPage(document);
  redoclyPage.catch(() => {}); // Told of below, if nothing else fails first.
  const files = new Map([
    ...(await renderFiles(plan)),
    [referencePage, await redoclyPage] as SiteFile,
  ]);
  await writeSite(files);
  return files.size;
}

/**
 * Every file but the page of Redocly.
 *
 * @throws {UserError} for a link to nowhere, or what a page names and the site does not have
 */
async function renderFiles(plan: SitePlan): Promise<SiteFile[]> {
  const { document, gaps, closedGaps, reference, heads, frame } = plan;
  const problems: Problem[] = [];
  const pages = plan.sources.map((source) => renderPage(source, plan, problems));
  const notFound = renderPage(plan.notFound, plan, problems);
  const register = renderRegisterPage(gaps, closedGaps, reference.schemas);
  const files: SiteFile[] = [
    ...[...pages, notFound].flatMap((page) => pageFiles(page, plan)),
    [
      registerPage,
      renderShell({
        ...frame,
        ...registerHead,
        content: register,
        contents: contentsOfRegister(gaps),
      }),
    ],
    ["reference.md", renderMarkdownCopy(plan.wholeReference, plan)],
    ["llms.txt", renderLlmsText(document, heads, reference.chapters)],
    ["sitemap.xml", renderSitemap(frame.publicAddress, [...heads, ...reference.chapters])],
    ["robots.txt", `User-agent: *\nAllow: /\nSitemap: ${frame.publicAddress}sitemap.xml\n`],
    [
      "assets/search-data.js",
      `window.siteSearchEntries = ${toScript(collectSearchEntries(pages, plan))};\n`,
    ],
    ...(await readAssets()),
  ];
  const targets = new Set([
    ...files.map(([name]) => name),
    referencePage,
    ...publishedPackages().map(({ tarball }) => `packages/${tarball}`),
    ...pages.flatMap(({ source, sections }) =>
      sections.map(({ anchor }) => `${source.name}.html#${anchor}`),
    ),
    ...[...gaps, ...closedGaps].map(({ id }) => `${registerPage}#${id}`),
  ]);
  const links = [...pages, notFound].flatMap((page) => page.links);
  refuse("The site", [...problems, ...findDeadLinks(links, targets)]);
  return files;
}

/** A page, and its copy in Markdown. */
function pageFiles({ source, html, sections }: Page, plan: SitePlan): SiteFile[] {
  const { name, kind } = source;
  const hasContents = kind === "page" && name !== "index";
  const page = renderShell({
    ...plan.frame,
    ...source,
    content: html,
    contents: hasContents ? sections.filter(({ level }) => level === 2) : [],
    layout: layoutOf(source),
    sendsRequests: html.includes('class="run'),
  });
  return [
    [`${name}.html`, `${name}.html` === notFoundPage ? linkFromRoot(page, plan) : page],
    [`${name}.md`, renderMarkdownCopy(source, plan)],
  ];
}

function layoutOf({ name, aside }: PageSource) {
  if (name === "index") return "article front";
  return aside === undefined ? "article" : "article chapter";
}

/** The page "not found" is shown at any path, so its links are of the whole host. */
function linkFromRoot(html: string, { frame }: SitePlan): string {
  const { pathname } = new URL(frame.publicAddress);
  return html.replace(/ (href|src)="(?![a-z]+:|#|\/)/g, ` $1="${pathname}`);
}

/** The downloads, and the scripts, styles and pictures of `docs/theme/`. */
async function readAssets(): Promise<SiteFile[]> {
  const downloads =
    "{openapi.{yaml,json},openapi.portable.yaml,openapi.strict.json,emulator.openapi.yaml,gaps.{md,json},questions.md,answers.yaml}";
  return [
    ...(await readFiles(generatedFolder, downloads)),
    ...(await readFiles(join(docsFolder, "samples"), "*.xlsx")),
    ...(await readFiles(join(docsFolder, "theme"), "*.{css,svg,png,webp}", "assets/")),
    ...(await readFiles(join(docsFolder, "pictures"), "emulator-light.jpg", "assets/")),
    ...(await bundleScripts()),
  ];
}

async function readFiles(folder: string, pattern: string, prefix = ""): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  for await (const name of glob(pattern, { cwd: folder })) {
    const content = await readFile(join(folder, name));
    const isStyle = extname(name) === ".css";
    files.push([prefix + name, isStyle ? minifyStyle(content.toString()) : content]);
  }
  return files;
}

/** What a browser gets as one script each: what runs first, that of every page, and the search. */
async function bundleScripts(): Promise<SiteFile[]> {
  const bundles = await build(
    ["first.js", "site.js", "search.js"].map((name) => ({
      input: join(docsFolder, "theme", name),
      output: { format: "iife" as const, minify: true },
      write: false,
    })),
  );
  return bundles.map(({ output: [{ fileName, code }] }) => [`assets/${fileName}`, code]);
}

/** Without comments, and without the spaces that CSS does not need. */
function minifyStyle(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>]) ?|(?<=:) /g, "$1")
    .replaceAll(";}", "}");
}

/** Replaces `dist/site/` as a whole. The site carries the packages that were packed last, if any. */
async function writeSite(files: Map<string, string | Buffer>): Promise<void> {
  const next = `${siteFolder}.${process.pid}`;
  try {
    await mkdir(join(next, "assets"), { recursive: true });
    for (const [name, content] of files) await writeFile(join(next, name), content);
    if (existsSync(packagesFolder))
      await cp(packagesFolder, join(next, "packages"), { recursive: true });
    await rm(siteFolder, { recursive: true, force: true });
    await rename(next, siteFolder);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}
