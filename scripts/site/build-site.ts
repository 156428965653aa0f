/** Builds the reference site into `dist/site/`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { generatedFolder } from "../support/locations.ts";
import { referencePage } from "./links.ts";
import { referenceDocument } from "./reference-document.ts";
import { renderReference } from "./reference-page.ts";
import { renderShell } from "./shell.ts";
import { planSite, referenceHead, type SitePlan } from "./site-plan.ts";
import { type SiteSummary, writeSite } from "./write-site.ts";

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
  // What reads Markdown and bundles scripts is loaded only now, which nothing should keep waiting.
  const { renderFiles } = await import("./site-files.ts");
  return writeSite([...(await renderFiles(plan)), [referencePage, rendering]]);
}

const withoutScripts = `<noscript><p>Redoc needs scripts. <a href="operations.html">Operations and schemas</a> have pages that need none, and the reference is there <a href="reference-print.html">on one page</a>.</p></noscript>`;

function renderReferencePage(plan: SitePlan): Promise<string> {
  const shell = renderShell({
    ...plan.frame,
    ...referenceHead,
    layout: "reference",
    head: `{{{redocHead}}}\n<link rel="stylesheet" href="assets/reference.css">`,
    content: `<h1 class="hidden">${referenceHead.title}</h1>\n${withoutScripts}\n{{{redocHTML}}}`,
  });
  return renderReference(referenceDocument(plan), shell);
}
