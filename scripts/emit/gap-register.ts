/** The gap register as a page: every gap, and the questions that would close them. */
import { describePlace } from "../contract/describe-place.ts";
import { countByKind, type Gap, gapKinds } from "../contract/gaps.ts";

/** `generated/gaps.md`. */
export function renderRegister(gaps: Gap[]): string {
  return [
    "# What is not documented",
    "",
    "Every place where the interface specification of the Video Generation Service is silent, unclear, or contradicts itself, and",
    "what the contract makes of it. Generated from the `x-gap` entries of the contract by `npm run generate`.",
    "",
    ...countTable(gaps),
    "",
    ...gaps.flatMap(entry),
    "## Questions to the provider",
    "",
    "One question for each gap, ready to send. An answer closes the gap of that name.",
    "",
    ...gaps.map(({ question, id }, index) => `${index + 1}. ${question} (\`${id}\`)`),
    "",
  ].join("\n");
}

function countTable(gaps: Gap[]): string[] {
  const counts = countByKind(gaps);
  const rows = Object.entries(gapKinds).map(
    ([kind, { meaning }]) => `| ${kind} | ${meaning} | ${counts[kind as Gap["kind"]]} |`,
  );
  return [
    "| kind | meaning | gaps |",
    "| --- | --- | --: |",
    ...rows,
    `| all | | ${gaps.length} |`,
  ];
}

function entry(gap: Gap): string[] {
  const states = Array.isArray(gap.states)
    ? ["- The specification says two things:", ...gap.states.map(({ claim }) => `  - ${claim}`)]
    : [`- The specification: ${gap.states}`];
  return [
    `## ${gap.id}`,
    "",
    `*${gap.kind}*, on ${describePlace(gap.node)}. Section “${gap.source}”.`,
    "",
    ...states,
    ...(gap.settled ? [`- Settled: ${gap.settled}`] : []),
    `- This contract: ${gap.reading}`,
    `- Question: ${gap.question}`,
    "",
  ];
}
