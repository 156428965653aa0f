/** Closes the gap about the status code of each success. */
import type { Json, JsonObject } from "../../../gaps/src/document/document.ts";
import { type Operation, operationsOf } from "../operations.ts";
import { toJsonPath } from "../../../gaps/src/document/pointer.ts";
import { type Action, expectToday, recordEvidence } from "../overlay/overlay.ts";
import { type Evidence, type Strategy, tooLittleOfOne } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

interface Success {
  operation: Operation;
  code: string;
  count: number;
  total: number;
  /** Different ones among the successes. */
  units: number;
}

export const closeStatuses: Strategy = ({ id, node: pointer }, node, evidence) => {
  const successes = operationsOf(evidence.document).map((operation) =>
    successOf(operation, evidence),
  );
  const mixed = successes.find(({ count, total }) => count < total);
  if (mixed) {
    const { operation, code, count, total } = mixed;
    return {
      gap: id,
      because: `${operation.operationId} succeeds with several codes: ${code} in ${count} of ${total}`,
    };
  }
  const missed = tooLittleOfOne(
    id,
    successes,
    unitsToPromise,
    ({ operation }) => `different successes of ${operation.operationId} (every operation counts)`,
  );
  if (missed) return missed;
  const list = successes
    .map(({ operation, code }) => `${operation.operationId} ${code}`)
    .join(", ");
  const effect = `names the status code of each success beside \`2XX\`: ${list}`;
  const units = Math.min(...successes.map(({ units }) => units));
  const what = `At least ${units} different successes of every operation, each always with the same code`;
  return {
    gap: id,
    effect,
    actions: [
      ...successes.map((success) => addResponse(id, success, evidence)),
      ...recordEvidence(pointer, node, effect, evidence.verification(id, units, what)),
    ],
  };
};

function successOf(operation: Operation, { observations }: Evidence): Success {
  const statuses = Object.entries(observations.statuses[operation.operationId] ?? {})
    .filter(([status]) => status.startsWith("2"))
    .map(([code, mediaTypes]) => ({
      code,
      count: Object.values(mediaTypes).reduce((sum, { samples }) => sum + samples, 0),
      units: Object.values(mediaTypes).reduce((max, { units }) => Math.max(max, units), 0),
    }))
    .sort((a, b) => b.count - a.count);
  const total = statuses.reduce((sum, { count }) => sum + count, 0);
  return {
    operation,
    code: statuses[0]?.code ?? "",
    count: statuses[0]?.count ?? 0,
    total,
    units: statuses[0]?.units ?? 0,
  };
}

/**
 * The response of the code is that of `2XX`, which stays: it goes on to hold for every other
 * success.
 */
function addResponse(gap: string, { operation, code, units }: Success, evidence: Evidence): Action {
  const responses = operation.node["responses"] as JsonObject;
  const { description, content } = responses["2XX"] as JsonObject;
  return {
    target: toJsonPath(`${operation.pointer}/responses`),
    description: `\`${operation.operationId}\` succeeded with ${code} in each of ${units} different answers.`,
    "x-closes": gap,
    "x-expects": { ...expectToday(responses, code) },
    update: {
      [code]: {
        description: description as Json,
        content: content as Json,
        "x-verified": [
          {
            ...evidence.verification(
              gap,
              units,
              `${units} different successes, all with this code`,
            ),
          },
        ],
      },
    },
  };
}
