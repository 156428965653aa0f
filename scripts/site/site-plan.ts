/** Everything that is read before the site is rendered. */
import { type OpenApiDocument } from "openapi-gaps/document";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import {
  type Reference,
  writeOperationsPage,
  writeReference,
  writeWholeReference,
} from "./reference.ts";
import type { DirectiveSources } from "./directives.ts";
import { publishedAddress } from "./html.ts";
import { navigation, type PageHead, type PageSource, readPages } from "./pages.ts";
import { registerHead } from "./gaps.ts";
import { readGuideSamples, writeFirstSamples } from "./samples.ts";
import { buildNavigation, type ShellOptions } from "./shell.ts";

/** Stands for the address of the site in what is not published. */
const placeholderAddress = "https://video-generation.example/";

export interface SitePlan extends DirectiveSources {
  /** A page for each operation, and where each schema is shown. */
  reference: Reference;
  /** The pages that are found by navigation and search: guides, and the reference. */
  sources: PageSource[];
  /** All of the reference, in Markdown only. */
  wholeReference: PageSource;
  notFound: PageSource;
  /** The heads of the pages in the navigation, in its order. */
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
  const gaps = collectGaps(document);
  const closedGaps = collectClosedGaps(document);
  const ids = { open: gaps.map(({ id }) => id), closed: closedGaps.map(({ id }) => id) };
  const reference = writeReference(document);
  const operations = writeOperationsPage(document, reference, gaps);
  const guides = await readGuideSamples();
  const names = navigation.flatMap(({ pages }) => pages);
  const made = [operations, registerHead];
  const isWritten = (name: string) => !made.some((head) => head.name === name);
  const [notFound, ...written] = await readPages(["404", ...names.filter(isWritten)], ids);
  const all = [...made, ...written];
  const heads = names.flatMap((name) => all.find((head) => head.name === name) ?? []);
  const samples = [...guides, ...writeFirstSamples(document)];
  return {
    ...{ document, reference, gaps, closedGaps, samples },
    sources: [...written, operations, ...reference.chapters],
    wholeReference: writeWholeReference(document, reference, gaps),
    notFound: notFound!,
    heads,
    frame: {
      navigation: buildNavigation(heads, reference.chapters),
      publicAddress: publishedAddress() ?? placeholderAddress,
      siteTitle: String(document.info["title"]),
      version: String(document.info["version"]),
    },
  };
}
