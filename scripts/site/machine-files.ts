/**
 * What machines read: `llms.txt`, a Markdown copy of every page, the map of the site, and the
 * downloads.
 */
import { isObject, type JsonObject, type OpenApiDocument, resolvePointer } from "../document.ts";
import { addressOf, operationAnchor, referencePage, schemaAnchor } from "./links.ts";
import { type PageHead, type PageSource } from "./pages.ts";
import { operationsOf } from "./reference-document.ts";
import { languages, type Sample } from "./samples.ts";

/** `llms.txt`: what the site is, and where each page is as Markdown. */
export function renderLlmsText(document: OpenApiDocument, pages: PageHead[]): string {
  return [
    `# ${document.info["title"]}`,
    "",
    `> ${document.info["summary"]} This site says only what the public document of the service says. What that document leaves open is named as a gap, never guessed.`,
    "",
    "## Pages",
    "",
    ...pages.map(({ name, title, description }) => `- [${title}](${name}.md): ${description}`),
    "",
    "## The contract",
    "",
    "- [openapi.yaml](openapi.yaml): the OpenAPI 3.1 document, with every gap as an `x-gap` entry",
    "- [openapi.json](openapi.json): the same as JSON",
    "- [questions.txt](questions.txt): the open questions to the provider",
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
export function renderMarkdownCopy({ title, body }: PageSource, samples: Sample[]): string {
  const withSamples = body.replace(/^```sample\n([^`]+?)\n```$/gm, (_, name: string) =>
    samplesNamed(samples, name.trim()).map(fence).join("\n\n"),
  );
  const linked = withSamples.replace(
    /\]\(((?:operation|schema|gap):[^)]+)\)/g,
    (_, reference: string) => `](${addressOf(reference)})`,
  );
  return `# ${title}\n\n${linked}`;
}

/** The reference as Markdown: what Redoc shows, for those who cannot run it. */
export function renderReferenceCopy(document: OpenApiDocument, samples: Sample[]): string {
  const { title, description } = document.info;
  const operations = operationsOf(document).flatMap((operation) => {
    const operationId = String(operation["operationId"]);
    return [
      `## ${operation["summary"]}`,
      `[\`${operationId}\`](${referencePage}#${operationAnchor(operationId)})`,
      String(operation["description"]),
      ...describeBodies(document, operation),
      ...samplesNamed(samples, operationId).map(fence),
    ];
  });
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    `## Schema ${name}`,
    `[\`${name}\`](${referencePage}#${schemaAnchor(name)})`,
    String(schema["description"] ?? ""),
    fence({ language: { name: "json" }, source: JSON.stringify(declarationOf(schema), null, 2) }),
  ]);
  return `${[`# ${title}`, String(description), ...operations, ...schemas].join("\n\n")}\n`;
}

/** What goes in and what comes out, with the gaps of both. */
function describeBodies(document: OpenApiDocument, operation: JsonObject): string[] {
  const { requestBody, responses } = operation;
  const bodies = Object.entries({ Request: requestBody ?? null, ...(responses as JsonObject) });
  return bodies
    .filter(([, body]) => isObject(body))
    .flatMap(([title, body]) => {
      const { $ref } = body as JsonObject;
      const node = typeof $ref === "string" ? resolvePointer(document, $ref) : (body as JsonObject);
      const heading = title === "Request" ? "Request body" : `Response \`${title}\``;
      return [`### ${heading}`, String(node["description"])];
    });
}

/** The samples of one name, in the order of the languages. */
export function samplesNamed(samples: Sample[], name: string): Sample[] {
  return languages.flatMap((language) =>
    samples.filter((sample) => sample.name === name && sample.language === language),
  );
}

function fence({ language, source }: { language: { name: string }; source: string }): string {
  return `\`\`\`${language.name}\n${source.trimEnd()}\n\`\`\``;
}

function declarationOf(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== "description" && !key.startsWith("x-")),
  );
}
