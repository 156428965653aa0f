/** How much of the contract a run has reached. */
import type { OpenApiDocument } from "openapi-gaps/document";
import { Checker, type Counts } from "openapi-gaps/evidence";
import type { Coverage, News } from "./result.ts";

/** Counts the operations that were called and the gaps that were met, and names the others. */
export function measureCoverage(
  document: OpenApiDocument,
  { places, outcomes }: Counts,
  news: News[],
): Coverage[] {
  const { interface: of, gaps } = Checker.of(document);
  const met = [...places.flatMap(({ gaps }) => gaps), ...news.map(({ gap }) => gap)];
  const operations = of.operations.map(({ operationId }) => operationId);
  return [
    cover("operations", operations, Object.keys(outcomes["calls"] ?? {})),
    cover(
      "gaps",
      gaps.map(({ id }) => id),
      met,
    ),
  ];
}

function cover(what: string, all: string[], reached: unknown[]): Coverage {
  const missing = all.filter((name) => !reached.includes(name));
  return { what, reached: all.length - missing.length, total: all.length, missing };
}
