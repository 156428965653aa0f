/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../document/document.ts";
import { parsePointer } from "../document/json.ts";
import type { ClosingAction, Overlay } from "../document/overlay.ts";
import { parseFile, Positions } from "../document/files.ts";
import { formats } from "../document/validators.ts";
import { Checker } from "../api/checker.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { type Answer, answersSchema, changesOf } from "./changes.ts";
import { closeGap, type Closing, targetOf } from "./close-gap.ts";

/** A file of answers. */
interface Answers {
  /** Role of the person who answers. */
  by: string;
  /** `YYYY-MM-DD`. */
  date: string;
  answers: Record<string, Answer>;
}

const ajv = new Ajv2020({ strict: false, verbose: true, formats });
const isAnswers = ajv.compile<Answers>(answersSchema);

/**
 * The overlay that a file of answers asks for.
 *
 * @throws {UserError} for a file that cannot be read or answers nothing, a gap that does not exist, and an
 *   answer that says too little or does not fit its gap
 */
export function answersToOverlay(
  document: OpenApiDocument,
  file: string,
): { overlay: Overlay; answered: Closing[] } {
  const { gaps, interface: of } = Checker.of(document);
  const { read, ticks } = writeOut(parseFile(file));
  const at = (path: string[]) => `${file}:${new Positions(file).of(path).line}`;
  if (!isAnswers(read)) throw new UserError(explain(isAnswers.errors![0]!, at));
  const { by, date, answers } = read;
  const refuse = (id: string, why: string, ...keys: string[]): never => {
    throw new UserError(`${at(["answers", id, ...keys])}: ${why}`);
  };
  const parts = Object.entries(answers).map(([id, answer]): AnswerPart => {
    const { gap: name = id, told = inWords(answer) } = ticks.get(id) ?? {};
    const gap =
      gaps.find((each) => each.id === name) ??
      refuse(id, `there is no open gap ${name}. openapi-gaps register names them all.`);
    if (!ticks.has(id) && !says(answer, gap))
      refuse(
        id,
        `"${answer["answer"]}" alone does not answer ${id}: ${gap.question} Answer in words as well.`,
      );
    return { id, gap, answer, told };
  });
  const answered = [...Map.groupBy(parts, ({ gap }) => gap)].map(([gap, own]) => {
    const [{ id }] = own as [AnswerPart];
    const answer = mergeAnswers(own);
    const told = own.map((part) => part.told).join(" ");
    if (answer["promise"] === "none") return keepOpen(gap, `promises nothing. ${told}`, by, date);
    if (Object.keys(answer).length === 0) return keepOpen(gap, `says: ${told}`, by, date);
    const misfit = (why: string, ...keys: string[]) =>
      refuse(
        id,
        `${[id, ...keys].join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
        ...keys,
      );
    // A tick with a name of its own is about a part of the gap.
    const isWhole = own.some((part) => part.id === gap.id) || answer["complete"] === true;
    const verified: Verification = {
      ...(isWhole ? { gap: gap.id, question: gap.question } : {}),
      ...{ date, kind: "stated by the owner", by, evidence: told },
    };
    const place = { interface: of, gap, node: resolvePointer(document, gap.node), verified };
    const changes = changesOf(answer, place, (key, why) => misfit(why, key));
    const keys = changes.flatMap(({ update, remove = [] }) => [...Object.keys(update), ...remove]);
    const changed = keys.length > 0 ? `changes ${[...new Set(keys)].join(", ")}` : "";
    const effect = isWhole
      ? changed || "closes it in words"
      : `narrows it${changed && ` and ${changed}`}`;
    return closeGap(document, gap, effect, verified, changes);
  });
  if (answered.length === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  return {
    overlay: {
      overlay: "1.0.0",
      info: { title: `Answers of the owner, ${date}`, version: String(document.info["version"]) },
      actions: answered.flatMap(({ actions }) => actions),
    },
    answered,
  };
}

/** An entry of the file: an answer to a gap, or a statement about it that was ticked. */
interface AnswerPart {
  id: string;
  gap: Gap;
  answer: Answer;
  told: string;
}

/** One answer of several to the same gap: lists and fields are joined, and so are words. */
function mergeAnswers(parts: AnswerPart[]): Answer {
  const merged: Answer = {};
  for (const [key, value] of parts.flatMap(({ answer }) => Object.entries(answer))) {
    const known = merged[key];
    if (Array.isArray(known) && Array.isArray(value)) merged[key] = [...known, ...value];
    else if (isObject(known) && isObject(value)) merged[key] = { ...known, ...value };
    else if (key === "words" && known !== undefined)
      merged[key] = `${String(known)} ${String(value)}`;
    else merged[key] = value;
  }
  return merged;
}

/** Whether an answer says enough: a bare yes or no does where the question is one proposition. */
function says(answer: Answer, { answer: kind, question }: Gap): boolean {
  if (Object.keys(answer).some((key) => key !== "answer")) return true;
  // `or` and a further clause make several propositions of which one may hold and another not.
  const isCompound = /\bor\b|\band\/or\b|, and\b|\?\s.*\?/is.test(
    question.replaceAll(/`[^`]*`/g, ""),
  );
  return kind === "yes-no" && answer["answer"] !== "depends" && !isCompound;
}

/** The statements that were ticked, by their names in the file: the gap, and what was said. */
type Ticks = Map<string, { gap: string; told: string }>;

/**
 * A text alone is written out, a bare yes or no is an answer, a tick is the answer that it stands for, and what was not
 * filled in is left out.
 */
function writeOut(value: Json): { read: Json; ticks: Ticks } {
  const { answers = null, ...head } = asObject(value);
  const ticks: Ticks = new Map();
  const answered: JsonObject = {};
  for (const [id, said] of Object.entries(asObject(answers))) {
    const {
      statement,
      gap,
      holds,
      yes,
      no,

      ...others
    } = isObject(said) ? said : { words: said };
    const isTick = typeof statement === "string" && typeof gap === "string";
    const ticked = isTick ? bareAnswer(holds ?? null) : null;
    const isInWords = isTick && ticked === null && typeof holds === "string";
    const filled = filledIn(isInWords ? { words: holds } : others);
    if (isTick && ticked !== null) {
      const stated = { yes, no }[ticked];
      const details = { ...(ticked === "no" ? asObject(no) : {}), ...filled };
      const told = `${yesNo[ticked]} ${statement} ${inWords(details).replace(/^No\. ?/, "")}`;
      ticks.set(id, { gap, told: told.trim() });
      answered[id] = { ...asObject(stated), ...filled };
    } else if (Object.keys(filled).length > 0) {
      if (isTick) ticks.set(id, { gap, told: `${statement} ${inWords(filled)}` });
      answered[id] = filled;
    }
  }
  return { read: { ...head, answers: answered }, ticks };
}

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
    return `${at([...path, unknown])}: ${what} cannot have ${unknown}. It can have ${known.join(", ")}.`;
  }
  const allowed = ["enum", "const"].includes(keyword)
    ? ` ${[params["allowedValues"] ?? params["allowedValue"]].flat().join(", ")}`
    : "";
  return `${at(path)}: ${what} ${message}${allowed}. openapi-gaps answers --help says what an answer looks like.`;
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

/** The gap stays, and its reading says what the owner has said. */
function keepOpen(gap: Gap, said: string, by: string, date: string): Closing {
  const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and ${said}`;
  const action: ClosingAction = {
    target: targetOf(gap),
    description: "The gap stays.",
    "x-closes": gap.id,
    update: { reading: reading.trim() },
  };
  return { gap: gap.id, effect: "stays open, and its reading says so", actions: [action] };
}
