/** A gap where it bites: one line to open in HTML, and a quotation in Markdown. */
import { type Gap, gapImpacts, gapKinds } from "../contract/gaps.ts";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { renderInline } from "./markdown.ts";

/**
 * Contradictions are open where a page first shows them: a reader has to choose between two claims.
 *
 * @param opened identifiers of those that the page has opened; added to
 */
export function renderGapNotes(gaps: Gap[], opened: Set<string>): string {
  if (gaps.length === 0) return "";
  const notes = gaps.map((gap) => {
    const isOpen = gap.kind === "contradiction" && !opened.has(gap.id);
    opened.add(gap.id);
    return renderGapNote(gap, isOpen);
  });
  return `<div class="gap-notes">${notes.join("")}</div>`;
}

function renderGapNote(gap: Gap, isOpen: boolean): string {
  const { id, kind, impact, states, settled, reading, question } = gap;
  const claims = Array.isArray(states)
    ? `<ul class="claims">${states.map(({ claim }) => `<li>${renderInline(claim)}</li>`).join("")}</ul>`
    : "";
  const relied = [settled, reading].filter(Boolean).join(" ");
  return `<details class="gap-note" data-kind="${kind}"${isOpen ? " open data-open" : ""}>
<summary><span class="kind kind-${kind}">${gapKinds[kind].label}</span> <span class="gap-name">${escapeHtml(nameOfGap(id))}</span> <span class="impact">${gapImpacts[impact].label}</span></summary>
${claims}<p>${renderInline(relied)}</p>
<p class="gap-question">Open question: ${renderInline(question)} <a href="${addressOf(`gap:${id}`)}">${escapeHtml(id)}</a></p>
</details>`;
}

/** `segment-time-units` as words. */
function nameOfGap(id: string): string {
  const words = id
    .replaceAll("-", " ")
    .replace(/\b(hp|url|xlsx|json)\b/g, (name) => name.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same as Markdown: all of it, because nothing opens there. */
export function writeGapNote({ id, kind, states, settled, reading }: Gap): string {
  return quote([
    `**Gap, ${gapKinds[kind].label.toLowerCase()}:** [${id}](gap:${id})`,
    listClaims(states),
    [settled, reading].filter(Boolean).join(" "),
  ]);
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

function quote(paragraphs: string[]): string {
  return paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}
