/** Reads a file of answers, and writes an answer in words. */
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { asObject, isObject, type Json, type JsonObject } from "../document/document.ts";
import { formats } from "../document/validators.ts";
import { parsePointer } from "../document/pointer.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { type Answer, answersSchema } from "./changes.ts";
import { readYaml } from "./overlay.ts";

export interface Answers {
  /** Role of the person who answers. */
  by: string;
  /** `YYYY-MM-DD`. */
  date: string;
  answers: Record<string, Answer>;
}

const ajv = new Ajv2020({ strict: false, verbose: true, formats });
const isAnswers = ajv.compile<Answers>(answersSchema);

export interface ReadAnswers {
  answers: Answers;
  /** Where something stands: `answers.yaml:12`. */
  at: (path: string[]) => string;
}

/**
 * @param gaps those that are open
 * @throws {UserError} for a file that is missing or no YAML, an answer that has another form than asked
 *   for or says too little, or the name of a gap that is none
 */
export function readAnswers(file: string, gaps: Gap[]): ReadAnswers {
  const { value, lineOf } = readYaml(file);
  const answers = writeOut(value);
  const at = (path: string[]) => `${file}:${lineOf(path)}`;
  if (!isAnswers(answers)) throw new UserError(explain(isAnswers.errors![0]!, at));
  for (const [id, answer] of Object.entries(answers.answers)) {
    const gap = gaps.find((each) => each.id === id);
    if (!gap) {
      throw new UserError(
        `${at(["answers", id])}: there is no open gap ${id}. openapi-gaps register names them all.`,
      );
    }
    if (!says(answer, gap))
      throw new UserError(
        `${at(["answers", id])}: "${answer.answer}" alone does not answer ${id}: ${gap.question} Answer in words as well.`,
      );
  }
  return { answers, at };
}

/** Whether an answer says enough: a bare yes or no does where the question is one proposition. */
function says(answer: Answer, { answer: kind, question }: Gap): boolean {
  if (answer.answer === undefined || Object.keys(answer).length > 1) return true;
  // `or` and a further clause make several propositions of which one may hold and another not.
  const isCompound = /\bor\b|\band\/or\b|, and\b/i.test(question.replaceAll(/`[^`]*`/g, ""));
  return kind === "yes-no" && answer.answer !== "depends" && !isCompound;
}

/**
 * Leaves out what was not filled in, and writes out what is short: a text alone is an answer in words, and the name of a
 * type alone is a field of that type.
 */
function writeOut(value: Json): Json {
  const { answers = null, ...head } = asObject(value);
  const filled = Object.entries(asObject(answers)).flatMap(([id, answer]): [string, Json][] => {
    if (answer === null) return [];
    if (!isObject(answer)) return [[id, writeOutShort(answer)]];
    const given = Object.entries(answer).filter(([, part]) => part !== null);
    return given.length > 0 ? [[id, Object.fromEntries(given.map(writeOutPart))]] : [];
  });
  return { ...head, answers: Object.fromEntries(filled) };
}

const yesOrNo = (value: Json) => (typeof value === "boolean" ? (value ? "yes" : "no") : value);

function writeOutShort(short: Json): JsonObject {
  const answer = yesOrNo(short);
  return typeof answer === "string" && Object.hasOwn(yesNo, answer)
    ? { answer }
    : { words: answer };
}

function writeOutPart([key, value]: [string, Json]): [string, Json] {
  if (key === "answer") return [key, yesOrNo(value)];
  if (key === "items") return [key, writeOutField(value)];
  return key === "fields" || key === "headers" ? [key, writeOutFields(value)] : [key, value];
}

function writeOutFields(fields: Json): Json {
  if (!isObject(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, writeOutField(field)]),
  );
}

function writeOutField(field: Json): Json {
  if (typeof field === "string") return { type: field };
  if (!isObject(field)) return field;
  const { fields, items } = field;
  return {
    ...field,
    ...(fields === undefined ? {} : { fields: writeOutFields(fields) }),
    ...(items === undefined ? {} : { items: writeOutField(items) }),
  };
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
export function inWords({ answer, words, ...others }: Answer): string {
  return [
    ...(answer === undefined ? [] : [yesNo[String(answer)]]),
    ...(words === undefined ? [] : [`${String(words).replace(/\.\s*$/, "")}.`]),
    ...Object.entries(others).map(([key, value]) => `${key}: ${asText(value)}.`),
  ].join(" ");
}

function asText(value: Json): string {
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${key} (${asText(part)})`)
    .join(", ");
}
