/** The gap register as a page: every gap, and what the contract makes of it, the weightiest first. */
import { describePlace } from "../document/describe-place.ts";
import type { OpenApiDocument } from "../document/document.ts";
import {
  type ClosedGap,
  collectClosedGaps,
  collectGaps,
  countByImpact,
  countByKind,
  describeClosing,
  type Gap,
  gapImpacts,
  gapKinds,
  rankGaps,
  retiredGaps,
} from "../notes/gaps.ts";

/** `generated/gaps.json`. */
export function registerOf(document: OpenApiDocument) {
  const gaps = rankGaps(collectGaps(document));
  return {
    total: gaps.length,
    counts: countByKind(gaps),
    impacts: countByImpact(gaps),
    retired: Object.fromEntries(retiredGaps(document)),
    gaps,
    closed: collectClosedGaps(document),
  };
}

/** `generated/gaps.md`. */
export function renderRegister(document: OpenApiDocument): string {
  const { gaps, counts, impacts, retired, closed } = registerOf(document);
  return [
    "# What is not documented",
    "",
    "Every place where the interface specification of the Video Generation Service is silent, unclear, or contradicts itself, and",
    "what the contract makes of it, the largest impact first. Generated from the `x-gap` entries of the contract by",
    "`npm run generate`. The questions stand in [questions.md](questions.md), as a letter to the owner of the service.",
    "",
    ...countTable("impact", gapImpacts, impacts),
    "",
    ...countTable("kind", gapKinds, counts),
    "",
    ...gaps.flatMap(entry),
    "## Retired",
    "",
    "Names that are not used again, and the gap that each has become part of.",
    "",
    ...Object.entries(retired).map(
      ([id, successor]) => `- \`${id}\`: [${successor}](#${successor})`,
    ),
    "",
    ...(closed.length > 0 ? ["## Closed by evidence", "", ...closed.flatMap(closedEntry)] : []),
  ].join("\n");
}

function closedEntry(gap: ClosedGap): string[] {
  return [
    `### ${gap.id}`,
    "",
    `${describeClosing(gap)}, on ${describePlace(gap.node)}: ${gap.evidence}`,
    "",
  ];
}

function countTable<Name extends string>(
  heading: string,
  names: Record<Name, { meaning: string }>,
  counts: Record<Name, number>,
): string[] {
  const rows = Object.entries<{ meaning: string }>(names).map(
    ([name, { meaning }]) => `| ${name} | ${meaning} | ${counts[name as Name]} |`,
  );
  return [`| ${heading} | meaning | gaps |`, "| --- | --- | --: |", ...rows];
}

function entry(gap: Gap): string[] {
  const states = Array.isArray(gap.states)
    ? ["- The specification says two things:", ...gap.states.map(({ claim }) => `  - ${claim}`)]
    : [`- The specification: ${gap.states}`];
  return [
    `## ${gap.id}`,
    "",
    `*${gap.kind}, ${gap.impact}, ${gap.origin}*, on ${describePlace(gap.node)}. Section “${gap.source}”.`,
    "",
    ...states,
    ...(gap.settled ? [`- Settled: ${gap.settled}`] : []),
    `- This contract: ${gap.reading}`,
    `- Question: ${gap.question}`,
    `- Closed by: ${closedBy(gap)}`,
    "",
  ];
}

/** What can close a gap: enough recorded calls, or only words. */
export function closedBy({ evidence }: Gap): string {
  if (!evidence) return "an answer of the owner; no number of recorded calls says it.";
  return `an answer of the owner, or recorded calls (${evidence.join(", ")}).`;
}
