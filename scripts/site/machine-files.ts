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
    "Three rules for agents:",
    "",
    "1. Never repeat a create request that may have arrived: a second one may start a second job. No way to make it safe is documented.",
    "2. What the emulator does beyond the contract is invented. [assumptions.md](assumptions.md) lists it; do not rely on it with the real service.",
    "3. Where the specification is silent, the field or the operation has an `x-gap` entry with advice: follow it, and do not guess. [gaps.json](gaps.json) lists all of them.",
    "",
    "To call the service as an MCP server: `video-generation mcp`. It reads unless it is started with `--allow-create`; [command.md](command.md) says how to install it.",
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
    "- [reference.md](reference.md): every operation, field and response in one file",
    "- [gaps.json](gaps.json): every gap with its kind, impact, place, advice and question",
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
