/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import { describePlace, type OpenApiDocument } from "../document/document.ts";
import { type ClosingAction, type Overlay, withActions } from "../document/overlay.ts";
import { Checker } from "../api/checker.ts";
import type { Verification } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { brokenExamples, type Question, toActions, toOverlay } from "./actions.ts";
import { type Answer, type Entry, readAnswers } from "./answer-file.ts";
import { changesOf, isShared, requireTaken } from "./changes.ts";

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
  let planned = document;
  const answered = [...Map.groupBy(entries, ({ gap }) => gap)].map(([gap, own]): Closing => {
    const before = planned;
    const said = own.filter(({ answer }) => saysSomething(answer));
    const told = own.map((entry) => entry.told).join(" ");
    // A tick with a name of its own is about a part of the gap.
    const isClosed = said.some(({ id, answer }) => id === gap.id || answer["complete"] === true);
    const verified: Verification = {
      ...(isClosed ? { gap: gap.id, question: gap.question } : {}),
      ...{ date, kind: "stated by the owner", by, evidence: told },
    };
    const changes = said.flatMap((entry) => {
      const made = changesOf(entry.answer, questionOf(entry, planned, verified));
      if (made.length > 0) planned = withActions(planned, toActions(planned, gap, "", made));
      return made;
    });
    const isNone = said.length === 0;
    const places = new Set(changes.map(({ pointer }) => describePlace(pointer)));
    const where = places.size > 0 ? `at ${[...places].join(", ")}` : "in words";
    const effect = isNone
      ? "stays open, and its reading says so"
      : `${isClosed ? "closes" : "narrows"} it ${where}`;
    const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and says: ${told}`;
    const kept = isNone ? { update: { reading } } : undefined;
    const note = isClosed ? { remove: true as const } : kept;
    const evidence = isNone ? undefined : verified;
    const actions = toActions(before, gap, `Effect: ${effect}.`, changes, evidence, note);
    const changed = changes.map(({ pointer }) => pointer);
    const broken = brokenExamples(before, planned, changed).map(name);
    // What they should say, only a person knows.
    const remedy =
      broken.length > 0 ? `; correct by hand the examples at ${broken.join(", ")}` : "";
    return { gap: gap.id, effect: effect + remedy, isClosed, actions };
  });
  for (const entry of entries) requireHeld(entry, planned);
  return { overlay: toOverlay(document, `Answers of the owner, ${date}`, answered), answered };
}

const questionOf = (
  { gap, refuse }: Entry,
  document: OpenApiDocument,
  verified: Verification = { date: "", evidence: "" },
): Question => ({ interface: Checker.of(document).interface, gap, verified, refuse });

/** Refuses an answer that another one, or the document, denies: there it would change something again, or is said though denied. */
function requireHeld(entry: Entry, planned: OpenApiDocument): void {
  const { answer, denied, refuse } = entry;
  const question = questionOf(entry, planned);
  const [changed] = saysSomething(answer) ? changesOf(answer, question) : [];
  if (changed)
    refuse(`beside the other answers, it would change ${describePlace(changed.pointer)} again`);
  requireTaken(answer, question);
  if (isStatement(denied) && isSaid(denied, question))
    refuse("the document says what it denies, or the other answers do");
}

/** Whether a document says what an answer says. */
function isSaid(answer: Answer, question: Question): boolean {
  if ("always" in answer && isShared(question.interface, question.gap)) return false;
  try {
    return changesOf(answer, question).length === 0;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** Whether an answer is one: a promise of nothing, and a no that stands for no answer, leave the gap as it is. */
const saysSomething = (answer: Answer): boolean =>
  !("promise" in answer) && Object.keys(answer).length > 0;

/** Whether a document can say it. That `lent` is the first state may be denied, and yet it is one. */
const isStatement = (answer: Answer): boolean =>
  Object.keys(answer).some((name) => !["answer", "promise", "values", "words"].includes(name));
