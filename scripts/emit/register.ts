/** The gap register as a page: every gap, and the questions that would close them. */
import { unescapeSegment } from "../../rules/support/reference.js";
import { countByKind, type Gap } from "../contract/gaps.ts";

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
  const meanings = {
    "not-shown": "the specification does not say",
    contradiction: "it says two things",
    ambiguity: "it can be read in several ways",
    inferred: "it suggests, but does not state, what the contract encodes",
  };
  const counts = countByKind(gaps);
  const rows = Object.entries(meanings).map(
    ([kind, meaning]) => `| ${kind} | ${meaning} | ${counts[kind as Gap["kind"]]} |`,
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

/** A pointer into the bundle in a reader's words. */
export function describePlace(pointer: string): string {
  const keys = pointer.slice(2).split("/");
  const name = (index: number) => `\`${unescapeSegment(keys[index] ?? "")}\``;
  if (keys[0] === "info") return "the whole interface";
  if (keys[0] === "servers") return "the base address";
  if (keys[0] === "paths")
    return keys[2] ? `\`${keys[2].toUpperCase()}\` ${name(1)}` : `path ${name(1)}`;
  if (keys[1] === "securitySchemes") return "the access token";
  if (keys[1] === "responses") return "every response that is not a success";
  if (keys[3] === "properties") return `field ${name(4)} of ${name(2)}`;
  if (keys[1] === "examples") return `example ${name(2)}`;
  return `schema ${name(2)}`;
}
