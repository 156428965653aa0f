/** The notes that stand beside a document, in an OpenAPI overlay. */
import { resolve } from "node:path";
import { parsePointer, toPointer, valueAt, walk } from "../document/document.ts";
import { applyActions, lineIn, readActions } from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";

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
  checkReferences(read, resolve(file));
  return read;
}

/** Spells the references of the notes as the document spells its own, and takes away those that lead nowhere. */
function checkReferences({ document, sources, problems }: ReadDocument, file: string): void {
  for (const { value, path } of walk(document)) {
    const { $ref } = value;
    if (typeof $ref !== "string" || sources.trace([...path, "$ref"]).file !== file) continue;
    if ($ref.startsWith("#/") && valueAt(document, $ref) !== undefined) {
      value["$ref"] = toPointer(parsePointer($ref));
      continue;
    }
    const message = `Nothing stands at ${$ref} in the document. Correct the reference.`;
    problems.push(sources.problem("reference-resolves", message, path, "$ref"));
    delete value["$ref"];
  }
}
