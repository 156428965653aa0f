/** The contract of the emulator: the contract of the service, narrowed by what the emulator assumes. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { applyAssumptions, type AssumingAction } from "./assumptions.ts";
import type { OpenApiDocument } from "openapi-gaps/document";
import { emulatorOverlay } from "../../support/locations.ts";

/** Applies `openapi/overlays/emulator.yaml` to the bundle. */
export async function emulatorContract(document: OpenApiDocument): Promise<OpenApiDocument> {
  const overlay = await readFile(emulatorOverlay, "utf8");
  const { actions } = parse(overlay) as { actions: AssumingAction[] };
  const contract = applyAssumptions(document, actions);
  contract.info["title"] = `${document.info["title"]}, as its emulator assumes it`;
  return contract;
}
