/** The letter to the owner of an API, in Markdown. */
import type { OpenApiDocument } from "../document/document.ts";
import { titleOf } from "../notes/gaps.ts";
import { composeLetter, type Numbered } from "./compose-letter.ts";
import type { Letter, Proposition } from "./letter-file.ts";

/**
 * The letter in Markdown.
 *
 * @param letter without it, every gap is asked about in the order of the register
 * @param propositions what recordings suggest
 */
export function renderLetter(
  document: OpenApiDocument,
  letter: Letter = { sections: [] },
  propositions: Proposition[] = [],
): string {
  const { sections, unasked } = composeLetter(document, letter, propositions);
  const paragraphs = [
    `# Questions about the ${titleOf(document)}`,
    letter.cover?.trim() ??
      'Developers who integrate this service have to guess where its specification is silent. Partial answers help, and "it depends on …" and "we promise nothing" are answers too. Answer by number in a mail, or fill in the form.',
    ...sections.flatMap(({ title, text, questions, table, ticks }) => [
      `## ${title}`,
      text,
      ...questions.flatMap(({ number, words, details = "" }) => [
        `**${number} ${words}**`,
        details,
      ]),
      tableOf(["answer"], table),
      tableOf(["yes", "no"], ticks),
    ]),
    unasked.length > 0
      ? `${unasked.length} more question${unasked.length === 1 ? "" : "s"}: ${letter.more}`
      : "",
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

function tableOf(columns: string[], asked: Numbered[]): string {
  if (asked.length === 0) return "";
  const line = (...cells: string[]) => `|${cells.map((cell) => ` ${cell} |`).join("")}`;
  const inCell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\n+/g, " ");
  const rows = asked.map(({ number, words }) =>
    line(`${number} ${inCell(words)}`, ...columns.map(() => "")),
  );
  return [line("", ...columns), line("---", ...columns.map(() => "---")), ...rows].join("\n");
}
