/** The notes that stand beside a document, in an OpenAPI overlay. */
import { resolve } from "node:path";
import { parsePointer, toPointer, valueAt, walk } from "../document/document.ts";
import { applyActions, lineIn, readActions } from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { UserError } from "../problem.ts";

/**
 * Puts the notes of an OpenAPI overlay into a document that is not yours.
 *
 * @throws {UserError} when the file is no overlay, or when an action selects nothing or refers to nothing
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
  for (const { value, path } of walk(document)) {
    const { $ref } = value;
    const place = [...path, "$ref"];
    if (typeof $ref !== "string" || sources.trace(place).file !== resolve(file)) continue;
    if (!$ref.startsWith("#/") || valueAt(document, $ref) === undefined)
      throw new UserError(
        `${sources.name(toPointer(place))}: nothing stands at ${$ref} in the document. Correct the reference.`,
      );
    // As the document spells its own.
    value["$ref"] = toPointer(parsePointer($ref));
  }
  return read;
}
