/** The notes on gaps at one place, in HTML: one line that opens. */
import { type Gap, gapImpacts } from "openapi-gaps";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { renderInline } from "./markdown.ts";

/** One note shows its title; several show how many they are, and how many of them may cost. */
export function renderGapNotes(gaps: Gap[]): string {
  const [first] = gaps;
  if (!first) return "";
  return `<details class="gap-note">
<summary>${gaps.length === 1 ? titleWithImpact(first) : summarize(gaps)}</summary>
${gaps.map((gap) => renderNote(gap, gaps.length > 1)).join("\n")}
</details>`;
}

/** "3 notes, 2 may cost money or data". */
function summarize(gaps: Gap[]): string {
  const costly = gaps.filter(({ impact }) => impact === "costs-money-or-data").length;
  return `<b>${gaps.length} notes</b>${costly > 0 ? `, ${costly} may cost money or data` : ""}`;
}

function titleWithImpact({ id, impact }: Gap): string {
  return `<b>${escapeHtml(titleOfGap(id))}</b> <small>${gapImpacts[impact].label}</small>`;
}

function renderNote(gap: Gap, hasTitle: boolean): string {
  const { id, states, settled, reading } = gap;
  const claims = Array.isArray(states)
    ? `<ul class="claims">${states.map(({ claim }) => `<li>${renderInline(claim)}</li>`).join("")}</ul>`
    : "";
  const advice = [settled, reading].filter(Boolean).join(" ");
  return `${hasTitle ? `<p>${titleWithImpact(gap)}</p>\n` : ""}${claims}<p>${renderInline(advice)} <a href="${addressOf(`gap:${id}`)}">${escapeHtml(id)}</a></p>`;
}

/** `segment-time-units` as words. */
export function titleOfGap(id: string): string {
  const words = id
    .replaceAll("-", " ")
    .replace(/\b(hp|id|url|xlsx|json)\b/g, (name) => name.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
