/** Everything that is read before the site is rendered. */
import { type OpenApiDocument } from "../contract/document.ts";
import { collectGaps, type Gap } from "../contract/gaps.ts";
import { buildNavigation } from "./navigation.ts";
import { type PageHead, type PageSource, readNavigation, readPage } from "./pages.ts";
import { type Chapter, writeChapters } from "./reference-chapters.ts";
import { referenceDocument } from "./reference-document.ts";
import { registerHead } from "./register-page.ts";
import { readSamples, type Sample } from "./samples.ts";
import { type ShellOptions } from "./shell.ts";

export const referenceHead: PageHead = {
  name: "reference",
  title: "Reference",
  label: "Operations and schemas",
  description:
    "Every operation, field and response of the Video Generation Service, with samples, and a note wherever its public document leaves something open.",
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
  /** The copy of it that the reference shows. */
  siteDocument: OpenApiDocument;
  /** The same as text. */
  chapters: Chapter[];
  gaps: Gap[];
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
  const [samples, groups] = await Promise.all([readSamples(), readNavigation()]);
  const names = groups.flatMap(({ pages }) => pages);
  const made = new Map([referenceHead, registerHead].map((head) => [head.name, head]));
  const written = names.filter((name) => !made.has(name));
  const sources = await Promise.all(written.map(readPage));
  const all = new Map([...made, ...sources.map((source) => [source.name, source] as const)]);
  const heads = names.flatMap((name) => all.get(name) ?? []);
  const siteDocument = referenceDocument(document, samples);
  return {
    document,
    siteDocument,
    chapters: writeChapters(siteDocument),
    gaps: collectGaps(document),
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
