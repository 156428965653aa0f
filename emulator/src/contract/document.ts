/** The contracts that the emulator is made of, as JSON documents. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An OpenAPI 3.1 document in one file, with local references only. */
export type OpenApiDocument = JsonObject & {
  info: JsonObject & { version: string };
  paths: { [path: string]: JsonObject };
  components: { schemas: { [name: string]: JsonObject } } & JsonObject;
};

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

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a local reference such as `#/components/schemas/JobId`. */
export function resolvePointer(document: JsonObject, pointer: string): Json {
  const keys = pointer.replace(/^#\/?/, "").split("/").filter(Boolean).map(unescapeKey);
  return keys.reduce<Json>((node, key) => {
    const child = isObject(node) || Array.isArray(node) ? (node as JsonObject)[key] : undefined;
    if (child === undefined) throw new Error(`The contract has nothing at ${pointer}`);
    return child;
  }, document);
}

function unescapeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Escapes one key for a JSON pointer (RFC 6901). */
export function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
