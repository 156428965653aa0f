/** Everything that is read before the site is rendered. */
import { type OpenApiDocument } from "../../gaps/src/document/document.ts";
import { type ClosedGap, collectClosedGaps, collectGaps } from "../../gaps/src/notes/gaps.ts";
import { type Chapter, writeChapters, writeOperationsPage, writePrintPage } from "./chapters.ts";
import type { DirectiveSources } from "./directives.ts";
import { buildNavigation } from "./navigation.ts";
import { type PageHead, type PageSource, readNavigation, readPage } from "./pages.ts";
import { writePythonPage } from "./python-page.ts";
import { readGuideSamples, writeFirstSamples } from "./samples.ts";
import type { ShellOptions } from "./shell.ts";

export const referenceHead: PageHead = {
  name: "reference",
  title: "Reference by Redoc",
  label: "All of it, by Redoc",
  description:
    "Every operation, field and response of the Video Generation Service in one interactive page, drawn by Redoc.",
};

export const registerHead: PageHead = {
  name: "gaps",
  title: "What is not documented",
  label: "What is not documented",
  description:
    "Every place where the public document of the service is silent, unclear or contradicts itself, what you may rely on, and the question that would settle it.",
};

/** Where the site is published unless `SITE_ADDRESS` says otherwise: the contract's placeholder. */
const placeholderAddress = "https://video-generation.example/";

export interface SitePlan extends DirectiveSources {
  /** A page for each operation and schema. */
  chapters: Chapter[];
  closedGaps: ClosedGap[];
  /** The pages that are found by navigation and search: guides, and the reference. */
  sources: PageSource[];
  /** Pages beside them. */
  print: PageSource;
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
  const chapters = writeChapters(document, gaps);
  const operations = writeOperationsPage(document, chapters, gaps);
  const [guides, groups, python, notFound] = await Promise.all([
    readGuideSamples(),
    readNavigation(),
    writePythonPage(),
    readPage("404"),
  ]);
  const names = groups.flatMap(({ pages }) => pages);
  const made = [operations, python, referenceHead, registerHead];
  const isWritten = (name: string) => !made.some((head) => head.name === name);
  const written = await Promise.all(names.filter(isWritten).map(readPage));
  const all = [...made, ...written];
  const heads = names.flatMap((name) => all.find((head) => head.name === name) ?? []);
  const samples = [...guides, ...writeFirstSamples(document)];
  return {
    ...{ document, chapters, gaps, samples },
    closedGaps: collectClosedGaps(document),
    sources: [...written, python, operations, ...chapters],
    print: writePrintPage(document, chapters, gaps),
    notFound,
    heads,
    frame: {
      navigation: buildNavigation(groups, heads, chapters),
      publicAddress: process.env["SITE_ADDRESS"] ?? placeholderAddress,
      siteTitle: String(document.info["title"]),
      version: String(document.info["version"]),
    },
  };
}
