/** How gaps are shown: the notes beside a field, and the page of open questions. */
import {
  type ClosedGap,
  describeClosing,
  type Gap,
  type GapImpact,
  gapImpacts,
  rankGaps,
  textOf,
} from "openapi-gaps";
import { describePlace } from "openapi-gaps/document";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { renderInline } from "./markdown.ts";
import type { PageHead } from "./pages.ts";

export const registerHead: PageHead = {
  name: "gaps",
  title: "Open questions",
  label: "Open questions",
  description:
    "Every question that the interface specification leaves open, what to do until it is answered, and what the specification does say.",
};

/**
 * The content of the page, the gaps with the largest impact first.
 *
 * @param schemas where each schema is shown
 */
export function renderRegisterPage(
  gaps: Gap[],
  closed: ClosedGap[],
  schemas: Map<string, string>,
): string {
  return `<h1>${registerHead.title}</h1>
${gaps.length > 0 ? renderOpen(gaps, schemas) : "<p>Every question about the service has been answered.</p>"}
${closed.length > 0 ? `<h2 id="closed">Closed</h2>\n${closed.map(renderClosed).join("\n")}\n` : ""}`;
}

/** The groups of the page, for its table of contents. */
export function contentsOfRegister(gaps: Gap[]): { anchor: string; title: string }[] {
  return Object.entries(Object.groupBy(rankGaps(gaps), ({ impact }) => impact)).map(
    ([anchor, members]) => ({
      anchor,
      title: `${gapImpacts[anchor as GapImpact].label} (${members.length})`,
    }),
  );
}

function renderOpen(gaps: Gap[], schemas: Map<string, string>): string {
  return `<p>The interface specification leaves ${gaps.length} questions open. Each entry says what to do until the question is answered, and what the specification does say. The service owner can answer them: <a href="${addressOf("owner.md")}">For the service owner</a>.</p>
${Object.entries(Object.groupBy(rankGaps(gaps), ({ impact }) => impact))
  .map(
    ([impact, members]) => `<h2 id="${impact}">${gapImpacts[impact as GapImpact].label}</h2>
${members.map((gap) => renderGap(gap, schemas)).join("\n")}`,
  )
  .join("\n")}`;
}

/** A link to the gap leads here from now on. */
function renderClosed(gap: ClosedGap): string {
  return `<article class="closed-gap" id="${gap.id}">
<h3><a href="#${gap.id}">${escapeHtml(titleOfGap(gap.id))}</a></h3>
<p>${renderInline(gap.question ?? "")}</p>
<p>${escapeHtml(describeClosing(gap))}, on ${renderInline(describePlace(gap.node))}: ${renderInline(gap.evidence)}</p>
</article>`;
}

/** The anchor stands inside of what is closed: a browser then opens it for a link. */
function renderGap(gap: Gap, schemas: Map<string, string>): string {
  return `<details class="gap">
<summary>${renderImpact(gap)}<h3>${escapeHtml(titleOfGap(gap.id))}</h3> <small>${renderInline(gap.question)}</small></summary>
<p id="${gap.id}"><b>Until then:</b> ${renderInline(textOf(gap).advice)}</p>
${renderStates(gap)}
<p><code>${gap.id}</code>${renderPlace(gap, schemas)}, § ${escapeHtml(gap.source)}</p>
</details>`;
}

function renderPlace({ node }: Gap, schemas: Map<string, string>): string {
  if (node.startsWith("#/info")) return "";
  const [, schema = ""] = /^#\/components\/schemas\/([^/]+)/.exec(node) ?? [];
  const address = schemas.get(schema);
  const words = renderInline(describePlace(node));
  return address ? `, <a href="${address}">${words}</a>` : `, ${words}`;
}

/** What the specification does say. A contradiction is two claims. */
function renderStates({ states }: Gap): string {
  if (typeof states === "string") return `<p>${renderInline(states)}</p>`;
  const claims = states.map(({ claim, sample }) => {
    const value =
      sample === undefined
        ? ""
        : `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(sample, null, 2))}</code></pre>`;
    return `<li>${renderInline(claim)}${value}</li>`;
  });
  return `<p>The specification contradicts itself:</p>\n<ol class="claims">${claims.join("")}</ol>`;
}

/** One note or two show their titles; several show how many they are, and how many of them may cost. */
export function renderGapNotes(gaps: Gap[]): string {
  const [worst] = rankGaps(gaps);
  if (!worst) return "";
  const costly = gaps.filter(({ impact }) => impact === "costs-money-or-data").length;
  const counted = `<b>${gaps.length} notes</b>${costly > 0 ? `, ${costly} may cost money or data` : ""}`;
  const titles = gaps.map(({ id }) => `<b>${escapeHtml(titleOfGap(id))}</b>`).join(" · ");
  return `<details class="gap-note${costly > 0 ? " costs" : ""}">
<summary>${renderImpact(worst)}${gaps.length > 2 ? counted : titles}</summary>
${gaps.map((gap) => renderNote(gap, gaps.length > 1)).join("\n")}
</details>`;
}

/** What the owner has said, folded where it would push the fields that it is about off the first screen. */
export function foldAnswers(html: string, count: number): string {
  return count > 2
    ? `<details class="gap-note">\n<summary><b>${count} answers of the owner</b></summary>\n${html}</details>`
    : html;
}

/** Four bars, of which as many are filled as a wrong guess weighs. */
function renderImpact({ impact }: Gap): string {
  return `<span class="impact ${impact}" role="img" aria-label="${gapImpacts[impact].label}." title="${gapImpacts[impact].label}"><i></i><i></i><i></i><i></i></span>`;
}

function renderNote(gap: Gap, hasTitle: boolean): string {
  const { id, states, settled, reading } = gap;
  const claims = Array.isArray(states)
    ? `<ul class="claims">${states.map(({ claim }) => `<li>${renderInline(claim)}</li>`).join("")}</ul>`
    : "";
  const advice = [settled, reading].filter(Boolean).join(" ");
  return `${hasTitle ? `<p>${renderImpact(gap)}<b>${escapeHtml(titleOfGap(id))}</b></p>\n` : ""}${claims}<p>${renderInline(advice)} <a href="${addressOf(`gap:${id}`)}"><code>${id}</code></a></p>`;
}

/** `segment-time-units` as words. */
export function titleOfGap(id: string): string {
  const words = id
    .replaceAll("-", " ")
    .replace(/\b(hp|id|url|xlsx|json)\b/g, (name) => name.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
