/** A result for a terminal. */
import type {
  Coverage,
  CreatedJob,
  Disagreement,
  Outcome,
  RunResult,
  StoryResult,
} from "../judge/finding.ts";

const signs = { held: "✓", differs: "✗", unfinished: "…", refused: "?", "not tried": "·" };

export function renderTable({
  service,
  contract,
  stories,
  news,
  coverage,
  durationMs,
  jobs,
}: RunResult): string {
  const width = Math.max(...stories.map(({ title }) => title.length));
  const disagreements = stories.flatMap((story) => story.disagreements);
  return [
    `${service} against contract ${contract}, ${(durationMs / 1000).toFixed(1)} s`,
    "",
    ...stories.map((story) => row(story, width)),
    "",
    ...list(
      "Disagreements",
      disagreements.flatMap(({ story, operation, place, problem, curl }) => [
        `${operation} ${place}: ${problem} (${story})`,
        `    ${curl}`,
      ]),
    ),
    ...list("Seen where the contract is silent", groupNews(news)),
    ...list("Jobs created, to be read again with --job", jobs.map(describeJob)),
    ...list("Reached", coverage.map(describeCoverage)),
    ...list(
      "Not tried",
      coverage
        .filter(({ what, missing }) => what !== "gaps" && missing.length > 0)
        .map(({ what, missing }) => `${what}: ${missing.join(", ")}`),
    ),
    verdict(stories),
  ].join("\n");
}

function row(
  { title, outcome, calls, durationMs, because, held, disagreements }: StoryResult,
  width: number,
): string {
  const facts =
    because ??
    firstProblem(disagreements) ??
    `${held.length} held, ${calls} calls, ${durationMs} ms`;
  return `${signs[outcome]} ${title.padEnd(width)}  ${outcome.padEnd(10)}  ${facts}`;
}

/** Why a story differs; the list of disagreements says it all. */
export function firstProblem([first, ...others]: Disagreement[]): string | undefined {
  if (!first) return undefined;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return `${first.operation} ${first.place}: ${first.problem}${more}`;
}

/** News by gap: what was seen, and in the answers of which operations. */
export function groupNews(news: RunResult["news"]): string[] {
  const byGap = Object.groupBy(
    news,
    ({ gap }) => gap ?? "no gap, the contract does not expect this",
  );
  return Object.entries(byGap).map(([gap, items = []]) => {
    const byThing = Object.entries(Object.groupBy(items, ({ what }) => what));
    const things = byThing.map(([what, same = []]) => {
      const operations = new Set(same.map(({ operation }) => operation));
      return `${what} (${[...operations].join(", ")})`;
    });
    return `${gap}: ${things.join("; ")}`;
  });
}

/** A job as `--job` takes it. */
export function describeJob({ id, operation }: CreatedJob): string {
  return `${operation}=${id}`;
}

function describeCoverage({ what, reached, total }: Coverage): string {
  return `${what}: ${reached} of ${total}`;
}

export function verdict(stories: StoryResult[]): string {
  const count = (outcome: Outcome) => stories.filter((story) => story.outcome === outcome).length;
  const others = (["unfinished", "refused", "not tried"] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `, ${count(outcome)} ${outcome}`)
    .join("");
  return count("differs") === 0
    ? `✓ ${count("held")} stories held${others}`
    : `✗ ${count("differs")} stories differ, ${count("held")} held${others}`;
}

function list(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [title, ...items.map((item) => `  ${item}`), ""];
}
