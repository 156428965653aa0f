/** The page that the reference begins with: all operations, what concerns them all, and the schemas. */
import { collectGaps } from "../contract/gaps.ts";
import { type OpenApiDocument } from "../contract/document.ts";
import { renderGapNotes } from "./gap-notes.ts";
import { escapeHtml } from "./html.ts";
import { renderHeading, renderText } from "./markdown.ts";
import { type PageHead } from "./pages.ts";
import { renderEndpoint } from "./reference-html.ts";
import { type Chapter, generalGaps, textOf } from "./reference-model.ts";

export const operationsHead: PageHead = {
  name: "operations",
  title: "Operations and schemas",
  label: "Operations and schemas",
  description:
    "The operations of the Video Generation Service in one table, what concerns all of them, and every schema.",
};

export function renderOperationsPage(document: OpenApiDocument, chapters: Chapter[]): string {
  const rows = chapters.flatMap(({ name, title, operation }) =>
    operation
      ? [
          `<tr><td><a href="${name}.html">${escapeHtml(title)}</a></td><td>${renderEndpoint(operation)}</td></tr>`,
        ]
      : [],
  );
  const schemas = chapters.flatMap(({ name, title, operation }) =>
    operation ? [] : [`<li><a href="${name}.html">${escapeHtml(title)}</a></li>`],
  );
  const [introduction = ""] = textOf(document.info["description"]).split("\n## ");
  return `<h1>${operationsHead.title}</h1>
<div class="table"><table class="operations">
<thead><tr><th scope="col">Operation</th><th scope="col">Request</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>
${renderText(introduction)}
${renderHeading(2, "What concerns every operation", "what-concerns-every-operation")}
${renderGapNotes(generalGaps(collectGaps(document)), new Set())}
${renderHeading(2, "Schemas", "schemas")}
<ul class="schemas">${schemas.join("")}</ul>`;
}
