/**
 * The pages of operations and schemas: what is said on the left, request and answer on the right.
 * Everything is there without scripts.
 */
import { type Json } from "../contract/document.ts";
import { type ExamplePair } from "./example-pairs.ts";
import { renderGapNotes } from "./gap-notes.ts";
import { escapeHtml } from "./html.ts";
import { renderCode, renderHeading, renderInline, renderText } from "./markdown.ts";
import { renderRun, renderTabs } from "./page-parts.ts";
import { type Chapter, type Field, type Part } from "./reference-model.ts";
import { writeSamples } from "./samples.ts";

export function renderChapter(chapter: Chapter, chapters: Chapter[]): string {
  const { title, operation, subtitle, description, gaps, parts } = chapter;
  const opened = new Set<string>();
  const place = operation ? escapeHtml(operation.tag) : "Schemas";
  return `<div class="columns">
<div class="told">
<p class="crumbs"><a href="operations.html">Operations and schemas</a> / ${place}</p>
<h1>${escapeHtml(title)}</h1>
${operation ? renderEndpoint(operation) : `<p class="subtitle">${renderInline(subtitle)}</p>`}
${renderText(description)}
${renderGapNotes(gaps, opened)}
${hasGaps(chapter) ? '<p><button type="button" class="gaps-switch needs-script" aria-pressed="false">Open all notes on gaps</button></p>' : ""}
${parts.map((part) => renderPart(part, opened)).join("\n")}
</div>
<div class="shown">
${renderExamples(chapter, chapters)}
</div>
</div>`;
}

/** A badge for the method, and the path. */
export function renderEndpoint({
  method,
  path,
}: Pick<NonNullable<Chapter["operation"]>, "method" | "path">): string {
  return `<p class="endpoint"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path).replaceAll("/", "/<wbr>")}</code></p>`;
}

function hasGaps({ gaps, parts }: Pick<Chapter, "gaps" | "parts">): boolean {
  const inFields = (fields: Field[]): boolean =>
    fields.some((field) => field.gaps.length > 0 || inFields(field.fields));
  return gaps.length > 0 || parts.some((part) => part.gaps.length > 0 || inFields(part.fields));
}

function renderPart(part: Part, opened: Set<string>): string {
  const { anchor, title, description, gaps, fields } = part;
  return `<section>
${renderHeading(2, title, anchor)}
${renderText(description)}
${renderGapNotes(gaps, opened)}
${renderFields(fields, opened)}
</section>`;
}

function renderFields(fields: Field[], opened: Set<string>): string {
  if (fields.length === 0) return "";
  return `<ul class="fields">\n${fields.map((field) => renderField(field, opened)).join("\n")}\n</ul>`;
}

function renderField(field: Field, opened: Set<string>): string {
  const { anchor, name, role, type, description, gaps, fields } = field;
  const isChoice = type === "";
  const title = isChoice
    ? `<span class="role">${role}</span> ${renderInline(`[${name}](schema:${name})`)}`
    : `<a class="field-name" href="#${anchor}"><code>${escapeHtml(name)}</code></a> <span class="type">${renderInline(type)}</span> <span class="role role-${role}">${role}</span>`;
  return `<li id="${escapeHtml(anchor)}"><p class="field-head">${title}</p>
${renderText(description)}${renderGapNotes(gaps, opened)}${renderFields(fields, opened)}</li>`;
}

function renderExamples(chapter: Chapter, chapters: Chapter[]): string {
  const { operation, examples } = chapter;
  if (!operation) {
    const [example] = examples;
    return example?.response === undefined
      ? ""
      : `<h2 class="aside-title">Example</h2>\n${renderCode(toText(example.response), "json")}`;
  }
  const options = examples.map(
    ({ name, summary }) => `<option value="${escapeHtml(name)}">${escapeHtml(summary)}</option>`,
  );
  const picker =
    options.length > 1
      ? `<label class="picker needs-script">Example <select name="example">${options.join("")}</select></label>`
      : "";
  const ids = examples.length > 0 ? examples : [{ name: "request", summary: "" }];
  return `<div class="aside-head"><h2 class="aside-title">Request</h2>${picker}</div>
${renderCode(environmentOf(operation.path), "bash")}
${ids.map((example, at) => renderRequest(operation, example, at)).join("\n")}
${renderRun(chapter, chapters)}
<h2 class="aside-title">Answer</h2>
${examples.map(renderAnswer).join("\n")}`;
}

function renderRequest(
  operation: NonNullable<Chapter["operation"]>,
  { name, request }: ExamplePair,
  at: number,
): string {
  return `<div class="example" data-example="${escapeHtml(name)}">${renderTabs(writeSamples(operation, request), `request-${at + 1}`)}</div>`;
}

function renderAnswer({ name, response }: ExamplePair): string {
  if (response === undefined) return "";
  return `<div class="example" data-example="${escapeHtml(name)}">${renderCode(toText(response), "json")}</div>`;
}

/** The variables that the samples read. */
function environmentOf(path: string): string {
  const own = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]) => ` ${name.toUpperCase()}="the ${name} of your job"`,
  );
  return `export BASE_URL="{{address}}" API_TOKEN="{{token}}"${own.join("")}`;
}

function toText(value: Json): string {
  return JSON.stringify(value, null, 2);
}
