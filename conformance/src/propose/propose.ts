/** From observations to an overlay that would close gaps. */
import { type OpenApiDocument, resolvePointer } from "../../../gaps/src/document/document.ts";
import { type Evidence as EvidenceKind, observableGaps } from "../evidence.ts";
import type { Observations } from "../observe/observations.ts";
import { closeAcceptedTypes } from "./accepted.ts";
import { confirmRequired } from "./confirmation.ts";
import { repairExamples } from "./examples.ts";
import { closeFields } from "./fields.ts";
import { closeForms, closeFormsWhenDone } from "./forms.ts";
import { closeMediaTypes } from "./media-types.ts";
import { closeOtherJobs, closeUnknownFields } from "./outcomes.ts";
import { closeErrorBodies, closeRefusals } from "./refusals.ts";
import { closeTransitions } from "./transitions.ts";
import type { Overlay } from "../overlay/overlay.ts";
import { closePresence } from "./presence.ts";
import { Evidence, type Proposal, type Strategy } from "./proposal.ts";
import { closeStatuses } from "./statuses.ts";
import { closeEcho } from "./echo.ts";
import { closeStates, closeValues } from "./values.ts";

const strategies: Record<EvidenceKind, Strategy> = {
  values: closeValues,
  fields: closeFields,
  presence: closePresence,
  confirmation: confirmRequired,
  statuses: closeStatuses,
  states: closeStates,
  echo: closeEcho,
  "error-bodies": closeErrorBodies,
  "accepted-types": closeAcceptedTypes,
  "forms-by-status": closeForms,
  "forms-when-done": closeFormsWhenDone,
  "media-types": closeMediaTypes,
  "other-jobs": closeOtherJobs,
  refusals: closeRefusals,
  transitions: closeTransitions,
  "unknown-fields": closeUnknownFields,
};

/**
 * A proposal, or the reason why there is none, for every gap of the contract that answers can
 * close.
 */
export function proposeClosures(document: OpenApiDocument, observations: Observations): Proposal[] {
  const evidence = new Evidence(document, observations);
  return observableGaps(document).map(({ gap, kind }) => {
    const proposal = strategies[kind](gap, resolvePointer(document, gap.node), evidence);
    return "actions" in proposal ? withExamples(document, proposal) : proposal;
  });
}

/** A narrower schema may refuse an example of the contract, which then has to change as well. */
function withExamples(
  document: OpenApiDocument,
  proposal: Extract<Proposal, { actions: unknown }>,
): Proposal {
  const repairs = repairExamples(document, proposal.actions);
  if ("because" in repairs) return { gap: proposal.gap, because: repairs.because };
  return { ...proposal, actions: [...proposal.actions, ...repairs.actions] };
}

export function toOverlay(proposals: Proposal[], { contract, environment }: Observations): Overlay {
  return {
    overlay: "1.0.0",
    info: { title: `Gaps that ${environment} would close`, version: contract },
    actions: proposals.flatMap((proposal) => ("actions" in proposal ? proposal.actions : [])),
    "x-not-proposed": proposals.flatMap((proposal) =>
      "because" in proposal ? [{ gap: proposal.gap, because: proposal.because }] : [],
    ),
  };
}
