/** Builds the reference site into `dist/site/`: reads what it is made of, renders every file, and writes all or nothing. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import {
  collectClosedGaps,
  collectGaps,
  type Problem,
  UserError,
  withCallouts,
} from "openapi-gaps";
import { asObjectList, asObjectMap, type OpenApiDocument } from "openapi-gaps/document";
import { bundleContract } from "../support/contract.ts";
import {
  docsFolder,
  generatedFolder,
  packagesFolder,
  siteFolder,
  themeFolder,
} from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { replaceFolder } from "../support/make-folder.ts";
import { refuse, step } from "../support/step.ts";
import { redocly, runToolIn, saidBy } from "../support/tool.ts";
import type { DirectiveSources } from "./directives.ts";
import { contentsOfRegister, registerHead, renderRegisterPage } from "./gaps.ts";
import { publishedAddress, toScript } from "./html.ts";
import { findDeadLinks, notFoundPage, referencePage, registerPage } from "./links.ts";
import { type Page, renderMarkdownCopy, renderPage } from "./page.ts";
import { navigation, type PageHead, type PageSource, readPages } from "./pages.ts";
import { type Reference, writeReference } from "./reference.ts";
import { readGuideSamples } from "./samples.ts";
import { collectSearchEntries } from "./search.ts";
import { renderShell, type ShellOptions } from "./shell.ts";

/** Names of files in the site, and their content. */
type SiteFile = [name: string, content: string | Buffer];

/** The step of the pipeline: builds the site from what is generated, and prints what was made. */
export async function site(): Promise<void> {
  await step("site", async () => `dist/site/: ${await buildSite()} files`);
}

/**
 * Builds the site from the contract, `generated/` and `docs/`. The previous site stays until the new one is
 * complete.
 *
 * @returns how many files it has
 * @throws {UserError} for a link to nowhere, a sample without an operation, or a page without a head
 */
export async function buildSite(folder = siteFolder): Promise<number> {
  const { document } = bundleContract();
  const files = await renderFiles(await planSite(document));
  await writeSite(folder, [
    ...files,
    [referencePage, await renderRedoclyPage(withCallouts(document))],
  ]);
  return files.length + 1;
}

/** Stands for the address of the site in what is not published. */
const placeholderAddress = "https://video-generation.example/";

export interface SitePlan extends DirectiveSources {
  /** A page for each operation, and where each schema is shown. */
  reference: Reference;
  /** The pages that are found by navigation and search: guides, and the reference. */
  sources: PageSource[];
  notFound: PageSource;
  /** What the frame of every page is made of. */
  frame: Pick<ShellOptions, "heads" | "chapters" | "publicAddress" | "siteTitle" | "version">;
}

/**
 * Reads the pages and samples of `docs/`, and derives the rest from the contract.
 *
 * @throws {UserError} when a page is missing or has no complete head
 */
async function planSite(document: OpenApiDocument): Promise<SitePlan> {
  const gaps = collectGaps(document);
  const closedGaps = collectClosedGaps(document);
  const reference = writeReference(document, [...gaps, ...closedGaps]);
  const { overview, chapters } = reference;
  const guides = await readGuideSamples();
  const names = navigation.flatMap(({ pages }) => pages);
  const made = [overview, registerHead];
  const isWritten = (name: string) => !made.some((head) => head.name === name);
  const [notFound, ...written] = await readPages(["404", ...names.filter(isWritten)], {
    open: gaps,
    closed: closedGaps,
  });
  const all = [...made, ...written];
  const heads = names.flatMap((name) => all.find((head) => head.name === name) ?? []);
  return {
    ...{ document, reference, gaps, closedGaps, guides },
    sources: [...written, overview, ...chapters],
    notFound: notFound!,
    frame: {
      ...{ heads, chapters },
      publicAddress: publishedAddress() ?? placeholderAddress,
      siteTitle: String(document.info["title"]),
      version: String(document.info["version"]),
    },
  };
}

/**
 * Every file but the page of Redocly.
 *
 * @throws {UserError} for a link to nowhere, or what a page names and the site does not have
 */
async function renderFiles(plan: SitePlan): Promise<SiteFile[]> {
  const { gaps, closedGaps, reference, frame } = plan;
  const problems: Problem[] = [];
  const pages = plan.sources.map((source) => renderPage(source, plan, problems));
  const notFound = renderPage(plan.notFound, plan, problems);
  const register = renderRegisterPage(gaps, closedGaps, reference.schemas);
  const wholeReference = [reference.overview, ...reference.chapters].map((source) =>
    renderMarkdownCopy(source, plan),
  );
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
    ["reference.md", wholeReference.join("\n")],
    ["llms.txt", await renderLlmsText(plan)],
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
  return files.map(([name, content]) => [name, inlineHead(name, content, files)]);
}

/** Those by which a newcomer enters hold what is loaded before their text: it comes with one request. Their policy names both by their hashes. */
function inlineHead(name: string, content: SiteFile[1], files: SiteFile[]): SiteFile[1] {
  if (!["index.html", "quickstart.html"].includes(name)) return content;
  let html = String(content);
  for (const [file, tag] of [
    ["site.css", "style"],
    ["first.js", "script"],
  ]) {
    const [, loaded] = files.find(([name]) => name === `assets/${file}`)!;
    const text = String(loaded).replaceAll('url("', 'url("assets/');
    const hash = createHash("sha256").update(text).digest("base64");
    html = html
      .replace(`${tag}-src 'self'`, `$& 'sha256-${hash}'`)
      .replace(RegExp(`<.*="assets/${file}">(</script>)?`), () => `<${tag}>${text}</${tag}>`);
  }
  return html;
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

/** `docs/llms.txt`, with the pages and the operations that it lists. */
async function renderLlmsText({ document, frame }: SitePlan): Promise<string> {
  const list = (pages: PageHead[]) =>
    pages
      .map(({ name, title, description }) => `- [${title}](${name}.md): ${description}`)
      .join("\n");
  const values: Record<string, unknown> = {
    ...document.info,
    ...{ pages: list(frame.heads), operations: list(frame.chapters) },
  };
  const text = await readFile(join(docsFolder, "llms.txt"), "utf8");
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

/** The downloads, and the scripts, styles and pictures of `docs/theme/`. */
async function readAssets(): Promise<SiteFile[]> {
  const downloads =
    "{openapi.{yaml,json},openapi.portable.yaml,openapi.strict.json,emulator.openapi.yaml,gaps.{md,json},questions.md,answers.yaml}";
  return [
    ...(await readFiles(generatedFolder, downloads)),
    ...(await readFiles(join(docsFolder, "samples"), "*.xlsx")),
    ...(await readFiles(join(docsFolder, "theme"), "*.{svg,png}", "assets/")),
    ...(await readFiles(join(docsFolder, "theme/fonts"), "*.txt", "assets/fonts-")),
    ...(await readFiles(join(docsFolder, "theme/fonts"), "*.woff2", "assets/")),
    ...(await readFiles(
      join(docsFolder, "pictures"),
      "{emulator-light,spreadsheet,lipsync,slides}.{jpg,mp4}",
      "assets/",
    )),
    ...(await bundleScripts()),
    [
      "assets/site.css",
      minifyStyle((await readTheme("tokens.css")) + (await readTheme("site.css"))),
    ],
    ["assets/redocly.css", await styleOfRedocly()],
  ];
}

/** For its page, which has elements of its own: the variables of our tokens alone, the fonts, and what they are called there. */
async function styleOfRedocly(): Promise<string> {
  const [tokens = ""] = /:root \{[^]*?\n\}/.exec(await readTheme("tokens.css")) ?? [];
  const fonts = (await readTheme("site.css")).match(/@font-face \{[^}]*\}/g) ?? [];
  return minifyStyle([tokens, ...fonts, await readTheme("redocly.css")].join("\n"));
}

const readTheme = (name: string) => readFile(join(themeFolder, name), "utf8");

async function readFiles(folder: string, pattern: string, prefix = ""): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  for await (const name of glob(pattern, { cwd: folder })) {
    files.push([prefix + name, await readFile(join(folder, name))]);
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

/** The site carries the packages that were packed last, if any. */
const writeSite = (folder: string, files: SiteFile[]): Promise<void> =>
  replaceFolder(folder, async (next) => {
    await mkdir(join(next, "assets"));
    for (const [name, content] of files) await writeFile(join(next, name), content);
    if (existsSync(packagesFolder))
      await cp(packagesFolder, join(next, "packages"), { recursive: true });
  });

/** Redoc writes styles and scripts into its page, and makes a worker. Nothing is loaded from elsewhere. */
const contentPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; connect-src 'self' blob:; object-src 'none'; base-uri 'none'";

/** Without the marks of Markdown: a note, which is a quotation with a head of its own, goes on as a sentence. */
const plainText = (markdown: string) =>
  markdown
    .replace(/[`*]/g, "")
    .replace(/^(> .*[^.])\n>\n> /gm, "$1. ")
    .replace(/^> ?/gm, "");

/**
 * Renders the document with `redocly build-docs`, in a template of ours: our bar stands above, and our tokens take the place of its own.
 *
 * @throws {UserError} when Redocly fails
 */
async function renderRedoclyPage(document: OpenApiDocument): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "site-"));
  const copy = structuredClone(document);
  // It shows these as they are, and not as Markdown.
  for (const server of asObjectList(copy["servers"]))
    for (const place of [server, ...Object.values(asObjectMap(server["variables"]))])
      place["description"] = plainText(String(place["description"] ?? ""));
  await writeFile(join(folder.path, "openapi.json"), JSON.stringify(copy));
  // Found there instead of the project's own, which has rules and plugins for the source.
  await writeFile(join(folder.path, "redocly.yaml"), "{}");
  const words = [
    ...["build-docs", "openapi.json", "--inlineBundle", "--output=page.html"],
    ...[`--template=${join(themeFolder, "redocly.hbs")}`],
    ...[`--templateOptions.policy=${contentPolicy}`],
  ];
  const output = await runToolIn(folder.path, redocly, ...words);
  if (output.exitCode !== 0)
    throw new UserError(`Redocly cannot render the reference:\n${saidBy(output)}`);
  const page = await readFile(join(folder.path, "page.html"), "utf8");
  // The badge at the foot of its menu, which our bar says in words, would ask its host for a picture.
  return page.replaceAll(
    /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini[\w-]*\.svg/g,
    "assets/logo.svg",
  );
}
