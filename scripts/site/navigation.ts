/**
 * The navigation that every page shows: all pages, and below the reference its operations and
 * schemas.
 */
import { isObject, type JsonObject, type OpenApiDocument } from "../document.ts";
import { escapeHtml } from "./html.ts";
import { addressOf } from "./links.ts";
import { type PageGroup, type PageSource } from "./pages.ts";
import { operationsOf } from "./reference-document.ts";

export interface NavigationEntry {
  title: string;
  pages: { name: string; label: string; children: NavigationLink[] }[];
}

interface NavigationLink {
  label: string;
  address: string;
  children?: NavigationLink[];
}

/** Joins the order of the pages with what the contract offers. */
export function buildNavigation(
  groups: PageGroup[],
  pages: Pick<PageSource, "name" | "label">[],
  document: OpenApiDocument,
): NavigationEntry[] {
  return groups.map(({ title, pages: names }) => ({
    title,
    pages: names.map((name) => ({
      name,
      label: pages.find((page) => page.name === name)?.label ?? name,
      children: name === "reference" ? referenceLinks(document) : [],
    })),
  }));
}

function referenceLinks(document: OpenApiDocument): NavigationLink[] {
  const operations = operationsOf(document);
  const tags = ((document["tags"] ?? []) as JsonObject[]).map(({ name }) => String(name));
  const byTag = tags.map((tag) => {
    const links = operations.filter((operation) => isTagged(operation, tag)).map(operationLink);
    return { label: tag, address: links[0]?.address ?? "", children: links };
  });
  const schemas = Object.keys(document.components.schemas)
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({ label: name, address: addressOf(`schema:${name}`) }));
  return [...byTag, { label: "Schemas", address: schemas[0]?.address ?? "", children: schemas }];
}

function isTagged(operation: JsonObject, tag: string): boolean {
  return Array.isArray(operation["tags"]) && operation["tags"].includes(tag);
}

function operationLink(operation: JsonObject): NavigationLink {
  if (!isObject(operation)) throw new Error("An operation is not an object");
  return {
    label: String(operation["summary"]),
    address: addressOf(`operation:${operation["operationId"]}`),
  };
}

/**
 * The navigation as HTML. The parts of the reference are listed on its own page only: elsewhere
 * they would crowd out the guides.
 */
export function renderNavigation(entries: NavigationEntry[], current: string): string {
  return entries
    .map(
      ({ title, pages }) =>
        `<h2>${escapeHtml(title)}</h2>\n<ul>\n${pages
          .map(({ name, label, children }) => {
            const isCurrent = name === current;
            const link = `<a href="${name}.html"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>`;
            return `<li>${link}${isCurrent ? renderParts(children) : ""}</li>`;
          })
          .join("\n")}\n</ul>`,
    )
    .join("\n");
}

function renderParts(parts: NavigationLink[]): string {
  if (parts.length === 0) return "";
  return `\n<ul class="parts">\n${parts
    .map(
      ({ label, children = [] }) =>
        `<li><details${children.length < 10 ? " open" : ""}><summary>${escapeHtml(label)}</summary><ul>${children
          .map((child) => `<li><a href="${child.address}">${escapeHtml(child.label)}</a></li>`)
          .join("")}</ul></details></li>`,
    )
    .join("\n")}\n</ul>`;
}
