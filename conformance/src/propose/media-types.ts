/** Closes the gap about the media type of successes. */
import { operationsOf } from "../operations.ts";
import { confirm, type Strategy, tooLittleOfOne } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

export const closeMediaTypes: Strategy = (gap, node, evidence) => {
  const seen = operationsOf(evidence.document).map(({ operationId }) => {
    const statuses = Object.entries(evidence.observations.statuses[operationId] ?? {});
    const successes = statuses.filter(([status]) => status.startsWith("2"));
    const counts = successes.flatMap(([, mediaTypes]) => Object.entries(mediaTypes));
    return {
      operationId,
      units: Math.max(0, ...counts.map(([, { units }]) => units)),
      others: counts.filter(([type]) => type !== "application/json"),
    };
  });
  const other = seen.find(({ others }) => others.length > 0);
  if (other) {
    const [type, { samples }] = other.others[0]!;
    return { gap: gap.id, because: `${samples} successes of ${other.operationId} are ${type}` };
  }
  const missing = tooLittleOfOne(
    gap.id,
    seen,
    unitsToPromise,
    ({ operationId }) => `different successes of ${operationId} (every operation counts)`,
  );
  if (missing) return missing;
  const units = Math.min(...seen.map((each) => each.units));
  return confirm(gap, node, evidence, {
    units,
    effect: "every success is `application/json`",
    what: `At least ${units} different successes of every operation, all \`application/json\``,
  });
};
