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

/** Where a link of a source file leads. */
export interface FoundLink {
  /** `gaps.html#error-body` */
  address: string;
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
    .filter(({ address }) => !/^(https?|mailto):/.test(address) && !targets.has(address))
    .map(({ address, file, line }) => ({
      ...{ file, line, column: 1, severity: "error", rule: "link-target" },
      message: `A link leads nowhere: the site has no ${address}.\n${remedy(address, targets)}`,
    }));
}

function remedy(address: string, targets: ReadonlySet<string>): string {
  const [page = "", anchor = ""] = address.split("#");
  const all = [...targets];
  const near = all.filter((target) => target.startsWith(`${page}#${anchor.slice(0, 4)}`));
  if (anchor && near.length > 0) return `Correct the anchor; near it are ${near.join(", ")}.`;
  return `Link to one of the pages: ${all.filter((name) => name.endsWith(".html")).join(", ")}.`;
}
