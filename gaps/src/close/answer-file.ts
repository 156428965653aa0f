/** The file of an owner's answers: the form of the letter, filled in, or written by the names of the gaps. */
import { asObject, isObject, type Json, type JsonObject } from "../document/document.ts";
import { BrokenFileError, parseText, readText } from "../document/files.ts";
import { objectOf, readerOf } from "../document/shape.ts";
import { Positions } from "../document/source-tree.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import type { Question } from "./actions.ts";
import { inWords, isUnknown } from "./answer-words.ts";

/** An answer, by the keys of its schema; empty where the owner does not know, or promises nothing. */
export type Answer = { [key: string]: Json };

/** An entry of the file: an answer to a gap, or a statement about it that was ticked. */
export interface Entry {
  /** Name of the gap, or of the tick. */
  id: string;
  gap: Gap;
  answer: Answer;
  /** The answer in words. */
  told: string;
  /** Throws, with the line. */
  refuse: Question["refuse"];
}

/** A hint of the form, such as `…`, is no text. */
const text = {
  type: "string",
  pattern: "[\\p{L}\\p{N}]",
  description: "Write words, or nothing",
};
/** As the service spells it: quotes of a letter are no part of it. */
const name = {
  type: ["string", "number"],
  pattern: "^[\\p{L}\\p{N}_$@]",
  description: "Write the name alone, without quotes",
};
const names = {
  ...{ type: "array", minItems: 1, items: name },
  description: "Write a list in brackets, such as [done, failed]",
};
const mapOf = (values: object, propertyNames: object = name) => ({
  type: "object",
  minProperties: 1,
  propertyNames,
  additionalProperties: values,
});
const oneOf = (...words: string[]) => ({ enum: words, description: `Write ${words.join(" or ")}` });
const verdict = oneOf("yes", "no", "depends", "unknown");
const boolean = { type: "boolean", description: "Write true or false" };
const number = { type: "number" };
const success = {
  ...{ type: "integer", minimum: 200, maximum: 299 },
  description: "Write one number, or {operationId: number}",
};
const failure = { pattern: "^[45]\\d\\d$", description: "Write a code such as 404" };
const failureOrName = {
  pattern: "^([45]\\d\\d|[\\p{L}_].*)$",
  description: "Write a code such as 404, or the operationId of an operation before its codes",
};
/** As OpenAPI writes them. */
const path = {
  type: "string",
  pattern: "^/[^\\s?#]*$",
  description: "Write the path alone, such as /loans/{loan_id}",
};
const method = oneOf("get", "post", "put", "patch", "delete");
const operation = objectOf({ method, path, returns: name, name }, ["method", "path", "returns"]);
const field = { $ref: "#/$defs/field" };
const types = ["string", "integer", "number", "boolean", "object", "array"];
const schemaKeys = { type: oneOf(...types), fields: mapOf(field), items: field };
/** What holds of fields and elements, whatever is asked. */
const typed = (type: string, key: string) => ({
  properties: { type: { enum: [type], description: `What has ${key} is an ${type}` } },
});
const dependentSchemas = { fields: typed("object", "fields"), items: typed("array", "items") };
const answerKeys = {
  answer: verdict,
  words: text,
  promise: oneOf("none"),
  values: { ...names, ...mapOf(text), type: ["array", "object"] },
  complete: boolean,
  final: names,
  failure: names,
  ...schemaKeys,
  minimum: number,
  maximum: number,
  always: names,
  never: names,
  codes: { ...success, ...mapOf(success), type: ["integer", "object"] },
  failures: mapOf({ ...mapOf(text, failure), ...text, type: ["string", "object"] }, failureOrName),
  operation: { ...operation, items: operation, minItems: 1, type: ["object", "array"] },
  address: {
    type: "string",
    pattern: "^https?://[^\\s{}…]+$",
    description: "Write it in full, such as https://api.example.com",
  },
};
const answer = objectOf(answerKeys);
/** What the command has to know of a statement that is ticked. */
const tick = objectOf({ gap: text, statement: text, yes: answer, no: answer }, ["gap"]);
const entryKeys = { ...answerKeys, holds: verdict, tick };
const entry = { ...objectOf(entryKeys), dependentSchemas };
const answers = { type: "object", additionalProperties: entry };
const date = { type: "string", format: "date", description: "Write it as 2026-01-31" };

const readShape = readerOf<{ by: string; date: string; answers: Record<string, JsonObject> }>({
  ...objectOf({ by: text, date, answers }, ["by", "date"]),
  $defs: {
    field: {
      ...objectOf({ ...schemaKeys, meaning: text, always: boolean }, ["type"]),
      dependentSchemas,
    },
  },
});

/**
 * The answers of a file.
 *
 * @param gaps those that are open
 * @param wrong takes what is wrong with single answers: a gap that is not open, or an answer that says too little
 * @throws {UserError} for a file that cannot be read or answers nothing
 */
export function readAnswers(
  file: string,
  gaps: Gap[],
  wrong: Set<string>,
): { by: string; date: string; entries: Entry[] } {
  const { content, positions } = readReadable(file, wrong);
  const { answers: given, ...head } = asObject(content);
  const signed = { by: "owner", date: "2026-01-31" };
  const shape = { ...head, ...(given !== undefined && { answers: isObject(given) ? {} : given }) };
  const [read] = forAll([shape], wrong, (each) => [readShape(each, file, positions)]);
  const entries = forAll(Object.entries(asObject(given)), wrong, ([id, said]): Entry[] => {
    const filled = filledIn(said);
    const { gap: name = id, statement, yes, no } = asObject(filled["tick"]);
    const refuse = (why: string, key?: string): never => {
      const keys = [id, ...(key === undefined ? [] : [key])];
      const { line } = positions.of(["answers", ...keys]);
      throw new UserError(
        `${file}:${line}: ${keys.join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
      );
    };
    if (Object.keys(filled).every((key) => key === "tick")) return [];
    const shape = { ...signed, answers: { [id]: filled } };
    const [read] = forAll([shape], wrong, (each) => [readShape(each, file, positions)]);
    const gap = gaps.find((each) => each.id === name);
    if (!gap)
      return refuse(`no gap ${String(name)} is open; openapi-gaps register names all that are`);
    if (!read) return [];
    const { tick: _tick, ...own } = read.answers[id]!;
    // What a no to a statement stands for is no part of the statement.
    const told = inWords({ ...own, ...(own["holds"] === "no" && asObject(no)) }, statement);
    const tooLittle =
      gap.answer === "yes-no" ? /^(it )?depends\.$/i : /^(yes|no|(it )?depends)\.$/i;
    if (tooLittle.test(told)) refuse(`"${told}" alone does not answer ${gap.question}`);
    const { answer: verdict, holds = verdict, promise: _, ...others } = own;
    if (isDenied(holds, others["words"]))
      refuse(`it says ${String(holds)}, and its words say the opposite`, "words");
    const ofTick = { yes, no }[String(own["holds"])];
    const answered = { ...(verdict && { answer: verdict }), ...asObject(ofTick), ...others };
    return [{ id, gap, answer: isUnknown(own) ? {} : answered, told, refuse }];
  });
  if (entries.length === 0 && wrong.size === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  return { ...signed, ...read, entries };
}

/**
 * The content of the file, without the answers that are no YAML, such as `rates: From 5: it depends`: the rest is read in the same
 * run. Their lines are left empty, so that the others keep their numbers.
 *
 * @throws {UserError} where what is left cannot be read either
 */
function readReadable(file: string, wrong: Set<string>): { content: Json; positions: Positions } {
  const text = readText(file);
  const read = (readable: string) => ({
    content: parseText(readable, file),
    positions: new Positions(file, readable),
  });
  const [whole] = forBroken(() => read(text));
  if (whole) return whole;
  const lines = text.split("\n");
  const head = lines.findIndex((line) => line.startsWith("answers:"));
  const indent = /^ +(?=[^\s#])/m.exec(lines.slice(head + 1).join("\n"))?.[0].length ?? 0;
  const starts = [...lines.keys()].filter(
    (at) => at > head && lines[at]!.search(/[^\s]/) <= indent && /^\s*[^\s#]/.test(lines[at]!),
  );
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? lines.length;
    const alone = "\n".repeat(start) + lines.slice(start, end).join("\n");
    const [part, problem] = forBroken(() => [parseText(alone, file)]);
    if (part) continue;
    wrong.add(problem);
    lines.fill("", start, end);
  }
  const [rest, problem] = forBroken(() => read(lines.join("\n")));
  if (rest) return rest;
  throw new UserError([...wrong, problem].join("\n"));
}

/** What is read; where it is no YAML, what is wrong with it. */
function forBroken<Read>(read: () => Read): [Read] | [undefined, string] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    return [undefined, error.message];
  }
}

/** Whether words take back the verdict that they stand beside. */
const isDenied = (verdict: Json | undefined, words: Json | undefined): boolean =>
  (verdict === "yes" && /^no([^\p{L}\p{N} ]|$)/iu.test(String(words))) ||
  (verdict === "no" && /^yes([^\p{L}\p{N} ]|$)/iu.test(String(words)));

/**
 * What becomes of each, in one list: a form is corrected in one go.
 *
 * @param wrong takes what is wrong with those that make nothing
 */
export function forAll<Item, Made>(
  items: Item[],
  wrong: Set<string>,
  make: (item: Item) => Made[],
): Made[] {
  return items.flatMap((item) => {
    try {
      return make(item);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      wrong.add(error.message);
      return [];
    }
  });
}

/** A text alone is written out, and what was not filled in is left out. An unknown key stays: of `1,000`, the `000` would be one. */
function filledIn(given: Json): JsonObject {
  const { words, ...others } = isObject(given) ? given : { words: given };
  // `words: 91` is a text too.
  const said = { ...others, words: typeof words === "number" ? String(words) : (words ?? null) };
  const isFilledIn = ([key, part]: [string, Json]) => part !== null || !(key in entryKeys);
  return Object.fromEntries(Object.entries(said).filter(isFilledIn));
}
