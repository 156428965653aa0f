/** The addresses of the site, and the short forms in which pages and samples refer to them. */
import type { Problem } from "openapi-gaps";

/** Each operation has a page of its own: its file, without the ending. */
export const operationPage = (operationId: string) => `operation-${operationId}`;

export const referencePage = "reference.html";
export const registerPage = "gaps.html";
/** Hosts of static files look for this name. */
export const notFoundPage = "404.html";

/**
 * Turns a short form into an address: `operation:createHpJob`, `gap:error-body`, or
 * the file of another page with or without an anchor, `waiting.md#how-to-poll`. Everything else, such as `https:` addresses and
 * downloads, stays as it is.
 */
export function addressOf(reference: string): string {
  const [, kind, name = ""] = /^(operation|gap):(.+)$/.exec(reference) ?? [];
  if (kind === "operation") return `${operationPage(name)}.html`;
  if (kind === "gap") return `${registerPage}#${name}`;
  return reference.replace(/^([a-z0-9-]+)\.md(?=$|#)/, "$1.html");
}

/** A link as it stands in a source file. */
export interface FoundLink {
  /** As written: `gap:error-body`. */
  reference: string;
  /** Path relative to the repository. */
  file: string;
  /** 1-based. */
  line: number;
}

/**
 * Reports every link that leads nowhere in the site. Links to other hosts are not followed: a build
 * must not depend on the network.
 *
 * @param targets every page, every page with an anchor, and every file of the site
 */
export function findDeadLinks(links: FoundLink[], targets: ReadonlySet<string>): Problem[] {
  return links
    .filter(({ reference }) => !/^(https?|mailto):/.test(reference))
    .filter(({ reference }) => !targets.has(addressOf(reference)))
    .map(({ reference, file, line }) => ({
      file,
      line,
      column: 1,
      severity: "error",
      rule: "link-target",
      message: `"${reference}" leads nowhere: the site has no ${addressOf(reference)}.\n${remedy(reference, targets)}`,
    }));
}

function remedy(reference: string, targets: ReadonlySet<string>): string {
  const [page = "", anchor = ""] = addressOf(reference).split("#");
  const all = [...targets];
  const near = all.filter((target) => target.startsWith(`${page}#${anchor.slice(0, 4)}`));
  if (anchor && near.length > 0) return `Correct the anchor; near it are ${near.join(", ")}.`;
  return `Link to one of the pages: ${all.filter((name) => name.endsWith(".html")).join(", ")}.`;
}
