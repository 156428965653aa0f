/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  resolvePointer,
} from "../document/document.ts";
import { type ClosingAction, type Overlay, withActions } from "../document/overlay.ts";
import { parseFile } from "../document/files.ts";
import { Positions } from "../document/source-tree.ts";
import { formats } from "../document/validators.ts";
import { Checker } from "../api/checker.ts";
import {
  collectClosedGaps,
  describeClosing,
  type Gap,
  requireUniqueIds,
  type Verification,
} from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { brokenExamples, type Change, type Question, toActions, toOverlay } from "./actions.ts";
import { type Answer, answersSchema, changesOf, isKey, isShared, requireTaken } from "./changes.ts";

/** What becomes of a gap that was answered. */
export interface Closing {
  gap: string;
  /** What the document says from then on. */
  effect: string;
  isClosed: boolean;
  actions: ClosingAction[];
}

/** An entry of the file: an answer to a gap, or a statement about it that was ticked. */
interface Entry {
  id: string;
  /** Name of the gap. */
  gap: string;
  isTick: boolean;
  answer: Answer;
  /** What a yes would have said, where the tick is a no. */
  denied?: Answer;
  /** The answer in words. */
  told: string;
}

const ajv = new Ajv2020({ strict: false, strictNumbers: true, verbose: true, formats });
const isAnswers = ajv.compile<Record<"by" | "date", string>>(answersSchema);

/**
 * The overlay that a file of answers asks for. Each answer is written into the document that those before it have led to, so
 * that two which deny each other are found as one is that denies the document.
 *
 * @param name how a place of the document is told, for instance by its file and line
 * @throws {UserError} for a file that cannot be read or answers nothing, a gap that does not exist, and an
 *   answer that says too little or does not fit its gap
 */
export function answersToOverlay(
  document: OpenApiDocument,
  file: string,
  name = (pointer: string) => pointer,
): { overlay: Overlay; answered: Closing[] } {
  requireUniqueIds(Checker.of(document).gaps);
  const { answers: given = null, ...head } = asObject(parseFile(file));
  const at = (path: string[]) => `${file}:${new Positions(file).of(path).line}`;
  const refuse = (id: string, why: string, ...keys: string[]): never => {
    throw new UserError(`${at(["answers", id, ...keys])}: ${why}`);
  };
  const entries = Object.entries(asObject(given)).flatMap(([id, said]) => readEntry(id, said));
  const written = Object.fromEntries(entries.map(({ id, answer }) => [id, answer]));
  const signed: unknown = { ...head, answers: isObject(given ?? {}) ? written : given };
  if (!isAnswers(signed)) throw new UserError(explain(isAnswers.errors!, at));
  const { by, date } = signed;
  const parts = entries.map((entry) => ({ ...entry, gap: gapOf(entry, document, refuse) }));
  if (parts.length === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  let planned = document;
  const besideOf = (id: string, gap: Gap): string => {
    const others = parts.filter((other) => other.gap === gap && other.id !== id);
    const told = others.map((other) => `${other.id} (${at(["answers", other.id])})`).join(" and ");
    return told && ` beside ${told}`;
  };
  const answered = [...Map.groupBy(parts, ({ gap }) => gap)].map(([gap, own]): Closing => {
    const before = planned;
    // What says all values comes before what names some.
    const said = own
      .filter(({ answer }) => saysSomething(answer))
      .sort((one, other) => Number(isWhole(other.answer)) - Number(isWhole(one.answer)));
    const told = own.map((part) => part.told).join(" ");
    // A tick with a name of its own is about a part of the gap.
    const isClosed = said.some(({ id, answer }) => id === gap.id || isWhole(answer));
    const verified: Verification = {
      ...(isClosed ? { gap: gap.id, question: gap.question } : {}),
      ...{ date, kind: "stated by the owner", by, evidence: told },
    };
    const changes = said.flatMap(({ id, answer }) => {
      const refuseKey = (why: string, key = ""): never => {
        const wrong = `${id}.${key} does not fit${besideOf(id, gap)}: ${why}`;
        return refuse(id, `${wrong}. Answer with what fits, or in words.`, key);
      };
      const made = changesOf(answer, questionAt(planned, gap, verified, refuseKey));
      if (made.length > 0) planned = withActions(planned, toActions(planned, gap, "", made));
      requireTaken(answer, questionAt(planned, gap, verified, refuseKey));
      return made;
    });
    const isNone = said.length === 0;
    const changed = namesOf(changes, gap).join(", ");
    const effects = [isClosed ? "" : "narrows it", changed && `changes ${changed}`].filter(Boolean);
    const effect = isNone
      ? "stays open, and its reading says so"
      : effects.join(" and ") || "closes it in words";
    const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and says: ${told}`;
    const kept = isNone ? { update: { reading } } : undefined;
    const note = isClosed ? { remove: true as const } : kept;
    const evidence = isNone ? undefined : verified;
    const actions = toActions(before, gap, `Effect: ${effect}.`, changes, evidence, note);
    const isInWords =
      isShared(Checker.of(before).interface, gap.node) &&
      JSON.stringify(said.map((part) => part.answer)).includes('"always":');
    const broken = planned === before ? [] : brokenExamples(before, planned).map(name);
    const inWords =
      "requests have the same schema, so what is always in responses is told in words, unless it is readOnly";
    // What they should say, only a person knows.
    const remedy = `correct by hand the examples at ${broken.join(", ")}`;
    const remarks = [isInWords && inWords, broken.length > 0 && remedy].filter(Boolean);
    return { gap: gap.id, effect: [effect, ...remarks].join("; "), isClosed, actions };
  });
  for (const { id, gap, answer, denied = {} } of parts) {
    const isSaid = isStatement(denied) && objectionTo(denied, planned, gap) === undefined;
    const why = isSaid ? "the document says what it denies" : objectionTo(answer, planned, gap);
    const beside = besideOf(id, gap) || " beside the other answers";
    if (why) refuse(id, `${id} does not hold${beside}: ${why}. Keep what holds.`);
  }
  return { overlay: toOverlay(document, `Answers of the owner, ${date}`, answered), answered };
}

/** The open gap that an entry answers. Refuses one that is closed, and an answer that says too little or denies itself. */
function gapOf(
  { id, gap: name, isTick, answer }: Entry,
  document: OpenApiDocument,
  refuse: (id: string, why: string, ...keys: string[]) => never,
): Gap {
  const gap = Checker.of(document).gaps.find((each) => each.id === name);
  if (!gap) return refuse(id, noGap(name, document));
  if (!isTick && !saysEnough(answer, gap)) {
    const why = `"${answer["answer"]}" alone does not answer ${id}: ${gap.question}`;
    refuse(id, `${why} Answer in words as well.`);
  }
  const { promise, words = null, ...others } = answer;
  const [other] = Object.keys(others);
  if (promise !== undefined && other !== undefined)
    refuse(id, `promise: none stands alone or with words. Leave out ${other}, or it.`, "promise");
  if (bareAnswer(words) !== null)
    refuse(id, `the words "${String(words)}" deny the answer. Keep what holds.`, "words");
  return gap;
}

const questionAt = (
  document: OpenApiDocument,
  gap: Gap,
  verified: Verification,
  refuse: Question["refuse"],
): Question => ({
  ...{ interface: Checker.of(document).interface, gap, verified, refuse },
  node: resolvePointer(document, gap.node),
});

function noGap(id: string, document: OpenApiDocument): string {
  const closed = collectClosedGaps(document).find((each) => each.id === id);
  return closed
    ? `${id} is closed. ${describeClosing(closed)}. Remove this answer, or ask anew under another name.`
    : `there is no open gap ${id}. openapi-gaps register names them all.`;
}

/** The keys of the object of a gap that changes concern, and those of other objects. */
const namesOf = (changes: Change[], gap: Gap): string[] => [
  ...new Set(
    changes.flatMap(({ pointer, update, remove = [] }) =>
      pointer.startsWith(`${gap.node}/`)
        ? parsePointer(pointer.slice(gap.node.length))[0]!
        : [...Object.keys(update), ...remove],
    ),
  ),
];

/** Why an answer does not hold in the document that all have led to; undefined where that says it. */
function objectionTo(answer: Answer, document: OpenApiDocument, gap: Gap): string | undefined {
  const question = questionAt(document, gap, { date: "", evidence: "" }, (why, key) => {
    throw new UserError(`${key}: ${why}`);
  });
  try {
    const [changed] = namesOf(changesOf(answer, question), gap);
    requireTaken(answer, question);
    return changed && `it would change ${changed} again`;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Whether an answer is one: a promise of nothing, and a no that stands for no answer, leave the gap as it is. */
const saysSomething = (answer: Answer): boolean =>
  !("promise" in answer) && Object.keys(answer).length > 0;

/** Whether a document can say it. That `lent` is the first state may be denied, and yet it is one. */
const isStatement = (answer: Answer): boolean =>
  Object.keys(answer).some((name) => !["answer", "promise", "values", "words"].includes(name));

const isWhole = ({ complete }: Answer): boolean => complete === true;

/** Whether an answer says enough: a bare yes or no does where the question is one proposition. */
function saysEnough(answer: Answer, { answer: kind, question }: Gap): boolean {
  if (Object.keys(answer).some((key) => key !== "answer")) return true;
  // `or` and a further clause make several propositions of which one may hold and another not.
  const isCompound = /\bor\b|\band\/or\b|, and\b|\?\s.*\?/is.test(
    question.replaceAll(/`[^`]*`/g, ""),
  );
  return kind === "yes-no" && answer["answer"] !== "depends" && !isCompound;
}

/** A text alone is written out, a tick is the answer that it stands for, and what was not filled in is left out. */
function readEntry(id: string, given: Json): Entry[] {
  const { statement, gap, ...others } = isObject(given) ? given : { words: given };
  if (typeof statement !== "string" || typeof gap !== "string") {
    const answer = filledIn(others);
    const isEmpty = Object.keys(answer).length === 0;
    return isEmpty ? [] : [{ id, gap: id, isTick: false, answer, told: inWords(answer) }];
  }
  const { holds, answer: also = null, words = null, yes, no, ...filled } = others;
  const replied = holds ?? also;
  const ticked = bareAnswer(replied ?? words);
  // What is no tick is refused.
  const wrong = ticked === null && replied !== null ? { holds: replied } : {};
  const { answer: _, ...own } = filledIn({ ...filled, answer: ticked, words, ...wrong });
  if (ticked === null && Object.keys(own).length === 0) return [];
  const stands = asObject({ yes, no }[String(ticked)]);
  // What a yes stands for, the statement says.
  const { answer: __, promise, ...details } = ticked === "no" ? { ...stands, ...own } : own;
  // "`reader` is always there: no." A no before the statement would read as if it held.
  const said = verdicts[promise === undefined ? String(ticked) : "none"];
  const head = statement.endsWith("?")
    ? `${statement} ${said ?? ""}`.trim()
    : `${statement.replace(/\.$/, "")}${said ? `: ${said.toLowerCase()}` : "."}`;
  const told = [head, inWords(details)].filter(Boolean).join(" ");
  const denied = ticked === "no" ? asObject(yes) : {};
  return [{ id, gap, isTick: true, answer: { ...stands, ...own }, denied, told }];
}

/** What was filled in; words that are a bare yes or no are that answer. */
function filledIn({ answer = null, words = null, ...others }: JsonObject): Answer {
  const bare = bareAnswer(words);
  const said = bareAnswer(answer) ?? answer;
  const isBare = bare !== null && (said === null || said === bare);
  const parts = { answer: isBare ? bare : said, words: isBare ? null : words, ...others };
  // A key that there is not is refused, filled in or not: of `1,000`, the `000` would be one.
  const isFilledIn = ([name, part]: [string, Json]) => part !== null || !isKey(name);
  return Object.fromEntries(Object.entries(parts).filter(isFilledIn)) as Answer;
}

const verdicts: Record<string, string> = {
  ...{ yes: "Yes.", no: "No.", depends: "It depends." },
  none: "Nothing is promised.",
};

/** The `yes` of "Yes."; null for what says more. */
function bareAnswer(said: Json): string | null {
  if (typeof said === "boolean") return said ? "yes" : "no";
  if (typeof said !== "string") return null;
  const [, word = ""] = /^\s*(\w+)[.!]?\s*$/.exec(said.toLowerCase()) ?? [];
  return ["yes", "no", "depends"].includes(word) ? word : null;
}

/** What is wrong with the file: of the forms that a value may have, the one that fits most of it. */
function explain(problems: ErrorObject[], at: (path: string[]) => string): string {
  const depths = problems.map(({ instancePath }) => instancePath.length);
  const problem = problems[depths.indexOf(Math.max(...depths))]!;
  const { params, message, keyword, propertyName } = problem;
  const path = parsePointer(`#${problem.instancePath}`).concat(propertyName ?? []);
  const what = path.length > 0 ? path.join(".") : "the file";
  if (keyword === "additionalProperties") {
    const unknown = String(params["additionalProperty"]);
    const known = Object.keys(asObject(asObject(problem.parentSchema)["properties"]));
    const why =
      unknown === "holds"
        ? "holds is yes, no or depends, beside the gap and the statement of the form. Write all else behind words"
        : `${what} cannot have ${unknown}. It can have ${known.join(", ")}`;
    return `${at([...path, unknown])}: ${why}.`;
  }
  const allowed = ["enum", "const"].includes(keyword)
    ? ` ${[params["allowedValues"] ?? params["allowedValue"]].flat().join(", ")}`
    : "";
  const { description: hint = "openapi-gaps answers --help says what an answer looks like" } =
    asObject(problem.parentSchema);
  const wrong = keyword === "pattern" ? "does not fit" : message;
  return `${at(path)}: ${what} ${wrong}${allowed}. ${String(hint)}.`;
}

/** An answer as sentences: a yes or no, the words, and every other key with its value. */
function inWords({ answer, words, promise = answer!, ...others }: Answer): string {
  return [
    ...(promise === undefined ? [] : [verdicts[String(promise)]]),
    ...(words === undefined ? [] : [`${String(words).trim().replace(/\.$/, "")}.`]),
    ...Object.entries(others).map(
      ([key, value]) => `${key}: ${typeof value === "object" ? JSON.stringify(value) : value}.`,
    ),
  ].join(" ");
}
