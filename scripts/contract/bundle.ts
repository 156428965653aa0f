/** Joins the parts of the contract into one document. */
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { redocly, runTool } from "../support/tool.ts";

export interface Bundle {
  /** The document as Redocly writes it. */
  yaml: string;
  document: OpenApiDocument;
}

/**
 * Bundles the contract with Redocly, which also writes the gap callouts (see
 * `scripts/emit/redocly/`).
 *
 * @throws {UserError} when a part cannot be read
 */
export async function bundleContract(): Promise<Bundle> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "contract-"));
  const file = join(folder.path, "openapi.yaml");
  const { exitCode, stderr } = await runTool(redocly, "bundle", "contract", "--output", file);
  if (exitCode !== 0) throw new UserError(`The contract cannot be bundled:\n${stderr}`);
  const yaml = await readFile(file, "utf8");
  return { yaml, document: load(yaml) as OpenApiDocument };
}
