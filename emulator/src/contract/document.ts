/** The contracts that the emulator is made of, as JSON documents. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ContractName, Json } from "./json.ts";

export {
  isObject,
  type OperationPlace,
  operationsOf,
  resolvePointer,
} from "../../../gaps/src/document/document.ts";
export { escapeSegment } from "../../../gaps/src/document/pointer.ts";

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
