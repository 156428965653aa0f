/** The letter to the owner of an API, and the form to answer it in. */
import { asList, asObjectList, type Json, type OpenApiDocument } from "../document/document.ts";
import { answerKind } from "../notes/answer-kinds.ts";
import { collectClosedGaps, collectGaps, type Gap, rankGaps } from "../notes/gaps.ts";
import { textOf, titleOf } from "../notes/text.ts";
import { UserError } from "../problem.ts";

/** A question of the letter that covers several gaps, in words that an owner understands without the document. */
export interface LetterQuestion {
  question: string;
  /** Ids of the gaps that an answer closes, or helps to close. */
  gaps: string[];
}

/** The open gaps in the order of the letter: those of each question, then those of the appendix. */
function composeLetter(document: OpenApiDocument, asked: LetterQuestion[]) {
  const open = rankGaps(collectGaps(document));
  const covered = asked.flatMap(({ gaps }) => gaps);
  const questions = asked
    .map(({ question, gaps }) => ({
      question,
      gaps: gaps.flatMap((id) => open.filter((gap) => gap.id === id)),
    }))
    .filter(({ gaps }) => gaps.length > 0);
  return { questions, appendix: open.filter(({ id }) => !covered.includes(id)) };
}

/** The letter: what it is asked first, in that order, and every other gap in the appendix. */
export function renderLetter(document: OpenApiDocument, asked: LetterQuestion[] = []): string {
  const { questions, appendix } = composeLetter(document, asked);
  const covered = questions.flatMap(({ gaps }) => gaps).length;
  const total = covered + appendix.length;
  const points = total === 1 ? "one point" : `${total} points`;
  const coverage =
    questions.length > 0
      ? ` The questions from 1 to ${questions.length} cover ${covered} of the points, in the order of what your customers lose without an answer. The appendix has the other ${appendix.length}.`
      : "";
  return [
    `# Questions on the interface of the ${titleOf(document)}`,
    `The specification leaves ${points} open: it says so, is silent, or says two things. Developers who integrate the service have to guess there.${coverage}`,
    'Stop where you like. "It depends on …", "we do not know" and "we promise nothing" are answers too. Answer here, in a mail, or in the form `answers.yaml`, which a command turns into a change of the contract. Each answer goes into the contract with your role and the date. The name in front of a point is how an answer refers to it.',
    ...questions.flatMap(({ question, gaps }, index) => [
      `## ${index + 1}. ${question}`,
      ...gaps.map(point),
    ]),
    ...(appendix.length > 0 && questions.length > 0 ? ["## Appendix"] : []),
    ...appendix.map(point),
  ]
    .join("\n\n")
    .concat("\n");
}

function point(gap: Gap): string {
  const { says, impact } = textOf(gap);
  return [
    `**${gap.id}**: ${gap.question}`,
    `${gap.source ? `Section “${gap.source}”: ` : ""}${says} *${impact}.*`,
    `${answerKind(gap.answer).request}: …`,
  ].join("\n\n");
}

/** The form in YAML, the gaps in the order of the letter. */
export function renderAnswerForm(document: OpenApiDocument, asked: LetterQuestion[] = []): string {
  const { questions, appendix } = composeLetter(document, asked);
  return [
    `# Answers to the questions on the interface of the ${titleOf(document)}. Fill in what you like, and leave the rest`,
    "# empty. `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise",
    "# nothing. openapi-gaps answers --help says everything that an answer can have.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...[...questions.flatMap(({ gaps }) => gaps), ...appendix].flatMap(
      ({ id, question, answer }) => [
        "",
        ...fold(question).map((line) => `  # ${line}`),
        `  ${id}:`,
        ...Object.entries(answerKind(answer).keys).map(([key, hint]) => `    ${key}: # ${hint}`),
        "    words:",
      ],
    ),
    "",
  ].join("\n");
}

/** Lines of at most 110 characters. */
const fold = (text: string): string[] =>
  (text.match(/.{1,110}(?:\s|$)/g) ?? [text]).map((line) => line.trimEnd());

/**
 * The questions of a file.
 *
 * @throws {UserError} when one names what is no gap and was none, or what another names
 */
export function readQuestions(
  content: Json,
  file: string,
  document: OpenApiDocument,
): LetterQuestion[] {
  const asked = asObjectList(content).map(({ question, gaps }) => ({
    question: String(question),
    gaps: asList(gaps).map(String),
  }));
  // What is closed was a gap, and its question falls out of the letter by itself.
  const known = [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id);
  const ids = asked.flatMap(({ gaps }) => gaps);
  const wrong = ids.find((id, index) => !known.includes(id) || ids.indexOf(id) !== index);
  const isList = Array.isArray(content) && asked.length === content.length;
  if (isList && asked.every(({ gaps }) => gaps.length > 0) && wrong === undefined) return asked;
  throw new UserError(
    `${file} names ${wrong ?? "no gap"}. Write a list of {question: the text, gaps: [ids of the gaps it covers]}, each id of the document once.`,
  );
}
