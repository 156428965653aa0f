/** The letter to the owner of the service, one question for each gap, the weightiest first; and the form to answer it in. */
import { answerKind } from "../notes/answer-kinds.ts";
import { asList, asObjectList, type OpenApiDocument, operationsOf } from "../document/document.ts";
import { collectGaps, type Gap, gapImpacts, rankGaps } from "../notes/gaps.ts";

/** How many questions stand before the groups. */
const foremost = 10;

/** `generated/questions.md`. */
export function renderQuestions(document: OpenApiDocument): string {
  const gaps = rankGaps(collectGaps(document));
  const closed = gaps.filter(({ answer }) => answer === "yes-no").length;
  const groups = [
    { title: "The ten that matter most", gaps: gaps.slice(0, foremost) },
    ...groupBySubject(document, gaps.slice(foremost)),
  ];
  let number = 0;
  return [
    `# Questions on the interface of the ${document.info["title"]}`,
    "",
    `The interface specification leaves ${gaps.length} points open: it says so itself, is silent, or says two things. Whoever integrates has`,
    "to guess there. Each point ends in one question, and every answer goes into the contract, with your role and the date.",
    "",
    `An hour is enough: for ${closed} of them, a "yes" or a "no" will do. Begin with the ten below, and stop where you like. "It depends on …",`,
    '"we do not know" and "we promise nothing" are answers too. The name behind a question is how an answer refers to it.',
    "Answer here, in a mail, or in the form `answers.yaml`, which a command turns into the change of the contract.",
    "",
    ...groups.flatMap(({ title, gaps: members }) => [
      `## ${title}`,
      "",
      ...members.flatMap((gap) => question(gap, ++number)),
    ]),
  ].join("\n");
}

/** `generated/answers.yaml`: what is filled in here, `video-generation-conformance answers` turns into a change of the contract. */
export function renderAnswerForm(document: OpenApiDocument): string {
  const gaps = rankGaps(collectGaps(document));
  return [
    `# Answers to the questions on the interface of the ${document.info["title"]}. Fill in what you like, and leave the rest`,
    "# empty. `words` stand in the contract as they are; the other keys change its schemas. `promise: none` says that you promise",
    "# nothing. Everything that an answer can have: conformance/README.md.",
    "",
    "by: # your role, for instance: product owner",
    "date: # the day, for instance: 2026-01-31",
    "answers:",
    ...gaps.flatMap(({ id, question: text, answer }, index) => [
      "",
      ...fold(`${index + 1}. ${text}`).map((line) => `  # ${line}`),
      `  ${id}:`,
      ...Object.entries(answerKind(answer).keys).map(([key, hint]) => `    ${key}: # ${hint}`),
      "    words:",
    ]),
    "",
  ].join("\n");
}

/** Lines of at most 120 characters. */
function fold(text: string): string[] {
  return text.match(/.{1,120}(?= |$)/g)!.map((line) => line.trim());
}

function question(gap: Gap, number: number): string[] {
  const says = Array.isArray(gap.states)
    ? gap.states.map(({ claim }) => claim).join(" But: ")
    : gap.states;
  return [
    `**${number}. ${gap.question}** (\`${gap.id}\`)`,
    "",
    `Section “${gap.source}”: ${says} *${gapImpacts[gap.impact].label}.*`,
    "",
    `${answerKind(gap.answer).request}: …`,
    "",
  ];
}

function groupBySubject(document: OpenApiDocument, gaps: Gap[]): { title: string; gaps: Gap[] }[] {
  const tags = new Map(
    operationsOf(document).map(({ operationId, node }) => [operationId, asList(node["tags"])[0]]),
  );
  const subjectOf = ({ operations }: Gap) => {
    if (operations.length === tags.size) return subjects.everything;
    const own = new Set(operations.map((name) => tags.get(name)));
    return own.size > 1 ? subjects.several : String([...own][0] ?? subjects.none);
  };
  const order = [
    subjects.everything,
    subjects.several,
    ...asObjectList(document["tags"]).map(({ name }) => String(name)),
    subjects.none,
  ];
  const bySubject = Object.groupBy(gaps, subjectOf);
  return order.flatMap((title) => {
    const members = bySubject[title];
    return members ? [{ title, gaps: members }] : [];
  });
}

/** Subjects that are no tag of the contract. */
const subjects = {
  everything: "The whole interface",
  several: "Several kinds of job",
  none: "Paths that are named without an operation",
};
