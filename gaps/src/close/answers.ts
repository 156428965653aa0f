/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  resolvePointer,
} from "../document/document.ts";
import { type ClosingAction, merge, type Overlay, withActions } from "../document/overlay.ts";
import { parseFile } from "../document/files.ts";
import { Positions } from "../document/source-tree.ts";
import { formats } from "../document/validators.ts";
import { Checker } from "../api/checker.ts";
import {
  type ClosedGap,
  collectClosedGaps,
  describeClosing,
  type Gap,
  requireUniqueIds,
  type Verification,
} from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { toActions, toOverlay } from "./actions.ts";
import {
  type Answer,
  answersSchema,
  changesOf,
  findDenied,
  isShared,
  valuesIn,
} from "./changes.ts";
import { brokenExamples } from "./replay.ts";

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

type Said = Pick<Entry, "answer" | "denied">;

const ajv = new Ajv2020({ strict: false, strictNumbers: true, verbose: true, formats });
const isAnswers = ajv.compile<Record<"by" | "date", string>>(answersSchema);

/**
 * The overlay that a file of answers asks for.
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
  const { gaps, interface: of } = Checker.of(document);
  requireUniqueIds(gaps);
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
  const parts = entries.map((entry) => {
    const { id, isTick, answer } = entry;
    const gap =
      gaps.find((each) => each.id === entry.gap) ??
      refuse(id, noGap(entry.gap, collectClosedGaps(document)));
    if (!isTick && !saysEnough(answer, gap))
      refuse(
        id,
        `"${answer["answer"]}" alone does not answer ${id}: ${gap.question} Answer in words as well.`,
      );
    const [other] = Object.keys(answer).filter((key) => !["promise", "words"].includes(key));
    if ("promise" in answer && other !== undefined)
      refuse(id, `promise: none stands alone or with words. Leave out ${other}, or it.`, "promise");
    return { ...entry, gap };
  });
  const answered = [...Map.groupBy(parts, ({ gap }) => gap)].map(([gap, own]): Closing => {
    for (const one of own)
      for (const { id } of own.filter((other) => denies(one, other)))
        refuse(one.id, `this denies ${id} (${at(["answers", id])}). Keep what holds.`);
    const said = own.filter(({ answer }) => saysSomething(answer));
    const answer = join(said.map((part) => part.answer));
    const told = own.map((part) => part.told).join(" ");
    // A tick with a name of its own is about a part of the gap.
    const isClosed = said.some(({ id }) => id === gap.id) || answer["complete"] === true;
    const verified: Verification = {
      ...(isClosed ? { gap: gap.id, question: gap.question } : {}),
      ...{ date, kind: "stated by the owner", by, evidence: told },
    };
    const question = { interface: of, gap, node: resolvePointer(document, gap.node), verified };
    const refuseKey = (key: string, why: string): never => {
      const { id } = said.find((part) => key in part.answer)!;
      const remedy = "Answer with what fits, or in words.";
      return refuse(id, `${id}.${key} does not fit: ${why}. ${remedy}`, key);
    };
    const changes = changesOf(answer, question, refuseKey);
    const keys = changes.flatMap(({ pointer, update, remove = [] }) => {
      const [inside] = parsePointer(
        pointer.startsWith(`${gap.node}/`) ? pointer.slice(gap.node.length) : "",
      );
      const changed = [...Object.keys(update), ...remove];
      return inside !== undefined && changed.length > 0 ? [inside] : changed;
    });
    const changed = keys.length > 0 ? `changes ${[...new Set(keys)].join(", ")}` : "";
    const isNone = said.length === 0;
    const effect = isNone
      ? "stays open, and its reading says so"
      : isClosed
        ? changed || "closes it in words"
        : `narrows it${changed && ` and ${changed}`}`;
    const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and says: ${told}`;
    const kept = isNone ? { update: { reading } } : undefined;
    const note = isClosed ? { remove: true as const } : kept;
    const evidence = isNone ? undefined : verified;
    const actions = toActions(document, gap, `Effect: ${effect}.`, changes, evidence, note);
    const planned = changes.length > 0 ? withActions(document, actions) : document;
    const denied = findDenied(planned, gap, answer);
    if (denied) refuseKey(...denied);
    const isInWords = isShared(question) && JSON.stringify(answer).includes('"always":');
    const shared = isInWords
      ? "; requests have the same schema, so what is always in responses is told in words, unless it is readOnly"
      : "";
    // What they should say, only a person knows.
    const broken = planned === document ? [] : brokenExamples(document, planned).map(name);
    const remedy =
      broken.length > 0 ? `; correct by hand the examples at ${broken.join(", ")}` : "";
    return { gap: gap.id, effect: effect + shared + remedy, isClosed, actions };
  });
  if (answered.length === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  return { overlay: toOverlay(document, `Answers of the owner, ${date}`, answered), answered };
}

function noGap(id: string, all: ClosedGap[]): string {
  const closed = all.find((each) => each.id === id);
  return closed
    ? `${id} is closed: ${describeClosing(closed)}. Remove this answer, or ask anew under another name.`
    : `there is no open gap ${id}. openapi-gaps register names them all.`;
}

/** Whether an answer is one: a promise of nothing, and a no that stands for no answer, leave the gap as it is. */
const saysSomething = (answer: Answer): boolean =>
  !("promise" in answer) && Object.keys(answer).length > 0;

/** One answer of several to the same gap: lists and fields are joined, and so are words. */
function join(answers: Answer[]): Answer {
  const joined: { answer: Answer } = { answer: {} };
  for (const answer of answers) merge(joined, ["answer"], answer);
  const values = answers.flatMap(valuesIn);
  const words = answers.flatMap((answer) => answer["words"] ?? []);
  return {
    ...joined.answer,
    ...(values.length > 0 ? { values } : {}),
    ...(words.length > 0 ? { words: words.join(" ") } : {}),
  };
}

/** Whether two answers to one gap cannot both hold. */
function denies({ answer, denied = {} }: Said, { answer: other }: Said): boolean {
  const { words: _, ...said } = answer;
  const isWithin = (all: Answer) =>
    all["complete"] !== true || valuesIn(other).every((name) => valuesIn(all).includes(name));
  // That `lent` is the first state may be denied, and yet it is one.
  const isStatement = saysSomething(denied) && ("complete" in denied || !("values" in denied));
  const isDenied = isStatement && includes(other, denied) && isWithin(denied);
  return isDenied || differs(said, other) || !isWithin(answer);
}

/** Whether two answers give another value to the same key. */
const differs = (one: Json, other: Json | undefined): boolean =>
  isObject(one) && isObject(other)
    ? Object.entries(one).some(([key, value]) => differs(value, other[key]))
    : other !== undefined && typeof one !== "object" && one !== other;

/** Whether an answer says all that another one does. */
const includes = (whole: Json | undefined, part: Json): boolean =>
  isObject(part)
    ? Object.entries(part).every(([key, value]) => includes(asObject(whole)[key], value))
    : asList(part).every((item) => asList(whole).includes(item)) &&
      (Array.isArray(part) || whole === part);

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
  const isTick = typeof statement === "string" && typeof gap === "string";
  if (!isTick) {
    const answer = filledIn(others);
    const isEmpty = Object.keys(answer).length === 0;
    return isEmpty ? [] : [{ id, gap: id, isTick, answer, told: inWords(answer) }];
  }
  const { holds = null, answer = null, words = null, yes = null, no = null, ...filled } = others;
  const replied = holds ?? answer;
  const ticked = bareAnswer(replied ?? words);
  const own = filledIn({
    ...filled,
    // What is no tick is refused.
    holds: ticked === null ? replied : null,
    words: replied === null && ticked !== null ? null : words,
  });
  if (ticked === null && Object.keys(own).length === 0) return [];
  // What a yes stands for, the statement says.
  const { answer: _, promise, ...details } = ticked === "no" ? { ...asObject(no), ...own } : own;
  // "`reader` is always there: no." A no before the statement would read as if it held.
  const said = verdicts[promise === undefined ? String(ticked) : "none"];
  const head = statement.endsWith("?")
    ? `${statement} ${said ?? ""}`.trim()
    : `${statement.replace(/\.$/, "")}${said ? `: ${said.toLowerCase()}` : "."}`;
  const told = [head, inWords(details)].filter(Boolean).join(" ");
  const stands = asObject({ yes, no }[String(ticked)]);
  const denied = ticked === "no" ? asObject(yes) : {};
  return [{ id, gap, isTick, answer: { ...stands, ...own }, denied, told }];
}

/** What was filled in; words that are a bare yes or no are that answer. */
function filledIn({ answer = null, words = null, ...others }: JsonObject): Answer {
  const bare = bareAnswer(words);
  const isBare = bare !== null && (answer === null || bareAnswer(answer) === bare);
  const parts = {
    answer: isBare ? bare : (bareAnswer(answer) ?? answer),
    words: isBare ? null : words,
    ...others,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)) as Answer;
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
  return `${at(path)}: ${what} ${message}${allowed}. ${String(hint)}.`;
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
