/** Builds the reference site into `dist/site/`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "openapi-gaps/document";
import { generatedFolder } from "../support/locations.ts";
import { referencePage } from "./links.ts";
import { renderReference } from "./reference-page.ts";
import { planSite } from "./site-plan.ts";
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
  const document = JSON.parse(bundle) as OpenApiDocument;
  const rendering = renderReference(document);
  // Our own input is checked while Redocly works. A failure of it is reported afterwards.
  rendering.catch(() => {});
  const plan = await planSite(document);
  // What reads Markdown and bundles scripts is loaded only now, which nothing should keep waiting.
  const { renderFiles } = await import("./site-files.ts");
  return writeSite([...(await renderFiles(plan)), [referencePage, rendering]]);
}
