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
import { type ClosingAction, merge, type Overlay, withActions } from "../document/overlay.ts";
import { parseFile } from "../document/files.ts";
import { Positions } from "../document/source-tree.ts";
import { formats } from "../document/validators.ts";
import { Checker } from "../api/checker.ts";
import { type Gap, requireUniqueIds, type Verification } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { toActions, toOverlay } from "./actions.ts";
import { type Answer, answersSchema, changesOf, isShared } from "./changes.ts";
import { brokenExamples } from "./replay.ts";

/** A file of answers, once it is written out. */
interface Answers {
  /** Role of the person who answers. */
  by: string;
  /** `YYYY-MM-DD`. */
  date: string;
  answers: Record<string, Answer>;
}

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
  /** The answer in words. */
  told: string;
}

const ajv = new Ajv2020({ strict: false, verbose: true, formats });
const isAnswers = ajv.compile<Answers>(answersSchema);

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
  const entries = Object.entries(asObject(given)).flatMap(([id, said]) => readEntry(id, said));
  const answers = Object.fromEntries(entries.map(({ id, answer }) => [id, answer]));
  const at = (path: string[]) => `${file}:${new Positions(file).of(path).line}`;
  const signed: unknown = { ...head, answers };
  if (!isAnswers(signed)) throw new UserError(explain(isAnswers.errors![0]!, at));
  const { by, date } = signed;
  const refuse = (id: string, why: string, ...keys: string[]): never => {
    throw new UserError(`${at(["answers", id, ...keys])}: ${why}`);
  };
  const parts = entries.map((entry) => {
    const { id, isTick, answer } = entry;
    const gap =
      gaps.find((each) => each.id === entry.gap) ??
      refuse(id, `there is no open gap ${entry.gap}. openapi-gaps register names them all.`);
    if (!isTick && !saysEnough(answer, gap))
      refuse(
        id,
        `"${answer["answer"]}" alone does not answer ${id}: ${gap.question} Answer in words as well.`,
      );
    return { ...entry, gap };
  });
  const answered = [...Map.groupBy(parts, ({ gap }) => gap)].map(([gap, own]): Closing => {
    const answer = join(own.map((part) => part.answer));
    const told = own.map((part) => part.told).join(" ");
    if (answer["promise"] === "none" || Object.keys(answer).length === 0) {
      const said = answer["promise"] === "none" ? "promises nothing." : "says:";
      const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and ${said} ${told}`;
      const note = { update: { reading: reading.trim() } };
      const actions = toActions(document, gap, "The gap stays.", [], undefined, note);
      const effect = "stays open, and its reading says so";
      return { gap: gap.id, effect, isClosed: false, actions };
    }
    // A tick with a name of its own is about a part of the gap.
    const isWhole = own.some(({ id }) => id === gap.id) || answer["complete"] === true;
    const verified: Verification = {
      ...(isWhole ? { gap: gap.id, question: gap.question } : {}),
      ...{ date, kind: "stated by the owner", by, evidence: told },
    };
    const question = { interface: of, gap, node: resolvePointer(document, gap.node), verified };
    const { id } = own[0]!;
    const changes = changesOf(answer, question, (key, why) =>
      refuse(id, `${id}.${key} does not fit: ${why}. Answer with what fits, or in words.`, key),
    );
    const keys = changes.flatMap(({ update, remove = [] }) => [...Object.keys(update), ...remove]);
    const changed = keys.length > 0 ? `changes ${[...new Set(keys)].join(", ")}` : "";
    const effect = isWhole
      ? changed || "closes it in words"
      : `narrows it${changed && ` and ${changed}`}`;
    const isInWords =
      isShared(question) &&
      JSON.stringify(answer).includes('"always":') &&
      !keys.includes("required");
    const kept = isInWords
      ? "; requests have the same schema, so what is always in responses is told in words"
      : "";
    const note = isWhole ? { remove: true as const } : undefined;
    const actions = toActions(document, gap, `Effect: ${effect}.`, changes, verified, note);
    // What they should say, only a person knows.
    const broken =
      changes.length === 0 ? [] : brokenExamples(document, withActions(document, actions));
    const remedy =
      broken.length > 0 ? `; correct by hand the examples at ${broken.map(name).join(", ")}` : "";
    return { gap: gap.id, effect: effect + kept + remedy, isClosed: isWhole, actions };
  });
  if (answered.length === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  return { overlay: toOverlay(document, `Answers of the owner, ${date}`, answered), answered };
}

/** One answer of several to the same gap: lists and fields are joined, and so are words. */
function join(answers: Answer[]): Answer {
  const joined: { answer: Answer } = { answer: {} };
  for (const answer of answers) merge(joined, ["answer"], answer);
  const words = answers.flatMap((answer) => answer["words"] ?? []);
  return words.length > 0 ? { ...joined.answer, words: words.join(" ") } : joined.answer;
}

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
  const { holds = null, answer = null, words = null, yes, no, ...filled } = others;
  const replied = holds ?? answer ?? words;
  const ticked = bareAnswer(replied);
  const rest = replied === words ? null : words;
  const own = filledIn({ ...filled, words: ticked === null ? replied : rest });
  if (ticked === null && Object.keys(own).length === 0) return [];
  // What a yes stands for, the statement says.
  const { answer: _, ...details } = ticked === "no" ? { ...asObject(no), ...own } : own;
  // "`reader` is always there: no." A no before the statement would read as if it held.
  const said = yesNo[String(ticked)];
  const head = statement.endsWith("?")
    ? `${statement} ${said ?? ""}`.trim()
    : `${statement.replace(/\.$/, "")}${said ? `: ${said.toLowerCase()}` : "."}`;
  const told = [head, inWords(details)].filter(Boolean).join(" ");
  return [{ id, gap, isTick, answer: { ...asObject({ yes, no }[String(ticked)]), ...own }, told }];
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

const yesNo: Record<string, string> = { yes: "Yes.", no: "No.", depends: "It depends." };

/** The `yes` of "Yes."; null for what says more. */
function bareAnswer(said: Json): string | null {
  if (typeof said === "boolean") return said ? "yes" : "no";
  if (typeof said !== "string") return null;
  const [, word = ""] = /^\s*(\w+)[.!]?\s*$/.exec(said.toLowerCase()) ?? [];
  return Object.hasOwn(yesNo, word) ? word : null;
}

function explain(problem: ErrorObject, at: (path: string[]) => string): string {
  const path = parsePointer(`#${problem.instancePath}`);
  const { params, message, keyword } = problem;
  const what = path.length > 0 ? path.join(".") : "the file";
  if (keyword === "additionalProperties") {
    const unknown = String(params["additionalProperty"]);
    const known = Object.keys(asObject(asObject(problem.parentSchema)["properties"]));
    const alone = unknown === "holds" ? " without the gap and the statement of the form" : "";
    return `${at([...path, unknown])}: ${what} cannot have ${unknown}${alone}. It can have ${known.join(", ")}.`;
  }
  const allowed = ["enum", "const"].includes(keyword)
    ? ` ${[params["allowedValues"] ?? params["allowedValue"]].flat().join(", ")}`
    : "";
  const { description: hint } = asObject(problem.parentSchema);
  const more = hint === undefined ? "" : ` ${String(hint)}.`;
  return `${at(path)}: ${what} ${message}${allowed}.${more} openapi-gaps answers --help says what an answer looks like.`;
}

/** An answer as sentences: a yes or no, the words, and every other key with its value. */
function inWords({ answer, words, promise: _, ...others }: Answer): string {
  return [
    ...(answer === undefined ? [] : [yesNo[String(answer)]]),
    ...(words === undefined ? [] : [`${String(words).replace(/\.\s*$/, "")}.`]),
    ...Object.entries(others).map(
      ([key, value]) => `${key}: ${typeof value === "object" ? JSON.stringify(value) : value}.`,
    ),
  ].join(" ");
}
