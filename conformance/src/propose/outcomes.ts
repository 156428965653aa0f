/** Closes gaps about requests whose outcome the contract leaves to the service. */
import type { Gap } from "../../../gaps/src/notes/gaps.ts";
import type { JsonObject } from "../../../gaps/src/document/document.ts";
import { jobReader, operationsOf } from "../operations.ts";
import { confirm, type Evidence, type Proposal, type Strategy, tooLittle } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

export const closeUnknownFields: Strategy = (gap, node, evidence) =>
  closeOutcome(gap, node, evidence, [
    { subject: "unknown-field", what: "valid requests with a field that no document names" },
  ]);

/** Jobs of every other operation count: what holds for one kind need not hold for another. */
export const closeOtherJobs: Strategy = (gap, node, evidence) => {
  const { reader, others } = jobReader(operationsOf(evidence.document));
  const subjects = others.map(({ operationId }) => ({
    subject: operationId,
    what: `jobs of ${operationId} read by ${reader.operationId}`,
  }));
  return closeOutcome(gap, node, evidence, subjects);
};

function closeOutcome(
  gap: Gap,
  node: JsonObject,
  evidence: Evidence,
  subjects: { subject: string; what: string }[],
): Proposal {
  const lines: string[] = [];
  const counts: number[] = [];
  for (const { subject, what } of subjects) {
    const outcomes = Object.entries(evidence.observations.outcomes)
      .filter(([key]) => key.startsWith(`${subject} `))
      .map(([key, { units }]) => ({ outcome: key.slice(subject.length + 1), units }));
    const units = outcomes[0]?.units ?? 0;
    if (outcomes.length > 1)
      return {
        gap: gap.id,
        because: `${what} have several outcomes: ${outcomes.map((each) => `${each.outcome} (${each.units})`).join(", ")}`,
      };
    if (units < unitsToPromise) return tooLittle(gap.id, units, unitsToPromise, what);
    counts.push(units);
    lines.push(`${what} are ${outcomes[0]!.outcome.replace(/ (\d+)/, " with $1")}`);
  }
  const effect = lines.join(", ");
  return confirm(gap, node, evidence, {
    units: Math.min(...counts),
    effect,
    what: `At least ${Math.min(...counts)} of each: ${effect}`,
  });
}
