/**
 * The page "What is not documented": every gap, what it means for a consumer, and the question
 * that would close it.
 */
import { describePlace } from "../../gaps/src/document/describe-place.ts";
import {
  type ClosedGap,
  countByImpact,
  countByKind,
  describeClosing,
  type Gap,
  gapImpacts,
  gapKinds,
  rankGaps,
} from "../../gaps/src/notes/gaps.ts";
import { textOf } from "../../gaps/src/notes/text.ts";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { renderInline, type Section } from "./markdown.ts";
import { registerHead } from "./site-plan.ts";

/** The content of the page, the gaps with the largest impact first. */
export function renderRegisterPage(gaps: Gap[], closed: ClosedGap[]): string {
  return `<h1>${registerHead.title}</h1>
${gaps.length > 0 ? renderOpen(gaps) : "<p>Every place where the public document of the service was silent, unclear, or contradicted itself is settled.</p>"}
${closed.length > 0 ? `<h2 id="closed-by-evidence">Closed by evidence</h2>\n${closed.map(renderClosed).join("\n")}\n` : ""}`;
}

function renderOpen(gaps: Gap[]): string {
  const operations = new Set(gaps.flatMap((gap) => gap.operations));
  return `<p>The service has one public document. These are the ${gaps.length} places where it is silent, unclear, or contradicts itself, the largest impact first. Each entry says what the document does state, what this contract makes of it, and which question to the provider would settle it.</p>
<p>You own the service? All questions as one letter: <a href="questions.md" download>questions.md</a>. <a href="${addressOf("answers.md")}">How to answer them</a> is a page of its own.</p>
${renderFilter(gaps, operations)}
<p id="gap-count" role="status">${gaps.length} gaps</p>
${rankGaps(gaps)
  .map((gap) => renderGap(gap, operations.size))
  .join("\n")}`;
}

/** A link to the gap leads here from now on. */
function renderClosed(gap: ClosedGap): string {
  return `<article class="closed-gap" id="${gap.id}">
<h3><a href="#${gap.id}">${gap.id}</a></h3>
<p>${escapeHtml(describeClosing(gap))}, on ${renderInline(describePlace(gap.node))}: ${renderInline(gap.evidence)}</p>
</article>`;
}

function renderFilter(gaps: Gap[], operations: Set<string>): string {
  const names = [...operations].map((name) => `<option>${escapeHtml(name)}</option>`);
  return `<form class="filter needs-script">
<label>Impact <select name="impact"><option value="">Every impact</option>${renderOptions(gapImpacts, countByImpact(gaps))}</select></label>
<label>Kind <select name="kind"><option value="">All kinds</option>${renderOptions(gapKinds, countByKind(gaps))}</select></label>
<label>Operation <select name="operation"><option value="">All operations</option>${names.join("")}</select></label>
<button type="reset">Show all</button>
</form>`;
}

function renderOptions<Name extends string>(
  names: Record<Name, { label: string }>,
  counts: Record<Name, number>,
): string {
  return Object.entries<{ label: string }>(names)
    .map(
      ([name, { label }]) => `<option value="${name}">${label} (${counts[name as Name]})</option>`,
    )
    .join("");
}

function renderGap(gap: Gap, operationCount: number): string {
  const place = placeAddress(gap.node);
  const words = renderInline(describePlace(gap.node));
  const concerned =
    gap.operations.length === operationCount
      ? `<a href="${addressOf("operations.md")}">every operation</a>`
      : gap.operations
          .map(
            (name) =>
              `<a href="${addressOf(`operation:${name}`)}"><code>${escapeHtml(name)}</code></a>`,
          )
          .join(", ");
  return `<article class="gap" id="${gap.id}" data-kind="${gap.kind}" data-impact="${gap.impact}" data-operations="${gap.operations.join(" ")}">
<h2><a href="#${gap.id}">${gap.id}</a> <b>${gapKinds[gap.kind].label}</b> <small>${gapImpacts[gap.impact].label}</small></h2>
<p class="place">On ${place ? `<a href="${place}">${words}</a>` : words}. Section “${escapeHtml(gap.source)}” of the document${gap.origin === "stated" ? ", which says so itself" : ""}.</p>
<dl>
<dt>The document says</dt><dd>${renderStates(gap.states)}</dd>
${gap.settled ? `<dt>Settled by it</dt><dd>${renderInline(gap.settled)}</dd>\n` : ""}<dt>Rely on</dt><dd>${renderInline(gap.reading)}</dd>
<dt>Question</dt><dd>${renderInline(gap.question)}</dd>
<dt>Answer</dt><dd>${escapeHtml(textOf(gap).answeredBy)}</dd>
${concerned && `<dt>Concerns</dt><dd>${concerned}</dd>`}
</dl>
</article>`;
}

/** A contradiction is two claims; a reader compares them side by side. */
function renderStates(states: Gap["states"]): string {
  if (typeof states === "string") return renderInline(states);
  const claims = states.map(({ claim, sample }) => {
    const value =
      sample === undefined
        ? ""
        : `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(sample, null, 2))}</code></pre>`;
    return `<li>${renderInline(claim)}${value}</li>`;
  });
  return `<ol class="claims">${claims.join("")}</ol>`;
}

/** Where the reference shows the node of a gap, if it has an anchor of its own. */
function placeAddress(node: string): string | undefined {
  const schema = /^#\/components\/schemas\/([^/]+)/.exec(node)?.[1];
  return schema && addressOf(`schema:${schema}`);
}

/** What search finds on the page. */
export function registerSections(gaps: Gap[]): Section[] {
  return gaps.map(({ id, reading, question }) => ({
    anchor: id,
    level: 3,
    title: id,
    text: `${reading} ${question}`.replaceAll("`", ""),
  }));
}
