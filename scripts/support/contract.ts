/** The contract in one piece, as it stands in `openapi/`. */
import { relative } from "node:path";
import { dump } from "js-yaml";
import { readDocument, type SourceMap, UserError } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { contractEntry } from "./locations.ts";

export interface Bundle {
  document: OpenApiDocument;
  /** Where each part of it stands in `openapi/`. */
  sources: SourceMap;
}

/**
 * Joins the parts of the contract.
 *
 * @throws {UserError} when a part cannot be read
 */
export function bundleContract(): Bundle {
  const { document, problems, sources } = readDocument(relative(process.cwd(), contractEntry));
  if (problems.length > 0) throw new UserError("The contract cannot be bundled.", problems);
  return { document, sources };
}

/** A document as it is published. */
export function toYaml(document: OpenApiDocument): string {
  return dump(document, { noRefs: true, lineWidth: -1 });
}
