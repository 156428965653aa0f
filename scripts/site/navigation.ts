/**
 * The navigation that every page shows: all pages, and below the reference its operations and
 * schemas.
 */
import {
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
} from "../contract/document.ts";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { type PageGroup, type PageHead } from "./pages.ts";

export interface NavigationEntry {
  title: string;
  pages: { name: string; label: string; parts: NavigationPart[] }[];
}

interface NavigationPart {
  label: string;
  links: NavigationLink[];
}

interface NavigationLink {
  label: string;
  address: string;
}

/** Joins the order of the pages with what the contract offers. */
export function buildNavigation(
  groups: PageGroup[],
  pages: PageHead[],
  document: OpenApiDocument,
): NavigationEntry[] {
  return groups.map(({ title, pages: names }) => ({
    title,
    pages: names.map((name) => ({
      name,
      label: pages.find((page) => page.name === name)?.label ?? name,
      parts: name === "operations" ? referenceParts(document) : [],
    })),
  }));
}

function referenceParts(document: OpenApiDocument): NavigationPart[] {
  const operations = operationsOf(document);
  const tags = ((document["tags"] ?? []) as JsonObject[]).map(({ name }) => String(name));
  const schemas = Object.keys(document.components.schemas).sort((a, b) => a.localeCompare(b));
  return [
    ...tags.map((tag) => ({
      label: tag,
      links: operations.filter((operation) => isTagged(operation, tag)).map(operationLink),
    })),
    {
      label: "Schemas",
      links: schemas.map((name) => ({ label: name, address: addressOf(`schema:${name}`) })),
    },
  ];
}

function isTagged({ node }: OperationPlace, tag: string): boolean {
  return Array.isArray(node["tags"]) && node["tags"].includes(tag);
}

function operationLink({ operationId, node }: OperationPlace): NavigationLink {
  return { label: String(node["summary"]), address: addressOf(`operation:${operationId}`) };
}

/** The pages before and after one, in the order of the navigation. */
export function neighboursOf(entries: NavigationEntry[], name: string) {
  const pages = entries.flatMap((entry) => entry.pages);
  const at = pages.findIndex((page) => page.name === name);
  return at < 0 ? {} : { previous: pages[at - 1], next: pages[at + 1] };
}

/**
 * The navigation as HTML. The parts of the reference are listed on its own pages only: elsewhere
 * they would crowd out the guides.
 */
export function renderNavigation(entries: NavigationEntry[], current: string): string {
  return entries
    .map(
      ({ title, pages }) =>
        `<h2>${escapeHtml(title)}</h2>\n<ul>\n${pages
          .map(({ name, label, parts }) => {
            const isOpen = name === current || holds(parts, current);
            return `<li>${renderLink({ label, address: `${name}.html` }, current)}${isOpen ? renderParts(parts, current) : ""}</li>`;
          })
          .join("\n")}\n</ul>`,
    )
    .join("\n");
}

/** A part with many links is closed, unless it holds the page. */
const maxOpenLinks = 10;

function renderParts(parts: NavigationPart[], current: string): string {
  if (parts.length === 0) return "";
  return `\n<ul class="parts">\n${parts.map((part) => renderPart(part, current)).join("\n")}\n</ul>`;
}

function holds(parts: NavigationPart[], current: string): boolean {
  return parts.some(({ links }) => links.some(({ address }) => address === `${current}.html`));
}

function renderLink({ label, address }: NavigationLink, current: string): string {
  const mark = address === `${current}.html` ? ' aria-current="page"' : "";
  return `<a href="${address}"${mark}>${escapeHtml(label)}</a>`;
}

function renderPart(part: NavigationPart, current: string): string {
  const { label, links } = part;
  const open = links.length <= maxOpenLinks || holds([part], current) ? " open" : "";
  const items = links.map((link) => `<li>${renderLink(link, current)}</li>`);
  return `<li><details${open}><summary>${escapeHtml(label)}</summary><ul>${items.join("")}</ul></details></li>`;
}
