/** The fourth class of change: something unknown became known. */
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";

export interface ClosedGap {
  id: string;
  /** Whether an `x-verified` of the newer contract names the gap. */
  hasEvidence: boolean;
}

export interface GapChanges {
  closed: ClosedGap[];
  /** Ids of gaps that the older contract did not have. */
  opened: string[];
}

export function compareGaps(before: OpenApiDocument, after: OpenApiDocument): GapChanges {
  const older = collectGaps(before).map(({ id }) => id);
  const newer = collectGaps(after).map(({ id }) => id);
  const verified = new Set(collectClosedGaps(after).map(({ id }) => id));
  return {
    closed: older
      .filter((id) => !newer.includes(id))
      .map((id) => ({ id, hasEvidence: verified.has(id) })),
    opened: newer.filter((id) => !older.includes(id)),
  };
}
