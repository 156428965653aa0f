/** The contracts that the emulator is made of, as JSON documents, and what can be reached in them. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type OpenApiDocument, resolvePointer } from "openapi-gaps/document";
import type { Json } from "./json.ts";

/** `service` is what the interface specification states; `emulator` is that, narrowed by the emulator's assumptions. */
export type ContractName = "service" | "emulator";

/** Each address stands whole: the bundler puts the file beside the code, and its new address here. */
const contracts: Record<ContractName, URL> = {
  service: new URL("../../../generated/openapi.json", import.meta.url),
  emulator: new URL("../../../generated/emulator.openapi.json", import.meta.url),
};
const assumptions = new URL("../../../generated/assumptions.json", import.meta.url);

/** Text of a contract document. */
export function readContract(name: ContractName): string {
  return readFileSync(contracts[name], "utf8");
}

/** The page of the site that lists what the emulator assumes, as data. */
export async function readAssumptions(): Promise<Json> {
  return JSON.parse(await readFile(assumptions, "utf8")) as Json;
}

/** Ids of the assumptions that shaped parts of the emulator's contract and what they refer to, sorted, as a header lists them. */
export function assumptionsOf(document: OpenApiDocument, ...parts: Json[]): string {
  const ids = new Set<string>();
  const seen = new Set<Json>();
  const visit = (node: Json): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, child] of Object.entries(node)) {
      if (key === "x-assumed") for (const { id } of child as { id: string }[]) ids.add(id);
      else if (key === "$ref") visit(resolvePointer(document, String(child)));
      // What stands in an example is data.
      else if (key !== "examples") visit(child);
    }
  };
  visit(parts);
  return [...ids].sort().join(", ");
}
