/** A result as JUnit XML, which CI systems show as tests. */
import { escapeMarkup } from "./escape-markup.ts";
import type { RunResult, StoryResult } from "./finding.ts";

export function renderJunit({ service, stories, startedAt, durationMs }: RunResult): string {
  const count = (outcome: StoryResult["outcome"]) =>
    stories.filter((story) => story.outcome === outcome).length;
  const totals = `tests="${stories.length}" failures="${count("differs")}" skipped="${count("not tried")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="conformance of ${escapeMarkup(service)}" ${totals} errors="0" time="${durationMs / 1000}" timestamp="${startedAt}">`,
    ...stories.flatMap(testCase),
    "</testsuite>",
    "",
  ].join("\n");
}

function testCase({
  name,
  title,
  outcome,
  because,
  disagreements,
  durationMs,
}: StoryResult): string[] {
  const head = `  <testcase classname="${escapeMarkup(name)}" name="${escapeMarkup(title)}" time="${durationMs / 1000}"`;
  if (outcome === "held") return [`${head}/>`];
  const inside =
    outcome === "not tried"
      ? [`    <skipped message="${escapeMarkup(because ?? "")}"/>`]
      : disagreements.map(({ operation, place, problem }) => {
          const text = escapeMarkup(`${operation} ${place}: ${problem}`);
          return `    <failure message="${text}">${text}</failure>`;
        });
  return [`${head}>`, ...inside, "  </testcase>"];
}
