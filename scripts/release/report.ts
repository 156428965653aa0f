/** A rating as Markdown: for a terminal, and for the summary of a pull request. */
import { consumerFile } from "./consumer-errors.ts";
import type { Rating } from "./rate.ts";
import type { TypeChange } from "./type-changes.ts";

const meanings = {
  none: "Nothing changes.",
  patch: "Nothing changes for a consumer's code.",
  minor: "Something is added.",
  clarification: "Something unknown has become known. Code that had to guess may stop compiling.",
  major: "Something that a consumer could rely on has changed.",
};

/** @param changes what Redocly found, as Markdown */
export function renderRating(
  { changeClass, gaps, types, stopped, versions }: Rating,
  changes: string,
): string {
  return [
    `# Rating: ${changeClass}`,
    "",
    meanings[changeClass],
    "",
    `Version ${versions.before} → ${versions.after}; this change asks for at least ${versions.required}.`,
    "",
    ...section(
      "Gaps closed",
      gaps.closed.map(
        ({ id, hasEvidence }) => `\`${id}\`${hasEvidence ? "" : " **without evidence**"}`,
      ),
    ),
    ...section(
      "Gaps opened",
      gaps.opened.map((id) => `\`${id}\``),
    ),
    ...section("Types", types.map(describeType)),
    ...section(
      `Consumer code that stops compiling (${consumerFile})`,
      stopped.map(({ line, code, message }) => `line ${line}: \`${code}\` ${message}`),
    ),
    changes,
  ].join("\n");
}

function describeType({ name, kind }: TypeChange): string {
  return `\`${name}\` is ${kind === "added" ? "new" : kind === "removed" ? "gone" : kind}`;
}

function section(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, "", ...items.map((item) => `- ${item}`), ""];
}
