/** What of a letter is still open: its parts with their numbers, and what recordings suggest. */
import { asObject, type OpenApiDocument, valueAt } from "../document/document.ts";
import { collectGaps, type Gap, gapImpacts, rankGaps, textOf } from "../notes/gaps.ts";
import {
  type Asked,
  askedIn,
  gapsOf,
  type Letter,
  lists,
  type Proposition,
  type Section,
} from "./letter-file.ts";

/** What is still open of a question, as the letter prints it. */
export interface Numbered extends Asked {
  /** An answer by mail names it. */
  number: string;
  words: string;
  open: Gap[];
}

/** The parts of a letter that are still open, with their numbers, and the gaps that none of them asks about. */
export function composeLetter(
  document: OpenApiDocument,
  letter: Letter,
  propositions: Proposition[],
) {
  // What the owner could not say is not asked again.
  const open = rankGaps(collectGaps(document)).filter(({ asked }) => asked === undefined);
  const named = askedIn(letter).flatMap(gapsOf);
  const others = open.filter(({ id }) => !named.includes(id));
  let number = 0;
  const leftOf = (asked: Asked): Numbered[] => {
    const names = gapsOf(asked);
    const left = names.flatMap((name) => open.filter(({ id }) => id === name));
    if (left.length === 0) return [];
    const { question, seen, statement, otherwise } = asked;
    const own =
      question ?? [seen, statement, otherwise && `No: ${otherwise}`].filter(Boolean).join(" ");
    // Where some of its gaps are closed, the questions of the others.
    const words = left.length === names.length ? own : left.map((gap) => gap.question).join(" ");
    return [{ ...asked, words, open: left, number: `${++number}.` }];
  };
  const all: Section[] = [
    ...letter.sections,
    ...open.map((gap) => suggested(document, gap, propositions)),
    ...(letter.more ? [] : [{ title: "Questions", questions: others.map(toQuestion) }]),
  ];
  const sections = all
    .map(({ title, text = "", questions = [], table = [], ticks = [] }) => ({
      ...{ title, text: text.trim(), questions: questions.flatMap(leftOf) },
      ...{ table: table.flatMap(leftOf), ticks: ticks.flatMap(leftOf) },
    }))
    .filter((part) => part.text || lists.some((list) => part[list].length > 0));
  return { sections, unasked: letter.more ? others : [] };
}

function toQuestion(gap: Gap): Asked {
  const details = `${textOf(gap).says} *${gapImpacts[gap.impact].label}.*`;
  return { question: gap.question, gap: gap.id, details };
}

/** What recordings suggest at a gap. What the owner has answered is not asked again. */
function suggested(
  document: OpenApiDocument,
  { id, node, question }: Gap,
  all: Proposition[],
): Section {
  const { "x-gap": notes, "x-verified": stated } = asObject(valueAt(document, node));
  const said = JSON.stringify([notes, stated]);
  const isAnswered = ({ statement }: Proposition) =>
    said.includes(JSON.stringify(`${statement.replace(/\.$/, "")}: `).slice(1, -1));
  const ticks = all.filter((each) => each.gap === id && !isAnswered(each));
  const text = ticks.length > 0 ? question : "";
  return { title: `Recordings suggest, for \`${id}\``, text, ticks };
}
