/** Closes the gap about what a value that repeats a request does to it. Nothing changes but the gap. */
import { isObject, type JsonObject, resolvePointer } from "../../../gaps/src/document/document.ts";
import { operationsOf } from "../operations.ts";
import { confirm, type Evidence, nameOf, type Strategy, tooLittle } from "./proposal.ts";
import { minUnits, unitsToPromise } from "./thresholds.ts";

/**
 * Request and answer are compared: a field that every request sent is always in the echo, which says
 * nothing about requests without it.
 */
export const closeEcho: Strategy = (gap, node, evidence) => {
  const { id, node: pointer } = gap;
  const seen = evidence.at(pointer);
  const outcomes = Object.entries(evidence.observations.echoes)
    .filter(([key]) => key.startsWith(`${pointer} `))
    .map(([key, count]) => [key.split(" ").at(-1)!, count] as const);
  const same = outcomes.find(([outcome]) => outcome === "same")?.[1].units ?? 0;
  const others = outcomes.filter(([outcome]) => outcome !== "same");
  if (others.length > 0) {
    const list = others.map(([outcome, { samples }]) => `${outcome} in ${samples}`).join(", ");
    return { gap: id, because: `the echo is not always the request: fields are ${list} answers` };
  }
  const request = requestOf(seen?.operations[0], evidence);
  const always = Object.keys(node["properties"] ?? {}).filter(
    (name) =>
      !request.required.includes(name) && requestsWithout(name, request, evidence) < minUnits,
  );
  if (same < unitsToPromise) return tooLittle(id, same, unitsToPromise, "different requests");
  if (always.length > 0) {
    return {
      gap: id,
      because: `almost every request sent ${always.join(" and ")}, so nothing is known of a request without ${always.length > 1 ? "them" : "it"}; ${minUnits} of them are needed`,
    };
  }
  return confirm(gap, node, evidence, {
    units: same,
    effect: `\`${nameOf(pointer)}\` repeats the request exactly`,
    what: `${same} different requests, each repeated exactly`,
  });
};

interface RequestSchema {
  pointer: string | undefined;
  required: string[];
}

/** The schema of the request that an operation takes. */
function requestOf(operationId: string | undefined, { document }: Evidence): RequestSchema {
  const operation = operationsOf(document).find((each) => each.operationId === operationId);
  const body = operation?.node["requestBody"] as JsonObject | undefined;
  const content = body?.["content"] as { [type: string]: JsonObject } | undefined;
  const schema = content?.["application/json"]?.["schema"];
  const pointer = isObject(schema) ? String(schema["$ref"]) : undefined;
  const required = pointer && resolvePointer(document, pointer)["required"];
  return { pointer, required: Array.isArray(required) ? required.map(String) : [] };
}

/**
 * Requests that left a field out. Refused ones count as well: where the service insists on a field,
 * there is no echo without it.
 */
function requestsWithout(name: string, { pointer }: RequestSchema, evidence: Evidence): number {
  if (pointer === undefined) return 0;
  const counts = (["accepted", "refused"] as const).map((side) => {
    const sent = evidence.at(pointer, side);
    return (sent?.types["object"]?.units ?? 0) - (sent?.fields[name]?.units ?? 0);
  });
  return Math.max(...counts);
}
