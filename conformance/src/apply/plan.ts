/** What an overlay changes in the repository, worked out in memory. */
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { applyActions } from "../../../gaps/src/document/overlay.ts";
import { root } from "../../../scripts/support/locations.ts";
import { evidenceOverlay } from "../overlay/evidence-overlay.ts";
import { closedBy, type Overlay } from "../overlay/overlay.ts";
import { followSamples } from "./follow-samples.ts";
import { removeOpenParts } from "./remove-open-parts.ts";
import { settleAssumptions } from "./settle-assumptions.ts";
import { SourceEditor } from "./source-editor.ts";

export interface Plan {
  /** The bundle with the gaps closed. */
  document: OpenApiDocument;
  /** Ids of the gaps that are closed. */
  closed: string[];
  /** Ids of the emulator's decisions that say more than the evidence. */
  kept: string[];
  /** New text of every source that changes, by its path below the repository. */
  changes: Map<string, string>;
}

/**
 * @param today the bundle
 * @throws {UserError} when a target selects nothing, an expectation does not hold, or a decision of
 * the emulator contradicts the evidence
 */
export async function planChanges(today: OpenApiDocument, overlay: Overlay): Promise<Plan> {
  const { actions } = overlay;
  const document = structuredClone(today);
  const editor = new SourceEditor();
  for (const edit of applyActions(document, actions, evidenceOverlay)) await editor.edit(edit);
  const closed = closedBy(overlay);
  const { kept, changes } = await settleAssumptions(today, document, closed);
  const followed = await followSamples(root, today, document);
  return {
    document,
    closed,
    kept,
    changes: new Map([
      ...editor.changes(),
      ...changes,
      ...followed,
      ...(await removeOpenParts(root, closed, followed)),
    ]),
  };
}
