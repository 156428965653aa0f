/** The contracts that the emulator is made of, as JSON documents, and what can be reached in them. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
export {
  escapeSegment,
  isObject,
  type OperationPlace,
  operationsOf,
  resolvePointer,
  toPointer,
} from "openapi-gaps/document";
import { isObject, type Path, resolvePointer } from "openapi-gaps/document";
import type { ContractName, Json, JsonObject, OpenApiDocument } from "./json.ts";

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

/** Keys whose values are data of the API: nothing inside them is part of the contract. */
const dataKeys = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Yields the node and every object below it, following references, each object once. */
export function* reachableFrom(document: OpenApiDocument, start: Json): Generator<JsonObject> {
  const seen = new Set<Json>();
  const pending: Json[] = [start];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (Array.isArray(node)) pending.push(...node);
    if (!isObject(node)) continue;
    yield node;
    for (const [key, child] of Object.entries(node)) {
      if (key === "$ref") pending.push(resolvePointer(document, String(child)));
      else if (!dataKeys.has(key) && !key.startsWith("x-")) pending.push(child);
    }
  }
}

/** Ids of the assumptions that shaped a part of the emulator's contract, sorted. */
export function assumptionsOf(document: OpenApiDocument, ...parts: Json[]): string[] {
  const ids = new Set<string>();
  for (const part of parts) {
    for (const node of reachableFrom(document, part)) {
      for (const { id } of (node["x-assumed"] ?? []) as JsonObject[]) ids.add(String(id));
    }
  }
  return [...ids].sort();
}

/** Calls back for each text of a value, with the keys and indexes that lead to it, which change afterwards. */
export function eachText(
  value: Json,
  visit: (text: string, path: Path) => void,
  path: Path = [],
): void {
  if (typeof value === "string") visit(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    eachText(item, visit, path);
    path.pop();
  }
}
