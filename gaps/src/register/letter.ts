/** The letter to the owner of an API, and the form to answer it in. */
import { asObjectList, type OpenApiDocument } from "../document/document.ts";
import { answerKind } from "../notes/answer-kinds.ts";
import { collectClosedGaps, collectGaps, type Gap, rankGaps } from "../notes/gaps.ts";
import { textOf } from "../notes/text.ts";
import { UserError } from "../problem.ts";

/** A question of the letter that covers several gaps, in words that an owner understands without the document. */
export interface LetterQuestion {
  question: string;
  /** Ids of the gaps that an answer closes, or helps to close. */
  gaps: string[];
}

/** The open gaps in the order of the letter: those of each question, then those of the appendix. */
interface Letter {
  questions: { question: string; gaps: Gap[] }[];
  appendix: Gap[];
}

function composeLetter(document: OpenApiDocument, asked: LetterQuestion[]): Letter {
  const open = new Map(rankGaps(collectGaps(document)).map((gap) => [gap.id, gap]));
  const covered = new Set(asked.flatMap(({ gaps }) => gaps));
  return {
    questions: asked
      .map(({ question, gaps }) => ({ question, gaps: gaps.flatMap((id) => open.get(id) ?? []) }))
      .filter(({ gaps }) => gaps.length > 0),
    appendix: [...open.values()].filter(({ id }) => !covered.has(id)),
  };
}

/** The letter: what it is asked first, in that order, and every other gap in the appendix. */
export function renderLetter(document: OpenApiDocument, asked: LetterQuestion[] = []): string {
  const { questions, appendix } = composeLetter(document, asked);
  const covered = questions.flatMap(({ gaps }) => gaps).length;
  const coverage =
    questions.length > 0
      ? ` The questions from 1 to ${questions.length} cover ${covered} of the points, in the order of what your customers lose without an answer. The appendix has the other ${appendix.length}.`
      : "";
  return [
    `# Questions on the interface of the ${String(document.info["title"])}`,
    "",
    `The specification leaves ${covered + appendix.length} points open: it says so, is silent, or says two things. Developers who integrate the service have to guess there.${coverage}`,
    "",
    'Stop where you like. "It depends on …", "we do not know" and "we promise nothing" are answers too. Answer here, in a mail, or in the form `answers.yaml`, which a command turns into a change of the contract. Each answer goes into the contract with your role and the date. The name in front of a point is how an answer refers to it.',
    "",
    ...questions.flatMap(({ question, gaps }, index) => [
      `## ${index + 1}. ${question}`,
      "",
      ...gaps.flatMap(point),
    ]),
    ...(appendix.length > 0 && questions.length > 0 ? ["## Appendix", ""] : []),
    ...appendix.flatMap(point),
  ].join("\n");
}

function point(gap: Gap): string[] {
  const { says, impact } = textOf(gap);
  return [
    `**${gap.id}**: ${gap.question}`,
    "",
    `${gap.source ? `Section “${gap.source}”: ` : ""}${says} *${impact}.*`,
    "",
    `${answerKind(gap.answer).request}: …`,
    "",
  ];
}

/** The form in YAML, the questions in the order of the letter. */
export function renderAnswerForm(document: OpenApiDocument, asked: LetterQuestion[] = []): string {
  const { questions, appendix } = composeLetter(document, asked);
  const parts = [
    ...questions.map(({ question, gaps }, index) => ({
      title: `${index + 1}. ${question}`,
      gaps,
    })),
    ...(appendix.length > 0 ? [{ title: "Appendix", gaps: appendix }] : []),
  ];
  return [
    `# Answers to the questions on the interface of the ${String(document.info["title"])}. Fill in what you like, and leave the rest`,
    "# empty. `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise",
    "# nothing. openapi-gaps answers --help says everything that an answer can have.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...parts.flatMap(({ title, gaps }) => [
      "",
      ...fold(title).map((line) => `  # ${line}`),
      ...gaps.flatMap(({ id, question, answer }) => [
        "",
        ...fold(question).map((line) => `  # ${line}`),
        `  ${id}:`,
        ...Object.entries(answerKind(answer).keys).map(([key, hint]) => `    ${key}: # ${hint}`),
        "    words:",
      ]),
    ]),
    "",
  ].join("\n");
}

/** Lines of at most 110 characters. */
function fold(text: string): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)!;
    if (last && last.length + word.length >= 110) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

/** Checks questions as a file gives them. */
export function readQuestions(
  content: unknown,
  file: string,
  document: OpenApiDocument,
): LetterQuestion[] {
  const questions = asObjectList(content);
  const isSound = ({ question, gaps }: (typeof questions)[number]) =>
    typeof question === "string" &&
    Array.isArray(gaps) &&
    gaps.every((id) => typeof id === "string");
  if (!Array.isArray(content) || questions.length < content.length || !questions.every(isSound))
    throw new UserError(
      `${file} is no list of questions. Write a list of {question: the text, gaps: [ids of the gaps it covers]}.`,
    );
  const found = questions as unknown as LetterQuestion[];
  const ids = found.flatMap(({ gaps }) => gaps);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new UserError(`${file} names ${twice} under two questions. Keep one of them.`);
  const known = new Set(knownIds(document));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new UserError(
      `${file} names ${unknown}, which is no gap of the document. Correct the id, or remove it.`,
    );
  return found;
}

/** What is closed was a gap, and its question falls out of the letter by itself. */
function knownIds(document: OpenApiDocument): string[] {
  return [
    ...collectGaps(document).map(({ id }) => id),
    ...collectClosedGaps(document).map(({ id }) => id),
  ];
}
