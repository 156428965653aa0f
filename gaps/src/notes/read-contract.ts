/** Reads the document of a command: its operand, or what `--contract` names, or `openapi.yaml`, with the notes beside it. */
import { resolve } from "node:path";
import { asList, asObject } from "../document/document.ts";
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
  for (const [index, action] of readActions(file).entries()) {
    const edits = applyActions(document, [action], () => name(index));
    // What is wrong with a note is told at its line of the overlay.
    const given = asList(asObject(action.update)["x-gap"]);
    const keys = ["actions", index, "update", "x-gap"];
    for (const edit of edits) {
      const item = "value" in edit ? given.indexOf(edit.value) : -1;
      if (item >= 0) sources.add(edit.path, { file: resolve(file), keys: [...keys, item] });
      else if (edit.path.at(-1) === "x-gap") sources.add(edit.path, { file: resolve(file), keys });
    }
  }
  return read;
}
