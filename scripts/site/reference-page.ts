/** The page of `redocly build-docs`, in the frame of this site and as Redocly makes it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenApiDocument } from "../contract/document.ts";
import { UserError } from "../support/problem.ts";
import { redocly, runTool } from "../support/tool.ts";

/**
 * Renders the document with `redocly build-docs`.
 *
 * @param document the copy for the site
 * @param shell the page around it, where `{{{redocHead}}}` and `{{{redocHTML}}}` stand for Redoc's
 * parts
 * @throws {UserError} when Redocly fails
 */
export async function renderReference(document: OpenApiDocument, shell: string): Promise<string> {
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
    if (exitCode !== 0) throw new UserError(`Redocly cannot render the reference:\n${stderr}`);
    return await readFile(output, "utf8");
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
  hideDownloadButtons: true
  jsonSamplesExpandLevel: all
  sortRequiredPropsFirst: false
  hideSchemaTitles: false
`;
