/** The navigation that every page shows: all pages, and below the reference its operations. */
import { type Chapter } from "./chapters.ts";
import { escapeHtml } from "./html.ts";
import { type PageGroup, type PageHead } from "./pages.ts";

type Link = Pick<PageHead, "name" | "label">;

/** A group of pages. */
export interface NavigationEntry {
  title: string;
  pages: (Link & { parts: { label: string; links: Link[] }[] })[];
}

/** Joins the order of the pages with the chapters of the reference. */
export function buildNavigation(
  groups: PageGroup[],
  heads: PageHead[],
  chapters: Chapter[],
): NavigationEntry[] {
  const parts = Object.entries(Object.groupBy(chapters, ({ part }) => part));
  return groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((name) => ({
      name,
      label: heads.find((head) => head.name === name)?.label ?? name,
      parts: name === "operations" ? parts.map(([label, links = []]) => ({ label, links })) : [],
    })),
  }));
}

/** The pages before and after one, in the order of the navigation. */
export function neighboursOf(entries: NavigationEntry[], name: string) {
  const pages = entries
    .flatMap((entry) => entry.pages)
    .flatMap((page) => [page, ...page.parts.flatMap(({ links }) => links)]);
  const at = pages.findIndex((page) => page.name === name);
  return at < 0 ? {} : { previous: pages[at - 1], next: pages[at + 1] };
}

/**
 * The navigation as HTML. The parts of the reference are listed on its own pages only: elsewhere
 * they would crowd out the guides.
 */
export function renderNavigation(entries: NavigationEntry[], current: string): string {
  const isCurrent = ({ name }: Link) => name === current;
  return entries
    .map(({ title, pages }) => {
      const items = pages.map((page) => {
        const isOpen = isCurrent(page) || page.parts.some(({ links }) => links.some(isCurrent));
        const parts = isOpen ? page.parts.map((part) => renderPart(part, current)) : [];
        return `<li>${renderLink(page, current)}${parts.length > 0 ? `\n<ul>${parts.join("\n")}</ul>` : ""}</li>`;
      });
      return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
    })
    .join("\n");
}

function renderPart({ label, links }: { label: string; links: Link[] }, current: string): string {
  const items = links.map((link) => `<li>${renderLink(link, current)}</li>`);
  return `<li><span class="part">${escapeHtml(label)}</span><ul>${items.join("")}</ul></li>`;
}

function renderLink({ name, label }: Link, current: string): string {
  const mark = name === current ? ' aria-current="page"' : "";
  return `<a href="${name}.html"${mark}>${escapeHtml(label)}</a>`;
}
