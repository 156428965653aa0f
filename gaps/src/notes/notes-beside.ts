/** The notes that stand beside a document, in an OpenAPI overlay. */
import { resolve } from "node:path";
import { applyActions, lineIn, readActions } from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { findSharedNotes } from "../document/source-map.ts";

/**
 * Puts the notes of an OpenAPI overlay into a document that is not yours.
 *
 * @throws {UserError} when the file is no overlay, or when an action selects nothing
 */
export function withNotes(read: ReadDocument, file: string): ReadDocument {
  const name = lineIn(file);
  for (const [index, action] of readActions(file).entries())
    for (const edit of applyActions(read.document, [action], () => name(index)))
      if ("from" in edit) {
        const keys = ["actions", index, "update", ...edit.from];
        read.sources.add(edit.path, { file: resolve(file), keys });
      }
  findSharedNotes(read.document, read.sources);
  return read;
}
