/** Everything that is read before the site is rendered. */
import { type ClosedGap, collectClosedGaps, collectGaps, UserError } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import {
  type Reference,
  writeOperationsPage,
  writeReference,
  writeWholeReference,
} from "./chapters.ts";
import type { DirectiveSources } from "./directives.ts";
import { buildNavigation } from "./navigation.ts";
import {
  keepWhileOpen,
  type PageHead,
  type PageSource,
  readNavigation,
  readPage,
} from "./pages.ts";
import { readGuideSamples, writeFirstSamples } from "./samples.ts";
import type { ShellOptions } from "./shell.ts";

export const registerHead: PageHead = {
  name: "gaps",
  title: "Open questions",
  label: "Open questions",
  description:
    "Every question that the interface specification leaves open, what to do until it is answered, and what the specification does say.",
};

/** Where the site is published unless `SITE_ADDRESS` says otherwise: the contract's placeholder. */
const placeholderAddress = "https://video-generation.example/";

/** @throws {UserError} when `SITE_ADDRESS` is no address */
function readPublicAddress(): string {
  const { SITE_ADDRESS: address = placeholderAddress } = process.env;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    throw new UserError(
      `SITE_ADDRESS is "${address}". Set it to where the site is published, such as https://example.com/docs/.`,
    );
  return address.replace(/\/*$/, "/");
}

export interface SitePlan extends DirectiveSources {
  /** A page for each operation, and where each schema is shown. */
  reference: Reference;
  closedGaps: ClosedGap[];
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
  const isOpen = (id: string) => gaps.some((gap) => gap.id === id);
  const reference = writeReference(document, gaps);
  const operations = writeOperationsPage(document, reference, gaps);
  const read = async (name: string) => keepWhileOpen(await readPage(name), isOpen);
  const [guides, groups, notFound] = await Promise.all([
    readGuideSamples(),
    readNavigation(),
    read("404"),
  ]);
  const names = groups.flatMap(({ pages }) => pages);
  const made = [operations, registerHead];
  const isWritten = (name: string) => !made.some((head) => head.name === name);
  const written = await Promise.all(names.filter(isWritten).map(read));
  const all = [...made, ...written];
  const heads = names.flatMap((name) => all.find((head) => head.name === name) ?? []);
  const samples = [...guides, ...writeFirstSamples(document)];
  return {
    ...{ document, reference, gaps, samples },
    closedGaps: collectClosedGaps(document),
    sources: [...written, operations, ...reference.chapters],
    wholeReference: writeWholeReference(document, reference, gaps),
    notFound,
    heads,
    frame: {
      navigation: buildNavigation(groups, heads, reference.chapters),
      publicAddress: readPublicAddress(),
      siteTitle: String(document.info["title"]),
      version: String(document.info["version"]),
    },
  };
}
