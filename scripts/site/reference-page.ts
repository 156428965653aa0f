/** The page of `redocly build-docs`, in the frame of this site and as Redocly makes it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenApiDocument } from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { redocly, runToolIn } from "../support/tool.ts";
import { languages } from "./samples.ts";

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
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    writeFileSync(join(folder, "page.hbs"), shell);
    // Found there instead of the project's own, which has rules and plugins for the source.
    writeFileSync(join(folder, "redocly.yaml"), JSON.stringify({ openapi: options }));
    const { exitCode, stderr } = await runToolIn(
      folder,
      redocly,
      "build-docs",
      "openapi.json",
      "--inlineBundle",
      "--template=page.hbs",
      "--output=page.html",
    );
    if (exitCode !== 0) throw new UserError(`Redocly cannot render the reference:\n${stderr}`);
    return await readFile(join(folder, "page.html"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

const options = {
  hideDownloadButtons: true,
  jsonSamplesExpandLevel: "all",
  // It offers no sample in a language that it is not told.
  codeSamples: { languages: languages.map(({ label }) => ({ lang: label })) },
};
