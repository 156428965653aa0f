/** Which gaps can be closed by watching a service, and what has to be counted for each. */
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { collectGaps, type Gap } from "../../gaps/src/notes/gaps.ts";

/**
 * What closes a gap, as the gap declares it under `evidence`; `openapi/EXTENSIONS.md` says what each
 * kind counts.
 */
export type Evidence =
  | "accepted-types"
  | "confirmation"
  | "echo"
  | "error-bodies"
  | "fields"
  | "forms-by-status"
  | "forms-when-done"
  | "media-types"
  | "other-jobs"
  | "presence"
  | "refusals"
  | "states"
  | "statuses"
  | "transitions"
  | "unknown-fields"
  | "values";

export interface ObservableGap {
  gap: Gap;
  kind: Evidence;
}

/**
 * The gaps of a contract that answers can close, once for each kind of evidence. The others ask what
 * the service means, allows or would do; no number of answers says that, so their questions go to
 * the provider.
 */
export function observableGaps(document: OpenApiDocument): ObservableGap[] {
  return collectGaps(document).flatMap((gap) =>
    (gap.evidence ?? []).map((kind) => ({ gap, kind: kind as Evidence })),
  );
}
