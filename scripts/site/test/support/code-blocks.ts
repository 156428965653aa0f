/** Every block of code that the pages of the site write themselves, as a reader copies it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pagesFolder } from "../../../support/locations.ts";
import { fillText } from "../../html.ts";

export interface CodeBlock {
  /** Name of the page: `waiting`. */
  page: string;
  language: string;
  code: string;
}

/** In the order of their page. What a page appends, such as the README of a package, is tested with the package. */
export const codeBlocks: CodeBlock[] = readdirSync(pagesFolder).flatMap((file) => {
  const text = fillText(readFileSync(join(pagesFolder, file), "utf8"));
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)];
  return blocks.map(([, language = "", code = ""]) => ({
    page: file.replace(/\.md$/, ""),
    ...{ language, code },
  }));
});
