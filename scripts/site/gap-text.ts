/** A gap where it bites, in Markdown. */
import { type Gap, gapKinds } from "../../gaps/src/notes/gaps.ts";
import { calloutOf, quote } from "../../gaps/src/notes/text.ts";
import { addressOf } from "./links.ts";

/** All of what is known of a gap, because nothing opens in Markdown. */
export function writeGapNote(gap: Gap): string {
  return calloutOf(gap, `[${gap.id}](gap:${gap.id})`);
}

/** A line for each kind of gap, as Markdown with addresses. Contradictions also name their claims. */
export function summarizeGaps(gaps: Gap[]): string {
  const linkTo = ({ id }: Gap) => `[${id}](${addressOf(`gap:${id}`)})`;
  const [clashes, others] = [true, false].map((isClash) =>
    gaps.filter(({ kind }) => (kind === "contradiction") === isClash),
  ) as [Gap[], Gap[]];
  const kinds = Object.entries(Object.groupBy(others, ({ kind }) => gapKinds[kind].label));
  return [
    ...clashes.map((gap) =>
      quote([`**${gapKinds[gap.kind].label}:** ${linkTo(gap)}`, listClaims(gap.states)]),
    ),
    kinds.map(([label, list = []]) => `*${label}:* ${list.map(linkTo).join(", ")}.`).join(" "),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function listClaims(states: Gap["states"]): string {
  return Array.isArray(states) ? states.map(({ claim }) => `- ${claim}`).join("\n") : "";
}
