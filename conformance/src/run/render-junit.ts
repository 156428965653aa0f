/** A result as JUnit XML, which CI systems show as tests. */
import { escapeMarkup } from "./escape-markup.ts";
import type { RunResult, StoryResult } from "../judge/finding.ts";

export function renderJunit({ service, stories, startedAt, durationMs }: RunResult): string {
  const failures = stories.filter(({ outcome }) => outcome === "differs").length;
  const held = stories.filter(({ outcome }) => outcome === "held").length;
  const totals = `tests="${stories.length}" failures="${failures}" skipped="${stories.length - failures - held}"`;
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
    outcome === "differs"
      ? disagreements.map(({ operation, place, problem, curl }) => {
          const text = escapeMarkup(`${operation} ${place}: ${problem}`);
          return `    <failure message="${text}">${text}\n${escapeMarkup(curl)}</failure>`;
        })
      : [`    <skipped message="${escapeMarkup(`${outcome}: ${because ?? ""}`)}"/>`];
  return [`${head}>`, ...inside, "  </testcase>"];
}
