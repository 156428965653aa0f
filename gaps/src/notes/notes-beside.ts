/** Reads the document of a command: its operand, or what `--contract` names, or `openapi.yaml`, with the notes beside it. */
import { resolve } from "node:path";
import { applyActions, lineIn, readActions } from "../document/overlay.ts";
import { type ReadDocument, readDocument } from "../document/read-document.ts";
import { UserError } from "../problem.ts";

export interface ContractOptions {
  contract?: string | undefined;
  notes?: string | undefined;
}

/**
 * @param operand of a command that also takes the document as its operand
 * @throws {UserError} when it cannot be read
 */
export function readContract({ contract, notes }: ContractOptions, operand?: string): ReadDocument {
  if (contract !== undefined && operand !== undefined)
    throw new UserError(`Name one document. These are: ${contract}, ${operand}.`);
  const read = readDocument(operand ?? contract ?? "openapi.yaml");
  return notes === undefined ? read : withNotes(read, notes);
}

/**
 * Puts the notes of an OpenAPI overlay into a document that is not yours.
 *
 * @throws {UserError} when the file is no overlay, or when an action selects nothing
 */
export function withNotes(read: ReadDocument, file: string): ReadDocument {
  const { document, sources } = read;
  const name = lineIn(file);
  for (const [index, action] of readActions(file).entries())
    for (const edit of applyActions(document, [action], () => name(index)))
      if ("from" in edit) {
        const keys = ["actions", index, "update", ...edit.from];
        sources.add(edit.path, { file: resolve(file), keys });
      }
  return read;
}
