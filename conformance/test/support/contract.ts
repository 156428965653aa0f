/**
 * The contract that the tests of the tool are about. Once evidence closes gaps, it is the one from before: `apply` keeps it, and what
 * the tool does with an open gap is tested as it was.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { root } from "../../../scripts/support/locations.ts";
import { openContractFile } from "../../src/apply/apply.ts";

const kept = join(root, openContractFile);

/** Whether no gap was closed yet. */
export const isOpen = !existsSync(kept);

export const contract = isOpen
  ? await readBundle()
  : (JSON.parse(readFileSync(kept, "utf8")) as OpenApiDocument);
