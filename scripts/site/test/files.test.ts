import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectGaps } from "openapi-gaps";
import { generatedFolder, siteFolder } from "../../support/locations.ts";
import { mediaTypeOf } from "../media-types.ts";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { chapterNames, pageNames } from "./support/visit.ts";

const read = (name: string) => readFileSync(join(siteFolder, name));
const text = (name: string) => read(name).toString();
const names = [...pageNames, ...chapterNames];

describe("the downloads", () => {
  it.each(["openapi.yaml", "openapi.json", "openapi.portable.yaml", "openapi.portable.json"])(
    "%s is the generated one, byte by byte",
    (name) => {
      expect(read(name).equals(readFileSync(join(generatedFolder, name)))).toBe(true);
    },
  );
});

describe("every page", () => {
  it("has a title, a description and a card of its own", () => {
    const heads = names.map((name) => {
      const html = text(`${name}.html`);
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
      const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1];
      expect(html).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+social-card\.png"/);
      expect(description?.length).toBeGreaterThan(40);
      return [title, description];
    });
    expect(new Set(heads.map(([title]) => title)).size).toBe(names.length);
    expect(new Set(heads.map(([, description]) => description)).size).toBe(names.length);
  });

  it.each(names)("%s links to files and anchors that are there", (name) => {
    const html = text(`${name}.html`);
    const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");
    const own = links.filter((link) => !/^(https?:|data:|#\/)/.test(link));
    expect(own.length).toBeGreaterThan(10);
    // Words of a link that say nothing to a reader who hears only the links; "Go" is one for an auditor.
    expect(html).not.toMatch(/<a [^>]*>(go|here|this|more|information|learn more)<\/a>/i);
    for (const link of own) {
      const [file = "", anchor] = link.split("#");
      const target = file || `${name}.html`;
      expect(existsSync(join(siteFolder, target)), `${link} in ${name}`).toBe(true);
      if (anchor) expect(text(target), `${link} in ${name}`).toContain(`id="${anchor}"`);
    }
  });

  it.each(names)("%s has a copy in Markdown, which llms.txt and sitemap.xml know", (name) => {
    const copy = text(`${name}.md`);
    expect(copy).toMatch(/^# \S/);
    expect(copy).not.toMatch(/\]\((operation|gap):|```sample/);
    expect(text("llms.txt")).toContain(`](${name}.md)`);
    expect(text("sitemap.xml")).toContain(name === "index" ? "/</loc>" : `/${name}.html</loc>`);
  });
});

it("has at most 30 pages, and 18 entries in its navigation", () => {
  expect(names.length + ["reference", "404"].length).toBeLessThanOrEqual(30);
  expect(pageNames.length).toBeLessThanOrEqual(18);
});

it("every page of ours allows no inline script or style, and has none", () => {
  for (const name of [...names, "404"]) {
    const html = text(`${name}.html`);
    expect(html, name).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'self'/,
    );
    expect(html, name).not.toContain("unsafe-inline");
    expect(html, name).not.toMatch(/<style|<script>| style="| on[a-z]+="/);
  }
  expect(text("reference.html")).toContain('<meta http-equiv="Content-Security-Policy"');
});

it("old addresses lead to the pages that took their place", () => {
  const redirects = readdirSync(siteFolder)
    .filter((name) => name.endsWith(".html"))
    .flatMap((name) => {
      const [, target] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text(name)) ?? [];
      return target ? [{ name, target }] : [];
    });
  expect(redirects.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "client.html",
      "python-names.html",
      "peers.html",
      "schema-HpVariable.html",
    ]),
  );
  for (const { name, target } of redirects) {
    const [file = "", anchor] = target.split("#");
    expect(existsSync(join(siteFolder, file)), name).toBe(true);
    if (anchor) expect(text(file), name).toContain(`id="${anchor}"`);
  }
});

it("every picture of a copy in Markdown is there", () => {
  const names = readdirSync(siteFolder).filter((name) => name.endsWith(".md"));
  const pictures = names.flatMap((name) =>
    [...text(name).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = ""]) => path),
  );
  expect(pictures.length).toBeGreaterThan(3);
  expect(pictures.filter((path) => !existsSync(join(siteFolder, path)))).toEqual([]);
});

it("the reference in Markdown has every operation and gap, and the pages lead to every schema", () => {
  const copy = text("reference.md");
  for (const { operationId } of operationsOf(contract)) expect(copy).toContain(operationId);
  for (const { id } of collectGaps(contract)) expect(copy).toContain(`[${id}](gaps.html#${id})`);
  for (const name of Object.keys(contract.components.schemas).filter((name) => name !== "Problem"))
    expect(text("operations.html")).toMatch(new RegExp(`<a href="operation-[^"]+">${name}</a>`));
});

it("every file has a media type that a browser takes", () => {
  const names = readdirSync(siteFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  expect(names).toContain("site.css");
  expect(names.filter((name) => mediaTypeOf(name) === "application/octet-stream")).toEqual([]);
});

it("the first view of a page needs at most 60 KiB", () => {
  const shared = ["site.css", "first.js", "site.js", "logo.svg"].map((name) => `assets/${name}`);
  const listing = ["gaps", "owner", "emulator", "command"];
  const sizes = names
    .filter((name) => !listing.includes(name))
    .map((name) => {
      const pictures = text(`${name}.html`).match(/assets\/\w+\.webp/g) ?? [];
      const files = [...shared, ...new Set(pictures), `${name}.html`];
      return [name, files.reduce((sum, file) => sum + read(file).length, 0) / 1024] as const;
    });
  expect(sizes.filter(([, size]) => size > 60)).toEqual([]);
});
