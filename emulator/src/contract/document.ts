/** The contracts that the emulator is made of, as JSON documents, and what can be reached in them. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type OpenApiDocument, resolvePointer } from "openapi-gaps/document";
import { contractFiles, type ContractName } from "./contract-files.ts";
import type { Json } from "./json.ts";

/** Text of a contract document. */
export function readContract(name: ContractName): string {
  return readFileSync(contractFiles[name], "utf8");
}

/** The page of the site that lists what the emulator assumes, as data. */
export async function readAssumptions(): Promise<Json> {
  return JSON.parse(await readFile(contractFiles.assumptions, "utf8")) as Json;
}

/** Ids of the assumptions that shaped parts of the emulator's contract, sorted, as a header lists them. */
export function assumptionsOf(document: OpenApiDocument, ...parts: Json[]): string {
  return [...idsIn(document, "x-assumed", parts)].sort().join(", ");
}

/** Ids of the gaps that a contract leaves open. */
export const openGapsOf = (document: OpenApiDocument): Set<string> =>
  idsIn(document, "x-gap", document);

/** The ids that an extension has in a part of a document and in what that refers to. */
function idsIn(document: OpenApiDocument, extension: string, part: Json): Set<string> {
  const ids = new Set<string>();
  const followed = new Set<Json>();
  const visit = (node: Json): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      if (key === extension) for (const { id } of child as { id: string }[]) ids.add(id);
      else if (key === "$ref" && !followed.has(child)) {
        followed.add(child);
        visit(resolvePointer(document, String(child)));
        // What stands in an example is data.
      } else if (key !== "examples") visit(child);
    }
  };
  visit(part);
  return ids;
}
