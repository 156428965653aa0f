/** How much of the contract a run has reached. */
import type { Observer } from "openapi-gaps/evidence";
import type { Coverage, News } from "./result.ts";

/** Counts the operations that were called and the gaps that a caller meets in them, and names the others. */
export function measureCoverage({ checker, calls }: Observer, news: News[]): Coverage[] {
  const operations = checker.interface.operations.map(({ operationId }) => operationId);
  const gaps = checker.gaps.map(({ id }) => id);
  const met = checker.gaps.filter((gap) => gap.operations.some((id) => calls.has(id)));
  return [
    cover("operations", operations, [...calls.keys()]),
    cover("gaps", gaps, [...met.map(({ id }) => id), ...news.map(({ gap }) => gap)]),
  ];
}

function cover(what: string, all: string[], reached: unknown[]): Coverage {
  const missing = all.filter((name) => !reached.includes(name));
  return { what, reached: all.length - missing.length, total: all.length, missing };
}
