/** What an owner may answer to the question of a gap, and how a file of answers is read. */
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { asObject, isObject, type Json, type JsonObject } from "../document/document.ts";
import { formats } from "../document/validators.ts";
import { parsePointer } from "../document/pointer.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { nearest } from "../ruleset/nearest.ts";
import { readYaml } from "./overlay.ts";

/** A field, or the elements of a list, as an owner describes them. */
export interface FieldAnswer {
  type: string;
  meaning?: string;
  format?: string;
  /** All values that a string takes. */
  values?: string[];
  /** Whether it is in every object. */
  always?: boolean;
  /** Whether it may be `null`. */
  nullable?: boolean;
  /** Of an object. */
  fields?: Record<string, FieldAnswer>;
  /** The elements of an array. */
  items?: FieldAnswer;
}

/** All fields are optional; which of them a gap can take is said by the place that it stands on. */
export interface Answer {
  answer?: "yes" | "no" | "depends";
  /** The answer in words. It stands in the document as it is. */
  words?: string;
  /** `none`: the owner promises nothing, and the gap stays open. */
  promise?: "none";
  values?: string[] | Record<string, string>;
  /** Whether `values` are all that there are. */
  complete?: boolean;
  type?: string;
  format?: string;
  pattern?: string;
  default?: string | number | boolean;
  "min-length"?: number;
  "max-length"?: number;
  minimum?: number;
  maximum?: number;
  "max-items"?: number;
  fields?: Record<string, FieldAnswer>;
  items?: FieldAnswer;
  always?: string[];
  never?: string[];
  /** Which of several names of one field holds. */
  name?: string;
  /** The status code of each success: of all, or by `operationId`. */
  codes?: number | Record<string, number>;
  address?: string;
  /** The status codes of failures, and what each means. */
  failures?: Record<string, string>;
  /** Response headers, and what each means. */
  headers?: Record<string, FieldAnswer>;
}

export interface Answers {
  /** Role of the person who answers. */
  by: string;
  /** `YYYY-MM-DD`. */
  date: string;
  answers: Record<string, Answer>;
}

const text = { type: "string", pattern: "\\S" };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const count = { type: "integer", minimum: 0 };
const number = { type: "number" };
const types = ["string", "integer", "number", "boolean", "object", "array"];
const mapOf = (values: object) => ({
  type: "object",
  minProperties: 1,
  additionalProperties: values,
});
const fieldSchema = { $ref: "#/$defs/field" };
const success = { type: "integer", minimum: 200, maximum: 299 };
const isOfType = (type: string) => ({ properties: { type: { const: type } } });

/** The JSON Schema of {@link Answers}, once what is short has been written out and what is empty left out. */
const answersSchema = {
  type: "object",
  required: ["by", "date", "answers"],
  additionalProperties: false,
  properties: {
    by: text,
    date: { type: "string", format: "date" },
    answers: { type: "object", additionalProperties: { $ref: "#/$defs/answer" } },
  },
  $defs: {
    field: {
      type: "object",
      required: ["type"],
      additionalProperties: false,
      properties: {
        type: { enum: types },
        meaning: text,
        format: text,
        values: names,
        always: { type: "boolean" },
        nullable: { type: "boolean" },
        fields: mapOf(fieldSchema),
        items: fieldSchema,
      },
      // A field that says nothing of what is in it would leave a new gap without a name.
      allOf: [
        { if: isOfType("object"), then: { required: ["fields"] } },
        { if: isOfType("array"), then: { required: ["items"] } },
        { if: { required: ["values"] }, then: isOfType("string") },
      ],
    },
    answer: {
      type: "object",
      minProperties: 1,
      additionalProperties: false,
      properties: {
        answer: { enum: ["yes", "no", "depends"] },
        words: text,
        promise: { const: "none" },
        values: { anyOf: [names, mapOf(text)] },
        complete: { type: "boolean" },
        type: { enum: types },
        format: text,
        pattern: { type: "string", format: "regex" },
        default: { type: ["string", "number", "boolean"] },
        "min-length": count,
        "max-length": count,
        minimum: number,
        maximum: number,
        "max-items": count,
        fields: mapOf(fieldSchema),
        items: fieldSchema,
        always: names,
        never: names,
        name: text,
        codes: { anyOf: [success, mapOf(success)] },
        address: { type: "string", pattern: "^https?://" },
        failures: { ...mapOf(text), propertyNames: { pattern: "^[45]\\d\\d$" } },
        headers: mapOf(fieldSchema),
      },
    },
  },
};

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
  const { value, lineOf } = readYaml(file, "Start from the form of openapi-gaps letter --form.");
  const answers = writeOut(value);
  const at = (path: string[]) => `${file}:${lineOf(path)}`;
  if (!isAnswers(answers)) throw new UserError(explain(isAnswers.errors![0]!, at));
  for (const [id, answer] of Object.entries(answers.answers)) {
    const gap = gaps.find((each) => each.id === id);
    if (!gap) {
      const meant = nearest(
        id,
        gaps.map(({ id }) => id),
      );
      throw new UserError(
        `${at(["answers", id])}: there is no open gap ${id}. ${meant ? `Did you mean ${meant}?` : "openapi-gaps register names them all."}`,
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
  return ["yes", "no", "depends"].includes(String(answer)) ? { answer } : { words: answer };
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

const sentences: { [Key in keyof Answer]-?: (value: string) => string } = {
  answer: (value) => ({ yes: "Yes", no: "No" })[value] ?? "It depends",
  words: (value) => value.replace(/\.\s*$/, ""),
  promise: () => "Nothing is promised",
  values: (value) => `The values are ${value}`,
  complete: (value) => (value === "true" ? "There are no others" : "There may be others"),
  type: (value) => `The type is ${value}`,
  format: (value) => `The format is ${value}`,
  pattern: (value) => `It matches the pattern ${value}`,
  default: (value) => `The default is ${value}`,
  "min-length": (value) => `It has at least ${value} characters`,
  "max-length": (value) => `It has at most ${value} characters`,
  minimum: (value) => `It is at least ${value}`,
  maximum: (value) => `It is at most ${value}`,
  "max-items": (value) => `It has at most ${value} items`,
  fields: (value) => `The fields are ${value}`,
  items: (value) => `An element has ${value}`,
  always: (value) => `Always there: ${value}`,
  never: (value) => `Never there: ${value}`,
  name: (value) => `The name is ${value}`,
  codes: (value) => `A success is answered with ${value}`,
  address: (value) => `The address is ${value}`,
  failures: (value) => `Failures are answered with ${value}`,
  headers: (value) => `The headers are ${value}`,
};

/** An answer as sentences, in the order of the table above. */
export function inWords(answer: Answer): string {
  const keys = Object.keys(sentences) as (keyof Answer)[];
  return keys
    .filter((key) => answer[key] !== undefined)
    .map((key) => `${sentences[key](asText(answer[key] as Json))}.`)
    .join(" ");
}

function asText(value: Json): string {
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${key} (${asText(part)})`)
    .join(", ");
}
