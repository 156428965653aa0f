/** What is known need not be assumed any more. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, parseDocument } from "yaml";
import type { AssumingAction } from "../../../scripts/contract/assumptions.ts";
import { root } from "../../../scripts/support/locations.ts";

/** The decisions of the emulator; see `x-assumed` in `openapi/EXTENSIONS.md`. */
const file = "openapi/overlays/emulator.yaml";

/**
 * Takes the actions of the emulator's overlay away that decide about gaps which are closed now.
 * Their targets may be gone, and what they say may be wrong.
 */
export async function dropAssumptions(
  closed: string[],
): Promise<{ ids: string[]; changes: Map<string, string> }> {
  const document = parseDocument(await readFile(join(root, file), "utf8"));
  const decided = dropActions(document, (action) => closed.includes(action["x-assumed"].closes));
  if (decided.length === 0) return { ids: [], changes: new Map() };
  // A schema that only a dropped action referred to would be a component that nobody uses.
  const text = JSON.stringify(actionsOf(document));
  const isUsed = (name: string) => text.includes(`"#/components/schemas/${name}"`);
  const unused = dropActions(
    document,
    ({ target, update }) =>
      target === "$.components.schemas" && !Object.keys(update ?? {}).some(isUsed),
  );
  const ids = new Set([...decided, ...unused].map((action) => action["x-assumed"].id));
  return { ids: [...ids], changes: new Map([[file, document.toString({ lineWidth: 0 })]]) };
}

function actionsOf(document: Document): AssumingAction[] {
  return (document.toJS() as { actions: AssumingAction[] }).actions;
}

function dropActions(
  document: Document,
  isDropped: (action: AssumingAction) => boolean,
): AssumingAction[] {
  const dropped = [...actionsOf(document).entries()].filter(([, action]) => isDropped(action));
  // From the end, so that no index moves.
  for (const [index] of dropped.toReversed()) document.deleteIn(["actions", index]);
  return dropped.map(([, action]) => action);
}
