/** Which gaps can be closed by watching a service, and what has to be counted for each. */
import type { OpenApiDocument } from "../../scripts/contract/document.ts";
import { collectGaps, type Gap } from "../../scripts/contract/gaps.ts";

/**
 * What closes a gap:
 * `values`: the words that a string takes. `fields`: names and types of the fields of an object.
 * `presence`: whether optional fields of an answer are always there. `confirmation`: that required
 * fields are. `statuses`: the status code of each success.
 */
export type Evidence = "values" | "fields" | "presence" | "confirmation" | "statuses";

/**
 * Gaps that answers can close, by their id. A gap stands on a node of the contract, and the
 * evidence is counted there. The others ask what the service means, allows or would do; no number
 * of answers says that, so their questions go to the provider.
 */
const observable: Record<string, Evidence> = {
  "avatar-fields": "fields",
  "hp-create-response-fields": "presence",
  "hp-output-fields": "fields",
  "job-status-values": "values",
  "job-type-values": "values",
  "lipsync-input-echo": "presence",
  "response-field-presence": "confirmation",
  "success-status-codes": "statuses",
  "voice-fields": "fields",
};

/** The gaps of a contract that answers can close, each with the evidence for it. */
export function observableGaps(document: OpenApiDocument): (Gap & { evidence: Evidence })[] {
  return collectGaps(document).flatMap((gap) => {
    const evidence = Object.hasOwn(observable, gap.id) ? observable[gap.id] : undefined;
    return evidence ? [{ ...gap, evidence }] : [];
  });
}

/** Ids of all gaps that answers can close, whether they are still open or not. */
export const observableIds = Object.keys(observable);
