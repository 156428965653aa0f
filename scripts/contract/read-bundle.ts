/** The contract as everything outside the pipeline reads it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { generatedFolder } from "../support/locations.ts";

/** `generated/openapi.json`, or another file beside it. */
export async function readBundle(name = "openapi.json"): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(join(generatedFolder, name), "utf8")) as OpenApiDocument;
}
