/** Reads the document that `--contract` names. */
import { existsSync } from "node:fs";
import { UserError } from "../problem.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";

/** Where a document usually is. */
const usual = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** @throws {UserError} when there is none, or it cannot be read */
export function readContract({ contract }: { contract: string | undefined }): ReadDocument {
  const file = contract ?? usual.find((name) => existsSync(name));
  if (file === undefined)
    throw new UserError(`There is no ${usual[0]} here. Name the document with --contract.`);
  return readDocument(file);
}
