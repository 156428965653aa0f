/** What was observed, and what could not be, for a terminal. */
import type { CountsByName, Observations } from "./observations.ts";

export function describeObservations(observations: Observations): string {
  const { exchanges, places, unknownPaths, unread, breaches } = observations;
  const gaps = new Set(places.flatMap(({ gaps }) => gaps));
  const unknown = Object.values(unknownPaths).reduce((sum, { samples }) => sum + samples, 0);
  return [
    `${exchanges.read} exchanges: ${exchanges.recognised} calls of an operation, ${unknown} of other paths of the service, ${exchanges.otherHosts} of other services`,
    ...list("Paths that the contract does not have", unknownPaths),
    ...list("Bodies that could not be read", unread),
    ...list("Answers that break the contract", breaches),
    `${gaps.size} gaps seen: ${[...gaps].sort().join(", ") || "none"}`,
  ].join("\n");
}

function list(title: string, counts: CountsByName): string[] {
  const lines = Object.entries(counts).map(([what, { samples }]) => `  ${samples} × ${what}`);
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}
