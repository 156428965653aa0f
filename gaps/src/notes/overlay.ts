/** Notes beside a document: an OpenAPI overlay for a document that is not yours. */
import { resolve } from "node:path";
import { asList, asObject, isObject, type Json } from "../document/document.ts";
import { applyActions, type OverlayAction } from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { parseFile } from "../document/sources.ts";
import { UserError } from "../problem.ts";

/**
 * A document with the notes of an overlay.
 *
 * @param file of the overlay; nothing for a document as it is
 * @throws {UserError} when it is no overlay, or when an action selects nothing
 */
export function withNotes(read: ReadDocument, file: string | undefined): ReadDocument {
  if (file === undefined) return read;
  const actions = readActions(file);
  const document = structuredClone(read.document);
  const { sources } = read;
  const at = (index: number) => {
    const { line } = sources.locateInFile(resolve(file), ["actions", index, "target"]);
    return `${file}:${line}: `;
  };
  for (const [index, action] of actions.entries()) {
    const kind = {
      name: () => at(index),
      remedy: () => "Correct the target, or remove the action.",
    };
    for (const edit of applyActions(document, [action], kind)) {
      // What is wrong with a note is told at its line of the overlay.
      const note = edit.path.at(-1) === "x-gap" ? 0 : edit.path.at(-2) === "x-gap" ? 1 : -1;
      if (note < 0 || !("value" in edit)) continue;
      const given = asList(asObject(action.update)["x-gap"]);
      const origin = { file: resolve(file), keys: ["actions", index, "update", "x-gap"] };
      if (note === 0) sources.add(edit.path, origin);
      else {
        const item = given.findIndex((each) => each === edit.value);
        sources.add(edit.path, { ...origin, keys: [...origin.keys, item] });
      }
    }
  }
  return { ...read, document };
}

function readActions(file: string): OverlayAction[] {
  const { overlay, actions } = asObject(parseFile(file));
  const isSound = (action: Json) =>
    isObject(action) &&
    typeof action["target"] === "string" &&
    (isObject(action["update"]) || action["remove"] === true);
  if (typeof overlay !== "string" || !overlay.startsWith("1.") || !Array.isArray(actions))
    throw new UserError(
      `${file} is no overlay. Begin it with "overlay: 1.0.0", and list the notes under "actions".`,
    );
  const wrong = actions.findIndex((action) => !isSound(action));
  if (wrong >= 0)
    throw new UserError(
      `Action ${wrong + 1} of ${file} is incomplete. Write target, a JSONPath, and update, an object with x-gap.`,
    );
  return actions as unknown as OverlayAction[];
}
