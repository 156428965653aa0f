/** The contract of the emulator: the contract of the service, narrowed by what the emulator assumes. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { OpenApiDocument } from "../contract/document.ts";
import { emulatorOverlay } from "../support/locations.ts";
import { applyOverlay, type Overlay } from "../contract/overlay.ts";

/** Applies `openapi/overlays/emulator.yaml` to the bundle. */
export async function emulatorContract(document: OpenApiDocument): Promise<OpenApiDocument> {
  const overlay = parse(await readFile(emulatorOverlay, "utf8")) as Overlay;
  const contract = applyOverlay(document, overlay);
  contract.info["title"] = `${document.info["title"]}, as its emulator assumes it`;
  return contract;
}
