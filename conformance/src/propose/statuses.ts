/** Closes the gap about the status code of each success. */
import type { Json, JsonObject } from "../../../scripts/contract/document.ts";
import { type Operation, operationsOf } from "../operations.ts";
import { toJsonPath } from "../../../scripts/contract/pointer.ts";
import { type Action, expectToday, recordEvidence } from "../overlay/overlay.ts";
import { type Closer, type Evidence, tooLittle } from "./proposal.ts";
import { fewestSamples, requiredPresence } from "./thresholds.ts";
import { lowerBound } from "./wilson.ts";

interface Success {
  operation: Operation;
  code: string;
  count: number;
  total: number;
}

export const closeStatuses: Closer = ({ id, node: pointer }, node, evidence) => {
  const successes = operationsOf(evidence.document).map((operation) =>
    successOf(operation, evidence),
  );
  const thin = successes.find(({ total }) => total < fewestSamples);
  if (thin) {
    return tooLittle(
      id,
      thin.total,
      fewestSamples,
      `successes of ${thin.operation.operationId}, and every operation counts`,
    );
  }
  const mixed = successes.find(({ count, total }) => count / total < requiredPresence);
  if (mixed) {
    const { operation, code, count, total } = mixed;
    return {
      gap: id,
      because: `${operation.operationId} succeeds with several codes: ${code} in ${count} of ${total}`,
    };
  }
  const list = successes
    .map(({ operation, code }) => `${operation.operationId} ${code}`)
    .join(", ");
  const effect = `names the status code of each success beside \`2XX\`: ${list}`;
  const confidence = Math.min(...successes.map(({ count, total }) => lowerBound(count, total)));
  const samples = Math.min(...successes.map(({ total }) => total));
  return {
    gap: id,
    effect,
    actions: [
      ...successes.map((success) => addResponse(id, success, evidence)),
      ...recordEvidence(pointer, node, effect, evidence.verification(id, samples, confidence)),
    ],
  };
};

function successOf(operation: Operation, { observations }: Evidence): Success {
  const statuses = Object.entries(observations.statuses[operation.operationId] ?? {})
    .filter(([status]) => status.startsWith("2"))
    .map(([code, mediaTypes]) => ({
      code,
      count: Object.values(mediaTypes).reduce((sum, count) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count);
  const total = statuses.reduce((sum, { count }) => sum + count, 0);
  return { operation, code: statuses[0]?.code ?? "", count: statuses[0]?.count ?? 0, total };
}

/**
 * The response of the code is that of `2XX`, which stays: it goes on to hold for every other
 * success.
 */
function addResponse(
  gap: string,
  { operation, code, count, total }: Success,
  evidence: Evidence,
): Action {
  const responses = operation.node["responses"] as JsonObject;
  const { description, content } = responses["2XX"] as JsonObject;
  return {
    target: toJsonPath(`${operation.pointer}/responses`),
    description: `\`${operation.operationId}\` succeeded with ${code} in ${count} of ${total} answers.`,
    "x-closes": gap,
    "x-expects": { ...expectToday(responses, code) },
    update: {
      [code]: {
        description: description as Json,
        content: content as Json,
        "x-verified": [{ ...evidence.verification(gap, total, lowerBound(count, total)) }],
      },
    },
  };
}
