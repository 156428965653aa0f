/**
 * What machines read: `llms.txt`, a Markdown copy of every page, the map of the site, and the
 * downloads.
 */
import { collectGaps } from "../contract/gaps.ts";
import { type OpenApiDocument } from "../contract/document.ts";
import { fillText } from "./fill.ts";
import { addressOf } from "./links.ts";
import { type PageHead, type PageSource } from "./pages.ts";
import { writeGapNote } from "./gap-notes.ts";
import { writeChapter } from "./reference-markdown.ts";
import { type Chapter, generalGaps, textOf } from "./reference-model.ts";
import { type Sample } from "./samples.ts";

/** `llms.txt`: what the site is, and where each page is as Markdown. */
export function renderLlmsText(
  document: OpenApiDocument,
  pages: PageHead[],
  chapters: PageHead[],
): string {
  const list = (heads: PageHead[]) =>
    heads.map(({ name, title, description }) => `- [${title}](${name}.md): ${description}`);
  return [
    `# ${document.info["title"]}`,
    "",
    `> ${document.info["summary"]} This site says only what the public document of the service says. What that document leaves open is named as a gap, never guessed.`,
    "",
    "## Pages",
    "",
    ...list(pages),
    "",
    "## Operations and schemas",
    "",
    ...list(chapters),
    "",
    "## The contract",
    "",
    "- [openapi.yaml](openapi.yaml): the OpenAPI 3.1 document, with every gap as an `x-gap` entry",
    "- [openapi.json](openapi.json): the same as JSON",
    "- [openapi.portable.json](openapi.portable.json): OpenAPI 3.0.3 for tools that cannot read the contract",
    "- [questions.md](questions.md): the open questions, as a letter to the owner of the service",
    "",
  ].join("\n");
}

/** `sitemap.xml`. Its addresses have to be absolute. */
export function renderSitemap(publicAddress: string, pages: PageHead[]): string {
  const entries = pages.map(
    ({ name }) =>
      `  <url><loc>${publicAddress}${name === "index" ? "" : `${name}.html`}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}

/**
 * A page as Markdown for readers of Markdown: links lead to the site, and samples stand where they
 * belong.
 */
export function renderMarkdownCopy(
  { title, body }: Pick<PageSource, "title" | "body">,
  samples: Sample[],
): string {
  const withSamples = body.replace(/^```sample\n([^`]+?)\n```$/gm, (_, name: string) =>
    samples
      .filter((sample) => sample.name === name.trim())
      .map(fence)
      .join("\n\n"),
  );
  const linked = withSamples.replace(
    /\]\(((?:operation|schema|gap):[^)]+)\)/g,
    (_, reference: string) => `](${addressOf(reference)})`,
  );
  return `# ${title}\n\n${fillText(linked.replace(/^```(run|target)\n[^`]*```\n*/gm, ""))}`;
}

/** The reference as Markdown: what Redoc shows, for those who cannot run it. */
export function renderReferenceCopy(
  document: OpenApiDocument,
  chapters: Chapter[],
  samples: Sample[],
): string {
  const { info } = document;
  const body = [
    textOf(info["description"]).split("\n## ")[0] ?? "",
    ...generalGaps(collectGaps(document)).map(writeGapNote),
    ...chapters.map(
      (chapter) => `## ${chapter.title}\n\n${writeChapter(chapter).replace(/^## /gm, "### ")}`,
    ),
  ];
  return renderMarkdownCopy(
    { title: String(info["title"]), body: `${body.join("\n\n")}\n` },
    samples,
  );
}

function fence({ language, source }: Sample): string {
  return `\`\`\`${language.name}\n${source.trimEnd()}\n\`\`\``;
}
