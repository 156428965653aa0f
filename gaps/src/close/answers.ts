/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import { asObject, describePlace, isObject, type OpenApiDocument } from "../document/document.ts";
import { type ClosingAction, type Overlay, withActions } from "../document/overlay.ts";
import { Checker } from "../api/checker.ts";
import { firstQuestion, type Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { type Change, type Question, toActions, toOverlay } from "./actions.ts";
import { type Answer, type Entry, forAll, readAnswers } from "./answer-file.ts";
import { changesOf, requireTaken } from "./changes.ts";
import { brokenExamples, repairExamples } from "./examples.ts";

/** What becomes of a gap that was answered. */
export interface Closing {
  gap: string;
  /** What the document says from then on. */
  effect: string;
  isClosed: boolean;
  actions: ClosingAction[];
}

/** What a person reads at a glance: a shared failure changes hundreds of places, and each stands in the overlay. */
function listOf(places: string[]): string {
  if (places.length <= 8) return places.join(", ");
  return `${places.slice(0, 3).join(", ")} and ${places.length - 3} other places`;
}

/**
 * The overlay that a file of answers asks for. Each answer is written into the document that those before it have led to, and
 * all have to hold in the document that all have led to.
 *
 * @param name how a place of the document is told, for instance by its file and line
 * @throws {UserError} as {@link readAnswers}, and for an answer that does not fit its gap, the document or the others
 */
export function answersToOverlay(
  document: OpenApiDocument,
  file: string,
  name: (pointer: string) => string = (pointer) => pointer,
): { overlay: Overlay; answered: Closing[] } {
  const wrong = new Set<string>();
  const { by, date, entries } = readAnswers(file, Checker.of(document).gaps, wrong);
  const signed = { date, kind: "stated by the owner", by } as const;
  let planned = document;
  const questionOf = ({ gap, told, refuse }: Entry): Question => ({
    ...{ interface: Checker.of(planned).interface, refuse },
    // An answer before this one may have moved the note.
    gap: Checker.of(planned).gaps.find(({ id }) => id === gap.id) ?? gap,
    verified: { ...signed, evidence: told },
  });
  const close = (own: Entry[]): Closing => {
    const { gap } = questionOf(own[0]!);
    const told = own.map((entry) => entry.told).join(" ");
    const said = own.filter(({ answer }) => Object.keys(answer).length > 0);
    // A tick with a name of its own, such as `loan-states.lent`, is about a part of the gap.
    const isWhole = ({ id, answer }: Entry) => id === gap.id || answer["complete"] === true;
    if (said.length === 0) {
      const effect = "stays open, and its reading says so";
      const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and says: ${told}`;
      const note = { update: { reading, ...(own.some(isWhole) && { asked: date }) } };
      const actions = toActions(planned, gap, `Effect: ${effect}.`, [], undefined, note);
      return { gap: gap.id, effect, isClosed: false, actions };
    }
    const before = planned;
    const changes: Change[] = [];
    const add = (made: Change[]) => {
      changes.push(...made);
      if (made.length > 0) planned = withActions(planned, toActions(planned, gap, "", made));
    };
    for (const entry of said) add(changesOf(entry.answer, questionOf(entry)));
    const changed = changes.map(({ pointer }) => pointer);
    const rewritten = brokenExamples(before, planned, changed);
    add(repairExamples(before, planned, changed));
    const places = [...new Set(changed.map(describePlace))];
    const where = places.length > 0 ? `at ${listOf(places)}` : "in words";
    const isClosed = said.some((entry) => isWhole(entry) && coversAll(entry.answer, gap));
    const effect = `${isClosed ? "closes" : "narrows"} it ${where}`;
    const { words: _, ...keys } = asObject(Object.assign({}, ...said.map((each) => each.answer)));
    const [first, ...others] = Object.keys(keys);
    const isVerdict = first === "answer" && others.length === 0;
    const answer = isVerdict ? String(keys[first]) : keys;
    const verified = {
      ...(isClosed && { gap: gap.id, question: firstQuestion(gap) }),
      ...{ ...signed, evidence: told },
      ...(isClosed && first && { answer }),
      ...(gap.also && { also: gap.also }),
    };
    const note = isClosed ? { remove: true as const } : undefined;
    const actions = toActions(before, gap, `Effect: ${effect}.`, changes, verified, note);
    // Examples that could not be rewritten: what they should say, only a person knows.
    const left = brokenExamples(before, planned, changed);
    const placesOf = (pointers: string[]) => [...new Set(pointers.map(name))].join(", ");
    const remedies = [
      [rewritten.filter((pointer) => !left.includes(pointer)), "; rewrites the examples at "],
      [left, "; correct by hand the examples at "],
    ] as const;
    const remedy = remedies.map(([all, says]) => (all.length > 0 ? says + placesOf(all) : ""));
    return { gap: gap.id, effect: effect + remedy.join(""), isClosed, actions };
  };
  const ofGaps = [...Map.groupBy(entries, ({ gap }) => gap).values()];
  const answered = forAll(ofGaps, wrong, (own) => [close(own)]);
  // Each answer once more, on what all have led to: if it would still change something, another one has taken it back.
  forAll(entries, wrong, (entry) => {
    const [changed] = changesOf(entry.answer, questionOf(entry));
    const place = changed && describePlace(changed.pointer);
    if (place) entry.refuse(`beside the other answers, it would change ${place} again`);
    requireTaken(entry.answer, questionOf(entry));
    return [];
  });
  if (wrong.size > 0) throw new UserError(inOrder([...wrong], file).join("\n"));
  return { overlay: toOverlay(document, `Answers of the owner, ${date}`, answered), answered };
}

/** Messages about a file, by its lines. */
function inOrder(messages: string[], file: string): string[] {
  const lineOf = (message: string) => Number.parseInt(message.slice(file.length + 1), 10);
  return messages
    .flatMap((message) => message.split("\n"))
    .sort((one, other) => lineOf(one) - lineOf(other));
}

/** Whether nothing is left to ask: of codes, an operation without one is; of values, whether these are all (`complete`). */
function coversAll(answer: Answer, { operations }: Gap): boolean {
  const { codes, complete, values, words } = answer;
  if (values !== undefined) return complete !== undefined;
  return !isObject(codes) || words !== undefined || operations.every((id) => id in codes);
}
