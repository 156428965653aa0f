/** The file of an owner's answers: the form of the letter, filled in, or written by the names of the gaps. */
import { asObject, isObject, type Json, type JsonObject } from "../document/document.ts";
import { parseFile } from "../document/files.ts";
import { objectOf, readerOf } from "../document/shape.ts";
import { Positions } from "../document/source-tree.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import type { Question } from "./actions.ts";

/** An answer, by the keys of its schema. */
export type Answer = { [key: string]: Json };

/** A schema as an owner describes it: a field, or the elements of a list. */
export interface SchemaAnswer {
  type?: string | undefined;
  minimum?: number;
  maximum?: number;
  meaning?: string;
  /** Whether it is in every object. */
  always?: boolean;
  /** Whether it is in none. */
  never?: boolean;
  /** Of an object. */
  fields?: Record<string, SchemaAnswer>;
  /** The elements of an array. */
  items?: SchemaAnswer;
}

/** An entry of the file: an answer to a gap, or a statement about it that was ticked. */
export interface Entry {
  /** Name of the gap, or of the tick. */
  id: string;
  gap: Gap;
  answer: Answer;
  /** What a yes would have said, where the tick is a no. */
  denied: Answer;
  /** The answer in words. */
  told: string;
  /** Throws, with the line. */
  refuse: Question["refuse"];
}

/** A hint of the form, such as `…`, is no text. */
const text = {
  ...{ type: "string", pattern: "[\\p{L}\\p{N}]" },
  description: "Write words, or nothing",
};
const words = {
  ...text,
  not: { pattern: "^\\s*([Yy]es|[Nn]o|[Dd]epends)[.!]?\\s*$" },
  description: "Write words, or nothing. A bare yes or no is an answer of its own, without words",
};
/** As the service spells it: quotes of a letter are no part of it. */
const spelled = {
  pattern: "^(?![.…]+$)[^\\s`\"'“”„‘’«»](.*[^\\s`\"'“”„‘’«»])?$",
  description: "Write the name alone, without quotes in it or spaces around it",
};
const word = { ...spelled, type: ["string", "number"] };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const verdict = { enum: ["yes", "no", "depends"], description: "Write yes, no or depends" };
const boolean = { type: "boolean", description: "Write true or false" };
const number = { type: "number", description: "Write a number" };
const success = {
  ...{ type: "integer", minimum: 200, maximum: 299 },
  description: "Write the code of a success. A note on failures has the answer `failures`",
};
const failure = {
  pattern: "^[45]\\d\\d$",
  description: "Write the code of a failure, such as 404",
};
const types = ["string", "integer", "number", "boolean", "object", "array"];
const type = { enum: types, description: `Write one of ${types.join(", ")}` };
const field = { $ref: "#/$defs/field" };
const mapOf = (values: object, propertyNames: object = spelled) => ({
  type: "object",
  minProperties: 1,
  propertyNames,
  additionalProperties: values,
});
const promise = { const: "none", description: "Write none" };
const answerKeys = {
  answer: verdict,
  words,
  promise,
  values: { ...names, ...mapOf(text), type: ["array", "object"], items: word },
  complete: boolean,
  type,
  minimum: number,
  maximum: number,
  fields: mapOf(field),
  items: field,
  always: names,
  never: names,
  codes: { ...success, ...mapOf(success), type: ["integer", "object"] },
  failures: mapOf(text, failure),
  address: { type: "string", pattern: "^https?://[^\\s{}…]+$" },
};
const answer = { $ref: "#/$defs/answer" };
const tickKeys = {
  holds: verdict,
  words,
  promise,
  gap: text,
  statement: text,
  yes: answer,
  no: answer,
};
const fieldKeys = { type, meaning: text, always: boolean, fields: mapOf(field), items: field };
const entry = { if: { required: ["statement"] }, then: { $ref: "#/$defs/tick" }, else: answer };
const answers = {
  type: "object",
  additionalProperties: entry,
  description: "Write the name of a gap, and behind it an answer",
};
const date = { type: "string", format: "date", description: "Write it as 2026-01-31" };

const readShape = readerOf<{ by: string; date: string; answers: Record<string, JsonObject> }>({
  ...objectOf({ by: text, date, answers }, ["by", "date", "answers"]),
  $defs: {
    answer: { ...objectOf(answerKeys), dependentRequired: { complete: ["values"] } },
    tick: objectOf(tickKeys, ["gap"]),
    field: objectOf(fieldKeys, ["type"]),
  },
});

/**
 * The answers of a file.
 *
 * @param gaps those that are open
 * @throws {UserError} for a file that cannot be read or answers nothing, a gap that is not open, and an answer that
 *   says too little
 */
export function readAnswers(
  file: string,
  gaps: Gap[],
): { by: string; date: string; entries: Entry[] } {
  const { answers: given = null, ...head } = asObject(parseFile(file));
  const filled = Object.entries(asObject(given)).map(([id, said]) => [id, filledIn(said)] as const);
  const answers = isObject(given) ? Object.fromEntries(filled) : given;
  const read = readShape({ ...head, answers }, file);
  const positions = new Positions(file);
  const entries = Object.entries(read.answers).flatMap(([id, said]): Entry[] => {
    const { gap: name = id, statement, yes, no, ...own } = said;
    const refuse = (why: string, key?: string): never => {
      const keys = [id, ...(key === undefined ? [] : [key])];
      const { line } = positions.of(["answers", ...keys]);
      throw new UserError(
        `${file}:${line}: ${keys.join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
      );
    };
    if (Object.keys(own).length === 0) return [];
    const gap = gaps.find((each) => each.id === name);
    if (!gap)
      return refuse(`no gap ${String(name)} is open; openapi-gaps register names all that are`);
    const { holds, ...others } = own;
    const answer = { ...asObject({ yes, no }[String(holds)]), ...others };
    if (statement === undefined && !saysEnough(answer, gap))
      refuse(`"${String(answer["answer"])}" alone does not answer ${gap.question}`);
    const denied = holds === "no" ? asObject(yes) : {};
    return [{ id, gap, answer, denied, told: inWords(own, statement), refuse }];
  });
  if (entries.length === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  return { ...read, entries };
}

/** A text alone is written out, and what was not filled in is left out. */
function filledIn(given: Json): JsonObject {
  const key = verdict.enum.includes(String(given)) ? "answer" : "words";
  const said = isObject(given) ? given : { [key]: given };
  // A key that there is not is refused, filled in or not: of `1,000`, the `000` would be one.
  const isKnown = (name: string) => name in answerKeys || name in tickKeys;
  const isFilledIn = ([name, part]: [string, Json]) => part !== null || !isKnown(name);
  return Object.fromEntries(Object.entries(said).filter(isFilledIn));
}

/** Whether an answer says enough: a bare yes or no does where the note asks for one. */
const saysEnough = ({ answer: said, ...others }: Answer, { answer: kind }: Gap): boolean =>
  Object.keys(others).length > 0 || (kind === "yes-no" && said !== "depends");

const verdicts: Record<string, string> = {
  ...{ yes: "Yes", no: "No", depends: "It depends", none: "Nothing is promised" },
};

/** An answer as sentences: the statement that was ticked, a yes or no, the words, and every other key with its value. */
function inWords(said: Answer, statement?: Json): string {
  const { answer = null, holds = answer, promise = holds, words, ...others } = said;
  const bare = (each: Json) => String(each).trim().replace(/\.$/, "");
  // "`reader` is always there: No." A no before the statement would read as if it held.
  const head = [statement ?? [], verdicts[String(promise)] ?? []].flat().map(bare).join(": ");
  const details = Object.entries(others).map(
    ([key, value]) => `${key}: ${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  const sentences = [head, words ?? "", ...details].filter((each) => each !== "");
  return sentences.map((each) => `${bare(each)}.`).join(" ");
}
