/** The page of `redocly build-docs`, as Redocly makes it. */
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { redocly, runToolIn } from "../support/tool.ts";

/** Redoc writes styles and scripts into its page, and makes a worker. Nothing is loaded from elsewhere. */
const contentPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; connect-src 'self' blob:; object-src 'none'; base-uri 'none'";

/**
 * Renders the document with `redocly build-docs`. Ours are the policy in its head and the link back.
 *
 * @throws {UserError} when Redocly fails
 */
export async function renderRedoclyPage(document: OpenApiDocument): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "site-"));
  const copy = structuredClone(document);
  copy.info["description"] =
    `[Back to the documentation](index.html)\n\n${String(copy.info["description"])}`;
  await writeFile(join(folder.path, "openapi.json"), JSON.stringify(copy));
  // Found there instead of the project's own, which has rules and plugins for the source.
  await writeFile(join(folder.path, "redocly.yaml"), "{}");
  const words = ["build-docs", "openapi.json", "--inlineBundle", "--output=page.html"];
  const { exitCode, stderr } = await runToolIn(folder.path, redocly, ...words);
  if (exitCode !== 0) throw new UserError(`Redocly cannot render the reference:\n${stderr}`);
  const page = await readFile(join(folder.path, "page.html"), "utf8");
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">`;
  return page.replace("<head>", `<head>${policy}`);
}
