/**
 * The chapters of the reference as HTML: for the one-page reference, and for links that lead into
 * the reference.
 */
import { referencePage } from "./links.ts";
import { renderMarkdown } from "./markdown.ts";
import { createFenceRenderer } from "./page-parts.ts";
import { type Chapter } from "./reference-chapters.ts";
import { showScript } from "./reference-page.ts";
import { type Sample } from "./samples.ts";

/** One section for each chapter, with its anchor. */
export function renderChapters(chapters: Chapter[], samples: Sample[]): string {
  const file = "reference.md";
  // Every operation has its samples: the build has checked that.
  const renderFence = createFenceRenderer(samples, file, []);
  return chapters
    .map(({ anchor, markdown }) => {
      const { html } = renderMarkdown(markdown, { file, renderFence, headingAnchors: false });
      return `<section class="chapter" id="${anchor}">\n${html}</section>`;
    })
    .join("\n");
}

/** The chapters for a page that shows one of them at a time. */
export function renderHiddenChapters(chapters: string): string {
  const hidden = chapters.replaceAll('<section class="chapter"', "$& hidden");
  return `<div id="chapters" class="article">
<p class="chapter-bar"><a href="${referencePage}">Reference</a> <button type="button" class="needs-script">Open the interactive reference</button></p>
${hidden}
</div>
${showScript}`;
}

/** The chapters for a page that has them all: links between them stay on it. */
export function renderOpenChapters(chapters: string): string {
  return chapters.replaceAll(`href="${referencePage}#`, 'href="#');
}
