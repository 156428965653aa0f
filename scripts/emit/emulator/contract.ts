/** The contract of the emulator: the contract of the service, narrowed by what the emulator assumes. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { applyAssumptions, type AssumingAction } from "./assumptions.ts";
import {
  asList,
  asObjectMap,
  type OpenApiDocument,
  parsePointer,
  resolved,
  resolvePointer,
  walk,
} from "openapi-gaps/document";
import { emulatorOverlay } from "../../support/locations.ts";

/** Applies `openapi/overlays/emulator.yaml` to the bundle. */
export async function emulatorContract(document: OpenApiDocument): Promise<OpenApiDocument> {
  const overlay = await readFile(emulatorOverlay, "utf8");
  const { actions } = parse(overlay) as { actions: AssumingAction[] };
  const contract = applyAssumptions(document, actions);
  contract.info["title"] = `${document.info["title"]}, as its emulator assumes it`;
  joinFields(contract);
  return contract;
}

/**
 * Where evidence has described an object, and an assumption refers to a schema that says more of it, one schema has the
 * fields of both. Both hold as they are, but tools such as Prism take each of the two for the whole. A schema that nothing
 * refers to then is left out.
 */
function joinFields(contract: OpenApiDocument): void {
  for (const [node] of walk(contract)) {
    const { $ref, properties, required } = node;
    if (typeof $ref !== "string" || properties === undefined) continue;
    const assumed = resolvePointer(contract, $ref);
    if (assumed["type"] !== "object") continue;
    const names = new Set([...asList(assumed["required"]), ...asList(required)]);
    const joined = structuredClone({
      ...resolved(contract, node),
      properties: { ...asObjectMap(assumed["properties"]), ...asObjectMap(properties) },
      ...(names.size > 0 && { required: [...names] }),
    });
    delete node["$ref"];
    Object.assign(node, joined);
    const name = parsePointer($ref).at(-1)!;
    if (!JSON.stringify(contract).includes(`"${$ref}"`)) delete contract.components.schemas[name];
  }
}
