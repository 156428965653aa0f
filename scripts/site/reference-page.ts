/**
 * The reference page: rendered by Redocly, set into the frame of this site, and cut off from every
 * other origin.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenApiDocument, operationsOf } from "../contract/document.ts";
import { ContractError } from "../support/problem.ts";
import { redocly, runTool } from "../support/tool.ts";
import { toScript } from "./html.ts";
import { operationAnchor, schemaAnchor } from "./links.ts";
import { slugify } from "./markdown.ts";

export interface ReferencePage {
  html: string;
  /** Redoc itself, as a classic script: a browser loads no module from a folder. */
  renderer: string;
  /** Starts Redoc on the document. */
  start: string;
}

/** Stands in the page until the chapters take its place: they are not for Redocly's template. */
export const chaptersPlace = "<!-- chapters -->";

/** Name of the chapter in which Redoc lists the schemas. */
const schemaChapter = "Schemas";

/**
 * Renders the document with `redocly build-docs`.
 *
 * @param document the copy for the site
 * @param shell the page around it, where `{{{redocHead}}}` and `{{{redocHTML}}}` stand for Redoc's
 * parts
 * @throws {ContractError} when Redocly fails, or its page is not built as this module expects
 */
export async function renderReference(
  document: OpenApiDocument,
  shell: string,
): Promise<ReferencePage> {
  // Written synchronously: Redocly then works while the caller goes on with work of its own.
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  try {
    const [input, template, config, output] = [
      "openapi.json",
      "page.hbs",
      "redocly.yaml",
      "page.html",
    ].map((name) => join(folder, name)) as [string, string, string, string];
    writeFileSync(input, JSON.stringify(document));
    writeFileSync(template, shell);
    writeFileSync(config, rendererConfiguration);
    const { exitCode, stderr } = await runTool(
      redocly,
      "build-docs",
      input,
      "--inlineBundle",
      `--template=${template}`,
      `--config=${config}`,
      `--output=${output}`,
    );
    if (exitCode !== 0) throw new ContractError(`Redocly cannot render the reference:\n${stderr}`);
    return takeApart(await readFile(output, "utf8"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Not the project's own configuration: its decorator has already written the callouts, and would
 * write them again.
 */
const rendererConfiguration = `telemetry: off
openapi:
  schemaDefinitionsTagName: ${schemaChapter}
  hideDownloadButtons: true
  jsonSamplesExpandLevel: all
  sortRequiredPropsFirst: false
  hideSchemaTitles: false
`;

/**
 * Redocly inlines everything into one page of 2.6 MB. Apart, the page paints before the renderer
 * has arrived.
 */
function takeApart(page: string): ReferencePage {
  const opening = '<script type="module">';
  const begin = page.indexOf(opening);
  const definition = page.indexOf("const __redoc_definition =", begin);
  const end = page.indexOf("</script>", definition);
  if (begin < 0 || definition < 0 || end < 0)
    throw new ContractError(
      "Redocly's page is not built as expected. Compare scripts/site/reference-page.ts with the output of redocly build-docs.",
    );
  return {
    html: withHashLinks(page.slice(0, begin) + page.slice(end + "</script>".length)),
    renderer: asClassicScript(page.slice(begin + opening.length, definition)),
    start: `{\n${page.slice(definition, end).trim()}\n}\n`,
  };
}

/** Redocly links its parts as if it had the whole host; the browser finds them behind the hash. */
function withHashLinks(html: string): string {
  return html.replaceAll(/(<a [^>]*?href=")\/(?!\/)/g, "$1#/");
}

/**
 * Drops what only a module may say (its parts never run here), the logo that Redoc asks its own host
 * for, and the attempt to compile a worker for its search, which this site does not show and its
 * policy forbids.
 */
function asClassicScript(module: string): string {
  return module
    .replace(/export\s*\{[^}]*\};?\s*$/, "")
    .replaceAll(/(?<!["'])import\.meta\.(url|dirname)/g, "document.baseURI")
    .replace(/return \w+\._factory\?\?=Function\(\w+\),!0/, "return!1")
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, "data:,");
}

/** Stable anchors of this site, and the places where Redoc shows what they name. */
export function routesOfRedoc(document: OpenApiDocument): Record<string, string> {
  const operations = operationsOf(document).map(({ operationId, node }) => {
    const [tag] = node["tags"] as string[];
    return [
      operationAnchor(operationId),
      `/${slugify(String(tag))}/${operationId.toLowerCase()}`,
    ] as const;
  });
  const schemas = Object.keys(document.components.schemas).map(
    (name) => [schemaAnchor(name), `/${slugify(schemaChapter)}/${name.toLowerCase()}`] as const,
  );
  return Object.fromEntries([...operations, ...schemas]);
}

/** Shows what the address asks for, as far as the page has arrived. */
export const showScript = "<script>siteReference.show()</script>";

/**
 * Says before anything is painted what the address asks for: a chapter, which is there as text, or
 * a part that only Redoc has. `assets/reference.js` does the rest.
 */
export function routeScript(document: OpenApiDocument): string {
  return `<script>
{
  const routes = ${toScript(routesOfRedoc(document))};
  const anchors = new Map(Object.entries(routes).map(([anchor, route]) => [route, anchor]));
  const decode = (text) => { try { return decodeURIComponent(text) } catch { return text } };
  // Redoc's own addresses name a chapter as well, and a field of it behind another hash.
  const anchorOf = (hash) => {
    const name = decode(hash).slice(1).split("#")[0];
    return Object.hasOwn(routes, name) ? name : anchors.get(name);
  };
  const anchor = anchorOf(location.hash);
  // Called as soon as the navigation is there, and again when the chapters are.
  const show = () => {
    document.getElementById(anchor)?.removeAttribute("hidden");
    const links = document.querySelectorAll(".parts a");
    [...links].find(({ hash }) => hash === "#" + anchor)?.closest("details").setAttribute("open", "");
  };
  window.siteReference = { routes, anchorOf, show };
  if (location.hash.length > 2) document.documentElement.classList.add(anchor ? "reading" : "awaiting");
}
</script>`;
}
