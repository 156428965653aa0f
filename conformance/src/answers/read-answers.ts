/** Reads `answers.yaml`. What is wrong in it is said with its line. */
import { readFile } from "node:fs/promises";
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { nearest } from "../../../gaps/src/ruleset/support/nearest.js";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
} from "../../../gaps/src/document/document.ts";
import { formats } from "../../../gaps/src/document/formats.ts";
import { parsePointer } from "../../../gaps/src/document/pointer.ts";
import { InputError } from "../input-error.ts";
import { type Answers, answersSchema } from "./answer.ts";

const ajv = new Ajv2020({ strict: false, verbose: true, formats });
const isAnswers = ajv.compile<Answers>(answersSchema);

export interface ReadAnswers {
  answers: Answers;
  /** Where something stands: `answers.yaml:12`. */
  at: (path: string[]) => string;
}

/**
 * @param gaps ids of the open gaps
 * @throws {InputError} for a file that is missing or no YAML, an answer that has another form than
 *   asked for, or the name of a gap that is none
 */
export async function readAnswers(file: string, gaps: string[]): Promise<ReadAnswers> {
  const content = await readFile(file, "utf8").catch(() => {
    throw new InputError(`There is no file ${file}. Start from generated/answers.yaml.`);
  });
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new InputError(`${file} is not YAML: ${error.message}`);
  const answers = withoutEmpty(valueOf(document, file));
  const at = (path: string[]) => `${file}:${lineOf(document, lines, path)}`;
  if (!isAnswers(answers)) {
    const [problem] = isAnswers.errors ?? [];
    throw new InputError(explain(problem!, at));
  }
  for (const id of Object.keys(answers.answers)) {
    if (gaps.includes(id)) continue;
    const meant = nearest(id, gaps);
    throw new InputError(
      `${at(["answers", id])}: there is no open gap ${id}. ${meant ? `Did you mean ${meant}?` : "generated/questions.md names them all."}`,
    );
  }
  return { answers, at };
}

function valueOf(document: Document, file: string): Json {
  try {
    return document.toJS() as Json;
  } catch (error) {
    throw new InputError(
      `${file} cannot be read: ${(error as Error).message}. Write it without aliases.`,
    );
  }
}

/**
 * Leaves out what was not filled in, and writes out what is short: a text alone is an answer in words, and the name of a
 * type alone is a field of that type.
 */
function withoutEmpty(value: Json): Json {
  const { answers = null, ...head } = asObject(value);
  const filled = Object.entries(asObject(answers)).flatMap(([id, answer]): [string, Json][] => {
    if (answer === null) return [];
    if (!isObject(answer)) return [[id, shortAnswer(answer)]];
    const given = Object.entries(answer).filter(([, part]) => part !== null);
    return given.length > 0 ? [[id, Object.fromEntries(given.map(writeOut))]] : [];
  });
  return { ...head, answers: Object.fromEntries(filled) };
}

function shortAnswer(answer: Json): JsonObject {
  const isWord = ["yes", "no", "depends"].includes(String(answer));
  return isWord ? { answer } : { words: answer };
}

function writeOut([key, value]: [string, Json]): [string, Json] {
  if (key === "answer" && typeof value === "boolean") return [key, value ? "yes" : "no"];
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

function lineOf(document: Document, lines: LineCounter, path: string[]): number {
  const node = document.getIn(path, true);
  const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  return path.length > 0 && !isNode(node)
    ? lineOf(document, lines, path.slice(0, -1))
    : lines.linePos(offset).line;
}

function explain(problem: ErrorObject, at: (path: string[]) => string): string {
  const path = parsePointer(problem.instancePath);
  const { params, message, keyword } = problem;
  const what = path.length > 0 ? path.join(".") : "the file";
  if (keyword === "additionalProperties") {
    const unknown = String(params["additionalProperty"]);
    const known = Object.keys(asObject(problem.parentSchema?.["properties"] as Json));
    return `${at([...path, unknown])}: ${what} cannot have ${unknown}. It can have ${known.join(", ")}.`;
  }
  const allowed = ["enum", "const"].includes(keyword)
    ? ` ${[params["allowedValues"] ?? params["allowedValue"]].flat().join(", ")}`
    : "";
  return `${at(path)}: ${what} ${message}${allowed}. openapi/EXTENSIONS.md says what an answer looks like.`;
}
