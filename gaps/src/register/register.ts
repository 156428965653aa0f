/** The gap register: every gap of a document, what to do until it is closed, and what was closed. */
import { describePlace, type OpenApiDocument } from "../document/document.ts";
import {
  type ClosedGap,
  collectClosedGaps,
  collectGaps,
  describeClosing,
  type Gap,
  gapImpacts,
  gapKinds,
  rankGaps,
  textOf,
  titleOf,
} from "../notes/gaps.ts";

export interface Register {
  total: number;
  /** Gaps of each kind, and of each impact. */
  counts: Record<string, number>;
  impacts: Record<string, number>;
  /** Those with the largest impact first. */
  gaps: Gap[];
  closed: ClosedGap[];
}

/** The register as data. */
export function registerOf(document: OpenApiDocument): Register {
  const gaps = rankGaps(collectGaps(document));
  const count = (names: object, is: (gap: Gap) => string): Record<string, number> =>
    Object.fromEntries(
      Object.keys(names).map((name) => [name, gaps.filter((gap) => is(gap) === name).length]),
    );
  return {
    total: gaps.length,
    counts: count(gapKinds, ({ kind }) => kind),
    impacts: count(gapImpacts, ({ impact }) => impact),
    gaps,
    closed: collectClosedGaps(document),
  };
}

/** The register as a page in Markdown. */
export function renderRegister(document: OpenApiDocument): string {
  const { gaps, counts, impacts, closed } = registerOf(document);
  return [
    "# What is not documented",
    "",
    `Every place where the specification of the ${titleOf(document)} is silent, unclear, or contradicts itself, and what to do`,
    "until it is settled, the largest impact first. Made from the `x-gap` notes of the document.",
    "",
    ...countTable("impact", gapImpacts, impacts),
    "",
    ...countTable("kind", gapKinds, counts),
    "",
    ...gaps.flatMap(entry),
    ...(closed.length > 0 ? ["## Closed", "", "What evidence or the owner has settled.", ""] : []),
    ...closed.map(closedEntry),
  ].join("\n");
}

function closedEntry(gap: ClosedGap): string {
  const told = `${describeClosing(gap)}, on ${describePlace(gap.node)}: ${gap.evidence}`;
  return [`### ${gap.id}`, "", gap.question ? `${gap.question}\n\n${told}` : told, ""].join("\n");
}

function countTable(
  heading: string,
  names: Record<string, { meaning: string }>,
  counts: Record<string, number>,
): string[] {
  const rows = Object.entries(names).map(
    ([name, { meaning }]) => `| ${name} | ${meaning} | ${counts[name]} |`,
  );
  return [`| ${heading} | meaning | gaps |`, "| --- | --- | --: |", ...rows];
}

function entry(gap: Gap): string[] {
  const { id, kind, impact, origin, node, source, question, evidence } = gap;
  const { claims, says, advice } = textOf(gap);
  return [
    `## ${id}`,
    "",
    `*${kind}, ${impact}, ${origin}*, on ${describePlace(node)}.${source ? ` Section “${source}”.` : ""}`,
    "",
    `- The specification${claims.length > 0 ? " says different things:" : `: ${says}`}`,
    ...claims.map((claim) => `  - ${claim}`),
    `- Until then: ${advice}`,
    `- Question: ${question}`,
    evidence
      ? `- The service owner can answer this. Recorded calls show a part of it (${evidence.join(", ")}).`
      : "- Only the service owner can answer this.",
    "",
  ];
}
