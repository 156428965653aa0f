/** The contract in one piece: as it stands in `openapi/`, and as everything outside the pipeline reads it. */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { dump } from "js-yaml";
import { readDocument, type SourceMap, UserError, withCallouts } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { contractEntry, generatedFolder } from "./locations.ts";

export interface Bundle {
  document: OpenApiDocument;
  /** The document as it is published. */
  yaml: string;
  /** Where each part of it stands in `openapi/`. */
  sources: SourceMap;
}

/**
 * Joins the parts of the contract, and writes each gap into the description of its place.
 *
 * @throws {UserError} when a part cannot be read
 */
export function bundleContract(): Bundle {
  const { document, problems, sources } = readDocument(relative(process.cwd(), contractEntry));
  if (problems.length > 0) throw new UserError("The contract cannot be bundled.", problems);
  const told = withCallouts(document);
  return { document: told, yaml: toYaml(told), sources };
}

/** A document as it is published. */
export function toYaml(document: OpenApiDocument): string {
  return dump(document, { noRefs: true, lineWidth: -1 });
}

/** `generated/openapi.json`, or another file beside it. */
export async function readBundle(name = "openapi.json"): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(join(generatedFolder, name), "utf8")) as OpenApiDocument;
}
