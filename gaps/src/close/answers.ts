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
import { parsePointer, toJsonPath, toPointer } from "../document/pointer.ts";
import { formats } from "../document/validators.ts";
import { Checker } from "../evidence/checker.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { type Answer, answersSchema, type Change, changesOf } from "./changes.ts";
import { repairExamples } from "./examples.ts";
import {
  type Action,
  expectToday,
  type Overlay,
  readYaml,
  removeGap,
  type Statement,
} from "./overlay.ts";

/** What a gap becomes by its answer. */
export interface AnsweredGap {
  gap: string;
  /** What the document says from then on. */
  effect: string;
  isOpen: boolean;
  actions: Action[];
}

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
): { overlay: Overlay; answered: AnsweredGap[] } {
  const { gaps, interface: of } = Checker.of(document);
  const { value, lineOf } = readYaml(file);
  const at = (path: string[]) => `${file}:${lineOf(path)}`;
  const read = writeOut(value);
  if (!isAnswers(read)) throw new UserError(explain(isAnswers.errors![0]!, at));
  const { by, date, answers } = read;
  const answered = Object.entries(answers).map(([id, answer]): AnsweredGap => {
    const gap = gaps.find((each) => each.id === id);
    if (!gap)
      throw new UserError(
        `${at(["answers", id])}: there is no open gap ${id}. openapi-gaps register names them all.`,
      );
    if (!says(answer, gap))
      throw new UserError(
        `${at(["answers", id])}: "${answer["answer"] ?? answer["words"]}" alone does not answer ${id}: ${gap.question} Answer in words as well.`,
      );
    if (answer["promise"] === "none") return keepOpen(gap, answer, by, date);
    const refuse = (why: string, ...keys: string[]): never => {
      throw new UserError(
        `${at(["answers", id, ...keys])}: ${[id, ...keys].join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
      );
    };
    const place = { interface: of, gap, node: resolvePointer(document, gap.node) };
    const changes = changesOf(answer, place, (key, why) => refuse(why, key));
    const statement: Statement = {
      ...{ gap: id, question: gap.question, kind: "stated by the owner", by, date },
      evidence: inWords(answer),
    };
    return close(document, gap, changes, statement, refuse);
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
function says({ words, ...parts }: Answer, { answer: kind, question }: Gap): boolean {
  const bare = words === undefined ? parts["answer"] : bareAnswer(words);
  if (bare === undefined || Object.keys(parts).some((key) => key !== "answer")) return true;
  // `or` and a further clause make several propositions of which one may hold and another not.
  const isCompound = /\bor\b|\band\/or\b|, and\b|\?\s.*\?/is.test(
    question.replaceAll(/`[^`]*`/g, ""),
  );
  return kind === "yes-no" && bare !== "depends" && !isCompound;
}

// What is short in a file of answers is written out, and what was not filled in is left out

function writeOut(value: Json): Json {
  const { answers = null, ...head } = asObject(value);
  const filled = Object.entries(asObject(answers))
    .map(([id, answer]) => [id, writeOutParts(isObject(answer) ? answer : shortAnswer(answer))])
    .filter(([, answer]) => Object.keys(answer!).length > 0);
  return { ...head, answers: Object.fromEntries(filled) as JsonObject };
}

/** A yes or no, or a text, alone. */
function shortAnswer(text: Json): JsonObject {
  const answer = typeof text === "boolean" ? text : bareAnswer(text);
  return answer === undefined ? { words: text } : { answer };
}

/** The `yes` of "Yes."; undefined for what says more. */
function bareAnswer(text: Json): string | undefined {
  if (typeof text !== "string") return undefined;
  const [, word = ""] = /^\s*(\w+)[.!]?\s*$/.exec(text.toLowerCase()) ?? [];
  return Object.hasOwn(yesNo, word) ? word : undefined;
}

function writeOutParts(parts: JsonObject): JsonObject {
  const filled = Object.entries(parts).filter(([, part]) => part !== null);
  return Object.fromEntries(
    filled.map(([key, part]) => {
      if (key === "answer" && typeof part === "boolean") return [key, part ? "yes" : "no"];
      if (key === "items") return [key, writeOutField(part)];
      if (key !== "fields" || !isObject(part)) return [key, part];
      const fields = Object.entries(part).map(([name, field]) => [name, writeOutField(field)]);
      return [key, Object.fromEntries(fields) as JsonObject];
    }),
  );
}

/** The name of a type alone is a field of that type. */
function writeOutField(field: Json): Json {
  if (typeof field === "string") return { type: field };
  return isObject(field) ? writeOutParts(field) : field;
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

const yesNo: Record<string, string> = { yes: "Yes.", no: "No.", depends: "It depends." };

/** An answer as sentences: a yes or no, the words, and every other key with its value. */
function inWords({ answer, words, ...others }: Answer): string {
  return [
    ...(answer === undefined ? [] : [yesNo[String(answer)]]),
    ...(words === undefined ? [] : [`${String(words).replace(/\.\s*$/, "")}.`]),
    ...Object.entries(others).map(([key, value]) => `${key}: ${asText(value)}.`),
  ].join(" ");
}

function asText(value: Json): string {
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${key} (${asText(part)})`)
    .join(", ");
}

function close(
  document: OpenApiDocument,
  gap: Gap,
  changes: Change[],
  statement: Statement,
  refuse: (why: string) => never,
): AnsweredGap {
  const own = changes.filter(({ pointer }) => pointer === gap.node);
  const here: Change = {
    pointer: gap.node,
    update: Object.assign({}, ...own.map(({ update }) => update)) as JsonObject,
    remove: own.flatMap(({ remove = [] }) => remove),
  };
  const all = [here, ...changes.filter(({ pointer }) => pointer !== gap.node)];
  const effect = all.map(describeChange).filter(Boolean).join("; ") || "closes it in words";
  const description = `Effect: ${effect}. Answer: ${statement.evidence}`;
  const actions = all.flatMap((change) => toActions(document, change, statement, description, gap));
  const closing = [...actions, removeGap(gap)];
  const repairs = repairExamples(document, closing);
  if ("because" in repairs) return refuse(repairs.because);
  return { gap: gap.id, effect, isOpen: false, actions: [...closing, ...repairs.actions] };
}

function toActions(
  document: OpenApiDocument,
  { pointer, update, remove = [] }: Change,
  statement: Statement,
  description: string,
  gap: Gap,
): Action[] {
  const target = toJsonPath(pointer);
  const node = resolvePointer(document, pointer);
  const common = { description, "x-closes": gap.id };
  // A map of responses is no object that evidence could stand on; each of its responses is.
  const isMap = parsePointer(pointer).at(-1) === "responses";
  // What stands inside the gap's own place is covered by it, and an example is data.
  const isOwn = pointer === gap.node;
  const isCovered = pointer.startsWith(`${gap.node}/`) || pointer.includes("/examples/");
  const change: Action = {
    target,
    ...common,
    "x-expects": expectToday(node, ...Object.keys(update), ...remove),
    ...(isOwn || !(isCovered || isMap) ? { "x-verified": statement } : {}),
    update: isMap ? verifyEach(update, statement) : update,
  };
  const isEmpty = Object.keys(update).length === 0 && !isOwn;
  return [
    ...(isEmpty ? [] : [change]),
    ...remove.map((key) => ({
      target: toJsonPath(toPointer([...parsePointer(pointer), key])),
      ...common,
      remove: true as const,
    })),
  ];
}

const verifyEach = (update: JsonObject, statement: Statement): JsonObject =>
  Object.fromEntries(
    Object.entries(update).map(([key, response]): [string, Json] => [
      key,
      { ...asObject(response), "x-verified": [{ ...statement }] },
    ]),
  );

/** The gap stays, and its reading says that the owner was asked. */
function keepOpen(gap: Gap, { words }: Answer, by: string, date: string): AnsweredGap {
  const said = typeof words === "string" ? ` ${words}` : "";
  const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and promises nothing.${said}`;
  const action: Action = {
    target: removeGap(gap).target,
    description: "The owner promises nothing, so the gap stays.",
    "x-closes": gap.id,
    "x-expects": { reading: gap.reading },
    update: { reading },
  };
  const effect = "stays open: the owner promises nothing";
  return { gap: gap.id, effect, isOpen: true, actions: [action] };
}

function describeChange({ pointer, update, remove = [] }: Change): string {
  const place = parsePointer(pointer).slice(-2).join("/");
  const added = Object.keys(update);
  return [
    ...(added.length > 0 ? [`gives ${place} ${added.join(", ")}`] : []),
    ...(remove.length > 0 ? [`takes ${remove.join(", ")} from ${place}`] : []),
  ].join(" and ");
}
