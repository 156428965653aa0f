/**
 * Parts of a page that Markdown has no word for: code in several languages, and pictures that take
 * on the page's colours.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { themeFolder } from "../support/locations.ts";
import { type Problem } from "../support/problem.ts";
import { escapeHtml, toAttribute } from "./html.ts";
import { renderCode } from "./markdown.ts";
import { type Chapter } from "./reference-model.ts";
import { type Sample } from "./samples.ts";

/**
 * Renders the fenced blocks of this site. `sample` holds the name of a sample and becomes a group of
 * tabs; without scripts all languages are shown, one below the other. `run` holds the name of an
 * operation, and sends its request. `target` asks for address and token.
 *
 * @param problems receives a sample or an operation that does not exist
 */
export function createFenceRenderer(
  { samples, chapters }: { samples: Sample[]; chapters: Chapter[] },
  file: string,
  problems: Problem[],
) {
  let count = 0;
  return (language: string, content: string, line: number): string | undefined => {
    const name = content.trim();
    if (language === "target") return targetForm;
    if (language === "run") {
      const chapter = chapters.find(({ operation }) => operation?.operationId === name);
      if (!chapter)
        problems.push({
          ...{ file, line, column: 1, severity: "error", rule: "operation-exists" },
          message: `There is no operation "${name}". Write the operationId of one.`,
        });
      return chapter ? renderRun(chapter, chapters) : "";
    }
    if (language !== "sample") return undefined;
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

const targetForm = `<form class="target needs-script">
<label>Address <input type="url" autocomplete="off" spellcheck="false"></label>
<label>Token <input type="password" autocomplete="off" spellcheck="false"></label>
</form>
`;

/** What `assets/run.js` makes a form of. A job that can be read back is also waited for. */
export function renderRun({ operation, examples }: Chapter, chapters: Chapter[]): string {
  if (!operation) return "";
  const { method, path } = operation;
  const requests = Object.fromEntries(
    examples.flatMap(({ name, request }) => (request === undefined ? [] : [[name, request]])),
  );
  const reader = chapters.find(
    (other) =>
      other.operation?.method === "get" &&
      other.operation.path.replace(/\/\{\w+\}$/, "") === path &&
      other.operation.path !== path,
  );
  return `<div class="run needs-script" data-method="${method}" data-path="${escapeHtml(path)}" data-read="${escapeHtml(reader?.operation?.path ?? "")}" data-requests="${toAttribute(requests)}"></div>\n`;
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
