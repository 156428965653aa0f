import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectGaps } from "../../../gaps/src/notes/gaps.ts";
import { generatedFolder, root, siteFolder } from "../../support/locations.ts";
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

  it.each(names.filter((name) => name !== "reference"))(
    "%s links to files and anchors that are there",
    (name) => {
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
    },
  );

  it.each(names)("%s has a copy in Markdown, which llms.txt and sitemap.xml know", (name) => {
    const copy = text(`${name}.md`);
    expect(copy).toMatch(/^# \S/);
    expect(copy).not.toMatch(/\]\((operation|schema|gap):|```sample/);
    if (name === "reference-print") return;
    expect(text("llms.txt")).toContain(`](${name}.md)`);
    expect(text("sitemap.xml")).toContain(name === "index" ? "/</loc>" : `/${name}.html</loc>`);
  });
});

it("Redoc's page carries the contract without its notes, which it does not show", () => {
  expect(text("reference.html")).not.toMatch(/"x-(gap|source|stated-by)":/);
});

it("every picture of a copy in Markdown is there", () => {
  const names = readdirSync(siteFolder).filter((name) => name.endsWith(".md"));
  const pictures = names.flatMap((name) =>
    [...text(name).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = ""]) => path),
  );
  expect(pictures.length).toBeGreaterThan(3);
  expect(pictures.filter((path) => !existsSync(join(siteFolder, path)))).toEqual([]);
});

it("the reference in Markdown has every operation, schema and gap", () => {
  const copy = text("reference.md");
  for (const { operationId } of operationsOf(contract)) expect(copy).toContain(operationId);
  for (const name of Object.keys(contract.components.schemas))
    expect(copy).toContain(`\n## ${name}\n`);
  for (const { id } of collectGaps(contract)) expect(copy).toContain(`[${id}](gaps.html#${id})`);
});

it("every public name of the Python client has its docstring on a page", () => {
  const page = text("python-names.md");
  const names = readFileSync(join(root, "clients/python/src/video_generation/__init__.py"), "utf8")
    .split("__all__")[1]!
    .matchAll(/"([A-Za-z]\w+)"/g);
  const methods = operationsOf(contract).map(({ operationId }) =>
    operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  for (const name of [...[...names].map(([, name]) => name), ...methods, "HpJobInput"])
    if (name !== "types")
      expect(page).toMatch(new RegExp(`^###? ${name}\n[^#]*[a-z] [^#]*\\.$`, "m"));
  // A field of a private base, and one of the class itself.
  expect(page).toMatch(
    /^### ApiError\n[^#]*- `status` `int`\n\n {2}HTTP status\.[^#]*`retry_after`/m,
  );
});

it("every file has a media type that a browser takes", () => {
  const names = readdirSync(siteFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  expect(names).toContain("site.css");
  expect(names.filter((name) => mediaTypeOf(name) === "application/octet-stream")).toEqual([]);
});

describe("what a first view of a page needs", () => {
  const shared = ["assets/site.css", "assets/site.js", "assets/logo.svg"];
  const kibibytesOf = (name: string) =>
    [...shared, `${name}.html`].reduce((sum, file) => sum + read(file).length, 0) / 1024;

  it("is at most 60 KiB for an operation or a schema", () => {
    const sizes = chapterNames.map((name) => [name, kibibytesOf(name)] as const);
    expect(sizes.filter(([, size]) => size > 60)).toEqual([]);
  });

  it("is below 75 KiB for a guide, besides Redoc and what lists everything", () => {
    const guides = pageNames.filter((name) => !name.startsWith("reference") && name !== "gaps");
    const sizes = guides.map((name) => [name, kibibytesOf(name)] as const);
    expect(sizes.filter(([, size]) => size > 75)).toEqual([]);
  });
});
