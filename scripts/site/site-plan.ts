/** Everything that is read before the site is rendered. */
import { type OpenApiDocument } from "../contract/document.ts";
import { type ClosedGap, collectClosedGaps, collectGaps, type Gap } from "../contract/gaps.ts";
import { buildNavigation } from "./navigation.ts";
import { type PageHead, type PageSource, readNavigation, readPage } from "./pages.ts";
import { operationsHead } from "./operations-page.ts";
import { referenceDocument } from "./reference-document.ts";
import { type Chapter, readChapters } from "./reference-model.ts";
import { registerHead } from "./register-page.ts";
import { readGuideSamples, type Sample, writeSamples } from "./samples.ts";
import { type ShellOptions } from "./shell.ts";

export const referenceHead: PageHead = {
  name: "reference",
  title: "Reference by Redoc",
  label: "All of it, by Redoc",
  description:
    "Every operation, field and response of the Video Generation Service in one interactive page, drawn by Redoc.",
};

/**
 * Redoc draws a part when it comes into view, so its page can be neither printed nor read without
 * scripts. This one can.
 */
export const printHead: PageHead = {
  name: "reference-print",
  title: "Reference on one page",
  label: "Reference on one page",
  description:
    "The whole reference of the Video Generation Service on one page, for printing and for browsers without scripts.",
};

/** Where the site is published unless `SITE_ADDRESS` says otherwise: the contract's placeholder. */
const placeholderAddress = "https://video-generation.example/";

export interface SitePlan {
  /** The contract. */
  document: OpenApiDocument;
  /** The copy of it that Redoc shows. */
  siteDocument: OpenApiDocument;
  /** A page for each operation and schema. */
  chapters: Chapter[];
  gaps: Gap[];
  closedGaps: ClosedGap[];
  samples: Sample[];
  /** The pages that are written as Markdown. */
  sources: PageSource[];
  /** The heads of all pages, in the order of the navigation. */
  heads: PageHead[];
  /** What the frame of every page is made of. */
  frame: Pick<ShellOptions, "navigation" | "publicAddress" | "siteTitle" | "version">;
}

/**
 * Reads the pages and samples of `docs/`, and derives the rest from the contract.
 *
 * @throws {UserError} when a page is missing or has no complete head
 */
export async function planSite(document: OpenApiDocument): Promise<SitePlan> {
  const [guides, groups] = await Promise.all([readGuideSamples(), readNavigation()]);
  const names = groups.flatMap(({ pages }) => pages);
  const made = new Map(
    [operationsHead, referenceHead, registerHead].map((head) => [head.name, head]),
  );
  const sources = await Promise.all(names.filter((name) => !made.has(name)).map(readPage));
  const all = new Map([...made, ...sources.map((source) => [source.name, source] as const)]);
  const heads = names.flatMap((name) => all.get(name) ?? []);
  const chapters = readChapters(document);
  const written = chapters.flatMap(({ operation, examples }) =>
    operation ? writeSamples(operation, examples[0]?.request) : [],
  );
  const samples = [...guides, ...written];
  return {
    document,
    siteDocument: referenceDocument(document, samples),
    chapters,
    gaps: collectGaps(document),
    closedGaps: collectClosedGaps(document),
    samples,
    sources,
    heads,
    frame: {
      navigation: buildNavigation(groups, heads, document),
      publicAddress: process.env["SITE_ADDRESS"] ?? placeholderAddress,
      siteTitle: String(document.info["title"]),
      version: String(document.info["version"]),
    },
  };
}
