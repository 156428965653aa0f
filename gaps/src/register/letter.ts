/** The letter to the service owner: a few questions that cover what matters most, the rest in an appendix; and the form to answer it in. */
import { answerKind } from "../notes/answer-kinds.ts";
import type { OpenApiDocument } from "../document/document.ts";
import { collectClosedGaps, collectGaps, type Gap, gapImpacts, rankGaps } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";

/** A question of the letter, and the ids of the gaps that it covers: an entry of `openapi/letter.yaml`. */
export interface LetterQuestion {
  question: string;
  gaps: string[];
}

/** The open gaps in the order of the letter: those of each question, then those of the appendix. */
interface Letter {
  questions: { question: string; gaps: Gap[] }[];
  appendix: Gap[];
}

/** @throws {UserError} for a gap that is not in the contract, or that two questions cover */
function composeLetter(document: OpenApiDocument, questions: LetterQuestion[]): Letter {
  const open = new Map(rankGaps(collectGaps(document)).map((gap) => [gap.id, gap]));
  const closed = new Set(collectClosedGaps(document).map(({ id }) => id));
  const asked = new Set<string>();
  for (const id of questions.flatMap(({ gaps }) => gaps)) {
    if (!open.has(id) && !closed.has(id))
      throw new UserError(`The letter names the gap "${id}", which the contract does not have`);
    if (asked.has(id)) throw new UserError(`The letter names the gap "${id}" twice`);
    asked.add(id);
  }
  return {
    questions: questions
      .map(({ question, gaps }) => ({ question, gaps: gaps.flatMap((id) => open.get(id) ?? []) }))
      .filter(({ gaps }) => gaps.length > 0),
    appendix: [...open.values()].filter(({ id }) => !asked.has(id)),
  };
}

/** `generated/questions.md`. */
export function renderQuestions(document: OpenApiDocument, entries: LetterQuestion[] = []): string {
  const { questions, appendix } = composeLetter(document, entries);
  const covered = questions.flatMap(({ gaps }) => gaps).length;
  const coverage =
    questions.length > 0
      ? ` These ${questions.length} questions cover ${covered} of the points, in the order of what your customers lose without an answer. The appendix has the other ${appendix.length}.`
      : "";
  return [
    `# Questions on the interface of the ${document.info["title"]}`,
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

/** `generated/answers.yaml`: what is filled in here, `openapi-gaps answers` turns into a change of the contract. */
export function renderAnswerForm(
  document: OpenApiDocument,
  entries: LetterQuestion[] = [],
): string {
  const { questions, appendix } = composeLetter(document, entries);
  const parts = [...questions, { question: "Appendix", gaps: appendix }];
  return [
    `# Answers to the questions on the interface of the ${document.info["title"]}. Fill in what you like, and leave the rest`,
    "# empty. `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise",
    "# nothing. Everything that an answer can have: openapi-gaps answers --help.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...parts.flatMap(({ question, gaps }, index) => [
      "",
      ...fold(index < questions.length ? `${index + 1}. ${question}` : question).map(
        (line) => `  # ${line}`,
      ),
      ...gaps.flatMap(({ id, question: text, answer }) => [
        "",
        ...fold(text).map((line) => `  # ${line}`),
        `  ${id}:`,
        ...Object.entries(answerKind(answer).keys).map(([key, hint]) => `    ${key}: # ${hint}`),
        "    words:",
      ]),
    ]),
    "",
  ].join("\n");
}

/** Lines of at most 120 characters. */
function fold(text: string): string[] {
  return text.match(/.{1,120}(?= |$)/g)!.map((line) => line.trim());
}

function point({ id, question, states, source, impact, answer }: Gap): string[] {
  const says = Array.isArray(states) ? states.map(({ claim }) => claim).join(" But: ") : states;
  return [
    `**${id}**: ${question}`,
    "",
    `Section “${source}”: ${says} *${gapImpacts[impact].label}.*`,
    "",
    `${answerKind(answer).request}: …`,
    "",
  ];
}
