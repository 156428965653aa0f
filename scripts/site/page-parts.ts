/**
 * Parts of a page that Markdown has no word for: code in several languages, and pictures that take
 * on the page's colours.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { themeFolder } from "../support/locations.ts";
import { type Problem } from "../support/problem.ts";
import { escapeHtml } from "./html.ts";
import { renderCode } from "./markdown.ts";
import { type Sample } from "./samples.ts";

/**
 * Renders the fenced block `sample`, whose content is the name of a sample, as a group of tabs.
 * Without scripts all languages are
 * shown, one below the other.
 *
 * @param problems receives a sample that does not exist
 */
export function createFenceRenderer(samples: Sample[], file: string, problems: Problem[]) {
  let count = 0;
  return (language: string, content: string, line: number): string | undefined => {
    if (language !== "sample") return undefined;
    const name = content.trim();
    const named = samples.filter((sample) => sample.name === name);
    if (named.length === 0)
      problems.push({
        ...{ file, line, column: 1, severity: "error", rule: "sample-exists" },
        message: `There is no sample "${name}". Write docs/samples/${name}.ts and .py, or correct the name.`,
      });
    count += 1;
    return renderTabs(named, `sample-${count}`);
  };
}

/** The same in several languages, of which one is shown. */
export function renderTabs(samples: Sample[], id: string): string {
  const panels = samples.map(
    ({ language, source }) =>
      `<section class="tab" id="${id}-${language.name}" data-language="${language.name}" data-label="${escapeHtml(language.label)}"><p class="tab-label">${escapeHtml(language.label)}</p>${renderCode(source, language.name)}</section>`,
  );
  return `<div class="tabs">${panels.join("")}</div>\n`;
}

/**
 * The content of an SVG of `docs/theme/`, for setting into a page.
 *
 * @param problems receives a picture that does not exist
 */
export function readSvg(path: string, file: string, line: number, problems: Problem[]): string {
  try {
    return readFileSync(join(themeFolder, basename(path)), "utf8");
  } catch {
    problems.push({
      ...{ file, line, column: 1, severity: "error", rule: "image-exists" },
      message: `The picture ${path} is missing. Put it into docs/theme/ and write its name as ../theme/name.svg.`,
    });
    return "";
  }
}
