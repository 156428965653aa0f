/** A gap where it bites, in HTML: one line to open. */
import type { Gap } from "../../gaps/src/notes/gaps.ts";
import { textOf } from "../../gaps/src/notes/text.ts";
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
  const { id, kind, question } = gap;
  const text = textOf(gap);
  const mark = kind === "contradiction" ? ' data-kind="contradiction"' : "";
  const address = addressOf(`gap:${id}`);
  const label = `<b>${text.kind}</b>`;
  const name = escapeHtml(nameOfGap(id));
  const effect = `<small>${text.impact}</small>`;
  if (isRepeated)
    return `<p class="gap-note"${mark}>${label} <a href="${address}">${name}</a> ${effect}</p>`;
  const claims =
    text.claims.length > 0
      ? `<ul class="claims">${text.claims.map((claim) => `<li>${renderInline(claim)}</li>`).join("")}</ul>`
      : "";
  return `<details class="gap-note"${mark && `${mark} open data-open`}>
<summary>${label} ${name} ${effect}</summary>
${claims}<p>${renderInline(text.advice)}</p>
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
