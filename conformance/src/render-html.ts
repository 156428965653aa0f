/** A result as one HTML file, without scripts and without anything from elsewhere. */
import { describeJob, firstProblem, groupNews, listUndecided, several, verdict } from "./table.ts";
import type { RunResult, WorkflowResult } from "./result.ts";

const style = `
:root { color-scheme: light dark; --good: #0a7d33; --bad: #c0232c; --dim: #666; --line: #8884; }
@media (prefers-color-scheme: dark) { :root { --good: #4cc978; --bad: #ff7b7b; --dim: #aaa; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--line); }
h1, p, li { overflow-wrap: anywhere; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
.held { color: var(--good); } .differs { color: var(--bad); } .untried { color: var(--dim); }
meter { width: 10rem; max-width: 100%; }
details { margin: 0.3rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; }
/* On a phone each row is a block: its cells stand below each other. */
@media (max-width: 40rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; width: auto; }
  tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  td { border: 0; padding: 0.1rem 0; overflow-wrap: anywhere; }
  td.number { text-align: left; }
}`;

export function renderHtml(result: RunResult): string {
  const { service, contract, startedAt, durationMs, workflows, news, coverage, jobs } = result;
  const disagreements = workflows.flatMap((workflow) => workflow.disagreements);
  const outcome = disagreements.length > 0 ? "differs" : "held";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escapeMarkup(service)}</title>
<style>${style}</style>
<main>
<h1>Conformance of ${escapeMarkup(service)}</h1>
<p class="${outcome}"><strong>${escapeMarkup(verdict(workflows))}</strong></p>
<p>Contract ${escapeMarkup(contract)}, ${escapeMarkup(startedAt)}, ${(durationMs / 1000).toFixed(1)} s. No value of a response is in this file.</p>
${section(
  "Disagreements",
  disagreements.map(
    ({ purpose, operation, place, problem, curl }) =>
      `<code>${escapeMarkup(`${operation} ${place}`)}</code>: ${escapeMarkup(problem)} <small>(${escapeMarkup(purpose)})</small><details><summary>Repeat it</summary><pre>${escapeMarkup(curl)}</pre></details>`,
  ),
)}
${section("Could not be looked at", listUndecided(result).map(escapeMarkup))}
<h2>What held</h2>
<table>
<thead><tr><th>Workflow<th>Outcome<th>What held, or why not<th>Calls<th>Time</thead>
<tbody>
${workflows.map(workflowRow).join("\n")}
</tbody>
</table>
${section("Seen where the contract is silent", groupNews(news).map(escapeMarkup))}
${section("Jobs created, to be read again with --job", jobs.map(describeJob).map(escapeMarkup))}
<h2>How much of the contract was reached</h2>
<table>
<thead><tr><th>What<th>Reached<th><th>Not reached</thead>
<tbody>
${coverage.map(({ what, reached, total, missing }) => `<tr><td>${escapeMarkup(what)}<td class="number">${reached} of ${total}<td><meter max="${total}" value="${reached}" aria-label="${escapeMarkup(what)}"></meter><td>${missingNames(missing)}`).join("\n")}
</tbody>
</table>
</main>
</html>
`;
}

function workflowRow(workflow: WorkflowResult): string {
  const { title, outcome, because, held, disagreements, calls, durationMs } = workflow;
  const kind = outcome === "held" || outcome === "differs" ? outcome : "untried";
  const facts = because ?? firstProblem(disagreements) ?? held.join("; ");
  return `<tr><td>${escapeMarkup(title)}<td class="${kind}">${outcome}<td>${escapeMarkup(facts)}<td class="number">${several(calls, "call")}<td class="number">${durationMs} ms`;
}

function section(title: string, items: string[]): string {
  if (items.length === 0) return "";
  return `<h2>${title}</h2>\n<ul>\n${items.map((item) => `<li>${item}`).join("\n")}\n</ul>`;
}

function missingNames(missing: string[]): string {
  if (missing.length === 0) return "";
  const names = missing.map(escapeMarkup).join(", ");
  return missing.length <= 4
    ? names
    : `<details><summary>${missing.length}</summary>${names}</details>`;
}

// oxlint-disable-next-line no-control-regex -- these are the ones that XML allows nowhere, not even escaped
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Makes a text safe in HTML and XML, in a value of an attribute too. Control characters, which XML
 * has no way to write, go.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(unwritable, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
