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
import { parsePointer } from "../document/pointer.ts";
import type { ClosingAction, Overlay } from "../document/overlay.ts";
import { parseFile, Positions } from "../document/sources.ts";
import { formats } from "../document/validators.ts";
import { Checker } from "../evidence/checker.ts";
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
  const read = writeOut(parseFile(file));
  const at = (path: string[]) => `${file}:${new Positions(file).of(path).line}`;
  if (!isAnswers(read)) throw new UserError(explain(isAnswers.errors![0]!, at));
  const { by, date, answers } = read;
  const answered = Object.entries(answers).map(([id, answer]) => {
    const refuse = (why: string, ...keys: string[]): never => {
      throw new UserError(`${at(["answers", id, ...keys])}: ${why}`);
    };
    const gap =
      gaps.find((each) => each.id === id) ??
      refuse(`there is no open gap ${id}. openapi-gaps register names them all.`);
    if (!says(answer, gap))
      refuse(
        `"${answer["answer"]}" alone does not answer ${id}: ${gap.question} Answer in words as well.`,
      );
    if (answer["promise"] === "none") return keepOpen(gap, answer, by, date);
    const misfit = (why: string, ...keys: string[]) =>
      refuse(
        `${[id, ...keys].join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
        ...keys,
      );
    const verified: Verification = {
      ...{ gap: id, question: gap.question, kind: "stated by the owner", by, date },
      evidence: inWords(answer),
    };
    const place = { interface: of, gap, node: resolvePointer(document, gap.node), verified };
    const changes = changesOf(answer, place, (key, why) => misfit(why, key));
    const keys = changes.flatMap(({ update, remove = [] }) => [...Object.keys(update), ...remove]);
    const effect =
      keys.length > 0 ? `changes ${[...new Set(keys)].join(", ")}` : "closes it in words";
    const proposal = closeGap(document, gap, effect, verified, changes);
    return "because" in proposal ? misfit(proposal.because) : proposal;
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

/** Whether an answer says enough: a bare yes or no does where the question is one proposition. */
function says(answer: Answer, { answer: kind, question }: Gap): boolean {
  if (Object.keys(answer).some((key) => key !== "answer")) return true;
  // `or` and a further clause make several propositions of which one may hold and another not.
  const isCompound = /\bor\b|\band\/or\b|, and\b|\?\s.*\?/is.test(
    question.replaceAll(/`[^`]*`/g, ""),
  );
  return kind === "yes-no" && answer["answer"] !== "depends" && !isCompound;
}

/** A text alone is written out, a bare yes or no is an answer, and what was not filled in is left out. */
function writeOut(value: Json): Json {
  const { answers = null, ...head } = asObject(value);
  const filled = Object.entries(asObject(answers)).map(([id, said]): [string, JsonObject] => {
    const { answer = null, words = null, ...others } = isObject(said) ? said : { words: said };
    const bare = bareAnswer(words);
    const isBare = bare !== null && (answer === null || bareAnswer(answer) === bare);
    const parts = {
      answer: isBare ? bare : (bareAnswer(answer) ?? answer),
      words: isBare ? null : words,
      ...others,
    };
    const known = Object.entries(parts).filter(([, part]) => part !== null);
    return [id, Object.fromEntries(known) as JsonObject];
  });
  const answered = filled.filter(([, parts]) => Object.keys(parts).length > 0);
  return { ...head, answers: Object.fromEntries(answered) };
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
function inWords({ answer, words, ...others }: Answer): string {
  return [
    ...(answer === undefined ? [] : [yesNo[String(answer)]]),
    ...(words === undefined ? [] : [`${String(words).replace(/\.\s*$/, "")}.`]),
    ...Object.entries(others).map(
      ([key, value]) => `${key}: ${typeof value === "object" ? JSON.stringify(value) : value}.`,
    ),
  ].join(" ");
}

/** The gap stays, and its reading says that the owner was asked. */
function keepOpen(gap: Gap, { words }: Answer, by: string, date: string): Closing {
  const said = typeof words === "string" ? ` ${words}` : "";
  const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and promises nothing.${said}`;
  const action: ClosingAction = {
    target: targetOf(gap),
    description: "The owner promises nothing, so the gap stays.",
    "x-closes": gap.id,
    update: { reading },
  };
  return { gap: gap.id, effect: "stays open: the owner promises nothing", actions: [action] };
}
