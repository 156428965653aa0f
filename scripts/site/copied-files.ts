/** The files of the site that are taken over as they are, or made smaller. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";
import { generatedFolder, themeFolder } from "../support/locations.ts";
import { readVisible } from "../support/read-visible.ts";
import type { SiteFiles } from "./write-site.ts";

/** What a browser gets as one script each: that of every page, and the search. */
async function bundleScripts(): Promise<SiteFiles> {
  const bundles = await build(
    ["site.js", "search.js"].map((name) => ({
      input: join(themeFolder, name),
      output: { format: "iife" as const, minify: true },
      write: false,
    })),
  );
  return new Map(bundles.map(({ output: [{ fileName, code }] }) => [`assets/${fileName}`, code]));
}

const downloads =
  /^(?:emulator\.)?openapi[^/]*\.(yaml|json)$|^gaps\.(md|json)$|^questions\.md$|^answers\.yaml$/;

/** The downloads, and the scripts, styles and pictures of `docs/theme/`. */
export async function readCopiedFiles(): Promise<SiteFiles> {
  const scripts = bundleScripts();
  const files: SiteFiles = new Map();
  for (const [name, text] of await readFiles(generatedFolder, downloads)) files.set(name, text);
  for (const [name, text] of await readFiles(themeFolder, /\.(css|svg)$/))
    files.set(`assets/${name}`, name.endsWith(".css") ? minifyStyle(text) : text);
  return new Map([...files, ...(await scripts)]);
}

async function readFiles(folder: string, wanted: RegExp): Promise<SiteFiles> {
  const names = (await readVisible(folder)).filter((name) => wanted.test(name));
  const read = async (name: string) => [name, await readFile(join(folder, name), "utf8")] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** Without comments, and without the spaces that CSS does not need. */
function minifyStyle(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>]) ?|(?<=:) /g, "$1")
    .replaceAll(";}", "}");
}
