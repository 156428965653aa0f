/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import { describePlace, type OpenApiDocument } from "../document/document.ts";
import { type ClosingAction, type Overlay, withActions } from "../document/overlay.ts";
import { Checker } from "../api/checker.ts";
import { brokenExamples, type Question, toActions, toOverlay } from "./actions.ts";
import { type Entry, readAnswers } from "./answer-file.ts";
import { changesOf, requireTaken } from "./changes.ts";

/** What becomes of a gap that was answered. */
export interface Closing {
  gap: string;
  /** What the document says from then on. */
  effect: string;
  isClosed: boolean;
  actions: ClosingAction[];
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
  name = (pointer: string) => pointer,
): { overlay: Overlay; answered: Closing[] } {
  const { by, date, entries } = readAnswers(file, Checker.of(document).gaps);
  const signed = { date, kind: "stated by the owner", by } as const;
  let planned = document;
  const questionOf = ({ gap, told, refuse }: Entry): Question => ({
    ...{ interface: Checker.of(planned).interface, gap, refuse },
    verified: { ...signed, evidence: told },
  });
  const answered = [...Map.groupBy(entries, ({ gap }) => gap)].map(([gap, own]): Closing => {
    const told = own.map((entry) => entry.told).join(" ");
    const said = own.filter(({ answer }) => Object.keys(answer).length > 0);
    if (said.length === 0) {
      const effect = "stays open, and its reading says so";
      const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and says: ${told}`;
      const note = { update: { reading } };
      const actions = toActions(planned, gap, `Effect: ${effect}.`, [], undefined, note);
      return { gap: gap.id, effect, isClosed: false, actions };
    }
    const before = planned;
    const changes = said.flatMap((entry) => {
      const made = changesOf(entry.answer, questionOf(entry));
      if (made.length > 0) planned = withActions(planned, toActions(planned, gap, "", made));
      return made;
    });
    const changed = changes.map(({ pointer }) => pointer);
    const places = [...new Set(changed.map(describePlace))].join(", ");
    const where = places ? `at ${places}` : "in words";
    // A tick with a name of its own is about a part of the gap.
    const isClosed = said.some(({ id, answer }) => id === gap.id || answer["complete"] === true);
    const effect = `${isClosed ? "closes" : "narrows"} it ${where}`;
    const whole = isClosed ? { gap: gap.id, question: gap.question } : {};
    const verified = { ...whole, ...signed, evidence: told };
    const note = isClosed ? { remove: true as const } : undefined;
    const actions = toActions(before, gap, `Effect: ${effect}.`, changes, verified, note);
    const broken = [...new Set(brokenExamples(before, planned, changed).map(name))];
    // What they should say, only a person knows.
    const remedy =
      broken.length > 0 ? `; correct by hand the examples at ${broken.join(", ")}` : "";
    return { gap: gap.id, effect: effect + remedy, isClosed, actions };
  });
  // What another one denies would change something again.
  for (const entry of entries) {
    const [changed] = changesOf(entry.answer, questionOf(entry));
    const place = changed && describePlace(changed.pointer);
    if (place) entry.refuse(`beside the other answers, it would change ${place} again`);
    requireTaken(entry.answer, questionOf(entry));
  }
  return { overlay: toOverlay(document, `Answers of the owner, ${date}`, answered), answered };
}
