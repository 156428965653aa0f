/** What machines read: `llms.txt` and the map of the site. */
import type { OpenApiDocument } from "openapi-gaps/document";
import { type PageHead } from "./pages.ts";

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
    `> ${document.info["summary"]} This site says only what the interface specification says. What the specification leaves open is listed as an open question, never guessed.`,
    "",
    "## Pages",
    "",
    ...list(pages),
    "",
    "## Operations",
    "",
    ...list(chapters),
    "",
    "## The contract",
    "",
    "- [openapi.yaml](openapi.yaml): the OpenAPI 3.1 document, with every gap as an `x-gap` entry",
    "- [openapi.json](openapi.json): the same as JSON",
    "- [openapi.portable.yaml](openapi.portable.yaml): OpenAPI 3.0.3 for tools that cannot read the contract",
    "- [questions.md](questions.md): the open questions, as a letter to the service owner",
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
