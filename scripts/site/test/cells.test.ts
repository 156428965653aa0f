/** Each cell of each page that is made of data, on a small contract in which no two cells say the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { contentsOfRegister, renderGapNotes, renderRegisterPage } from "../gaps.ts";
import { renderMarkdownCopy, renderPage } from "../page.ts";
import { navigation } from "../pages.ts";
import { writeReference } from "../reference.ts";
import { collectSearchEntries } from "../search.ts";
import { renderShell } from "../shell.ts";
import { readable } from "./support/readable.ts";

const gap = (id: string, impact: string, others: object = {}) => ({
  ...{ id, impact, kind: "not-shown", origin: "noticed", source: `Chapter of ${id}` },
  ...{ states: `Stated of ${id}.`, reading: `Do ${id}.`, question: `Asked about ${id}?` },
  ...others,
});

const json = (name: string, examples?: object) => ({
  "application/json": {
    ...{ schema: { $ref: `#/components/schemas/${name}` } },
    ...(examples && { examples }),
  },
});

const document = {
  openapi: "3.1.1",
  info: {
    ...{ title: "Library", version: "2.3.0", summary: "Lends books.", description: "Of a town." },
    "x-gap": [gap("opening-hours", "cosmetic")],
  },
  servers: [{ url: "{base_url}", variables: { base_url: { default: "https://library.example" } } }],
  security: [{ token: [] }],
  tags: [{ name: "Loans" }, { name: "Members" }],
  paths: {
    "/loans": {
      post: {
        ...{ operationId: "createLoan", tags: ["Loans"], summary: "Lend a book" },
        description: "Lends one.",
        "x-gap": [gap("two-loans", "costs-money-or-data", { also: ["listMembers"] })],
        requestBody: {
          required: true,
          content: json("LoanInput", {
            one: { summary: "A book", value: { title: "Emma" } },
            other: { summary: "A film", value: { title: "Alien" } },
          }),
        },
        responses: {
          "2XX": {
            description: "The loan.",
            content: json("Loan", {
              one: { summary: "A book", value: { loan_id: "a1" } },
              other: { summary: "A film", value: { loan_id: "b2" } },
            }),
          },
          default: { $ref: "#/components/responses/Problem" },
        },
      },
    },
    "/loans/{loan_id}": {
      get: {
        ...{ operationId: "getLoan", tags: ["Loans"], summary: "Read a loan" },
        description: "Reads one.",
        parameters: [
          {
            ...{ name: "loan_id", in: "path", required: true, description: "Which." },
            schema: { $ref: "#/components/schemas/LoanId" },
          },
        ],
        responses: { 200: { description: "As it is now.", content: json("Loan") } },
      },
    },
    "/members": {
      get: {
        ...{ operationId: "listMembers", tags: ["Members"], summary: "List the members" },
        description: "Lists all.",
        responses: { "2XX": { description: "All of them.", content: json("MemberList") } },
      },
    },
  },
  components: {
    responses: {
      Problem: {
        description: "What went wrong.",
        content: { "*/*": { schema: {} } },
        "x-gap": [gap("error-form", "blocks-integration")],
      },
    },
    schemas: {
      LoanId: {
        ...{ type: "string", title: "Loan identifier", description: "Names a loan." },
        "x-gap": [gap("id-length", "changes-behaviour")],
      },
      LoanInput: {
        ...{ type: "object", title: "New loan", description: "What is lent.", required: ["title"] },
        properties: {
          title: { type: "string", description: "Of the book." },
          days: {
            ...{ type: ["integer", "string"], description: "How long.", deprecated: true },
            "x-gap": [
              gap("days-type", "costs-money-or-data", {
                kind: "contradiction",
                states: [{ claim: "A number.", sample: 7 }, { claim: "A word." }],
                settled: "The number holds.",
              }),
            ],
          },
          shelf: { enum: ["left", "right"], description: "Where it stands." },
          parts: {
            ...{ type: "array", description: "Each volume." },
            items: { $ref: "#/components/schemas/Part" },
          },
        },
      },
      Part: {
        ...{ type: "object", title: "Volume", description: "One of several." },
        properties: {
          number: { type: "integer", description: "Which volume." },
          parts: {
            ...{ type: "array", description: "Inside it." },
            items: { $ref: "#/components/schemas/Part" },
          },
        },
      },
      Loan: {
        ...{ type: "object", title: "A loan", description: "A book that is lent." },
        required: ["loan_id"],
        properties: {
          loan_id: { $ref: "#/components/schemas/LoanId" },
          until: {
            description: "When it ends.",
            oneOf: [
              { $ref: "#/components/schemas/Day" },
              { const: "open", type: "string", description: "Never." },
            ],
          },
        },
      },
      Day: { type: "string", title: "A day", description: "A date." },
      MemberList: {
        ...{ type: "object", title: "All members", description: "All who may borrow." },
        properties: {
          members: {
            ...{ type: "array", items: {}, description: "In any order." },
            "x-gap": [gap("member-fields", "changes-behaviour", { also: ["getLoan"] })],
          },
        },
        "x-verified": [
          {
            ...{ gap: "member-pages", question: "Are there pages?", kind: "stated by the owner" },
            ...{ by: "librarian", date: "2026-03-04", evidence: "One page." },
          },
        ],
      },
    },
  },
} as unknown as OpenApiDocument;

const gaps = collectGaps(document);
const closedGaps = collectClosedGaps(document);
const reference = writeReference(document, [...gaps, ...closedGaps]);
const sources = { document, guides: [], gaps, closedGaps, reference };
const sourcesOfPages = [reference.overview, ...reference.chapters];
const pages = sourcesOfPages.map((source) => renderPage(source, sources, []));

/** Of a page in the middle, with everything around it. */
function renderFrame(): string {
  const names = navigation.flatMap((group) => group.pages);
  const heads = names.map((name) => ({
    ...{ name, title: `Title of ${name}`, label: `Label of ${name}` },
    description: `About ${name}.`,
  }));
  return renderShell({
    ...{ heads, chapters: reference.chapters, siteTitle: "Library", version: "2.3.0" },
    ...{ publicAddress: "https://docs.example/", content: "<h1>Told</h1>" },
    ...{ ...reference.chapters[1]!, contents: contentsOfRegister(gaps) },
  });
}

const surfaces: Record<string, string> = {
  "the open questions": readable(renderRegisterPage(gaps, closedGaps, reference.schemas)),
  "their contents": contentsOfRegister(gaps)
    .map(({ anchor, title }) => `${anchor}: ${title}`)
    .join("\n"),
  "one note": readable(renderGapNotes(gaps.slice(0, 1))),
  "two notes": readable(renderGapNotes(gaps.slice(0, 2))),
  "three notes": readable(renderGapNotes(gaps.slice(0, 3))),
  "all notes": readable(renderGapNotes(gaps)),
  ...Object.fromEntries(pages.map(({ source, html }) => [source.name, readable(html)])),
  "a page in its frame": readable(renderFrame()),
  "a page in Markdown": renderMarkdownCopy(reference.overview, sources).trim(),
  "the search": collectSearchEntries(pages, sources)
    .map((entry) => Object.values(entry).join(" | "))
    .join("\n"),
};

const expected = parse(readFileSync(join(import.meta.dirname, "cells.yaml"), "utf8")) as Record<
  string,
  string
>;

it("every page is looked at", () => {
  expect(Object.keys(surfaces)).toEqual(Object.keys(expected));
});

it.each(Object.keys(surfaces))("each cell of %s shows what it is named for", (surface) => {
  expect(surfaces[surface]).toBe(expected[surface]?.trim());
});
