/** A gap where it bites: one line to open in HTML, and a quotation in Markdown. */
import { type Gap, gapImpacts, gapKinds } from "../contract/gaps.ts";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { renderInline } from "./markdown.ts";

/**
 * What a page has said once is one line that leads to the register. Contradictions are open: a reader has
 * to choose between two claims.
 *
 * @param shown identifiers of the gaps that the page has shown; added to
 */
export function renderGapNotes(gaps: Gap[], shown: Set<string>): string {
  const notes = gaps.map((gap) => {
    const note = renderGapNote(gap, shown.has(gap.id));
    shown.add(gap.id);
    return note;
  });
  return notes.join("");
}

function renderGapNote(gap: Gap, isRepeated: boolean): string {
  const { id, kind, impact, states, settled, reading, question } = gap;
  const mark = kind === "contradiction" ? ' data-kind="contradiction"' : "";
  const address = addressOf(`gap:${id}`);
  const label = `<b>${gapKinds[kind].label}</b>`;
  const name = escapeHtml(nameOfGap(id));
  const effect = `<small>${gapImpacts[impact].label}</small>`;
  if (isRepeated)
    return `<p class="gap-note"${mark}>${label} <a href="${address}">${name}</a> ${effect}</p>`;
  const claims = Array.isArray(states)
    ? `<ul class="claims">${states.map(({ claim }) => `<li>${renderInline(claim)}</li>`).join("")}</ul>`
    : "";
  const relied = [settled, reading].filter(Boolean).join(" ");
  return `<details class="gap-note"${mark && `${mark} open data-open`}>
<summary>${label} ${name} ${effect}</summary>
${claims}<p>${renderInline(relied)}</p>
<p>Open question: ${renderInline(question)} <a href="${address}">${escapeHtml(id)}</a></p>
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
