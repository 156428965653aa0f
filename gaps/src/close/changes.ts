/** What an owner's answer changes in a document. What it cannot put into OpenAPI stays an answer in words. */
import { isDeepStrictEqual } from "node:util";
import {
  asList,
  asObject,
  asObjectMap,
  describePlace,
  isObject,
  isOpenApi30,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import { Checker } from "../api/checker.ts";
import type { Interface } from "../api/interface.ts";
import { typeOf } from "../api/words.ts";
import type { Change, Question } from "./actions.ts";
import type { Answer } from "./answer-file.ts";
import { describeMeanings } from "./answer-words.ts";
import { nameOperations } from "./operation.ts";
import { nameFailures, nameSuccesses, unknownMeaning } from "./responses.ts";

/** The keys of an answer that describe no schema, and what each changes instead. */
const ofOthers: Record<string, (answer: Answer, question: Question) => Change[]> = {
  answer: ({ answer }, question) => (answer === "no" ? deny(question) : []),
  words: () => [],
  codes: nameSuccesses,
  failures: nameFailures,
  operation: nameOperations,
  address({ address = null }, { interface: of, gap, refuse }) {
    if (!/\/servers\/\d/.test(gap.node))
      refuse("its note stands on no server, and this is the address of one", "address");
    const node = nodeAt(gap.node, of);
    const values = asList(node["enum"]);
    if (values.length > 0 && !values.includes(address))
      refuse(`the document names ${values.join(", ")}`, "address");
    const base = String(address).replace(/\/$/, "");
    const end = base.split("/").slice(3).at(-1);
    if (end && Object.keys(of.document.paths).some((path) => path.startsWith(`/${end}/`)))
      refuse(`the paths of the document begin with /${end} already, so leave it out`, "address");
    const key = "default" in node ? "default" : "url";
    return [{ pointer: gap.node, update: { [key]: base } }];
  },
};

/** What a no stands for, where the document says what it denies. */
function deny(question: Question): Change[] {
  const { gap, refuse } = question;
  if (gap.no === undefined) return [];
  if (typeof gap.no === "string")
    return refuse(
      `the document says what it denies: ${gap.no}. Change that by hand, remove \`no\` from the note of ${gap.id}, and answer again`,
    );
  // `no` speaks of all values, even where the question is about some of them.
  const { when: _, ...whole } = gap;
  return changesOf(gap.no, { ...question, gap: whole });
}

const nodeAt = (pointer: string, of: Interface): JsonObject =>
  asObject(valueAt(of.document, pointer));

/** What an answer changes; nothing for one in words, or one that the document says already. */
export function changesOf(answer: Answer, question: Question): Change[] {
  const { interface: of, gap, refuse } = question;
  const changes = Object.keys(answer).flatMap((key) => ofOthers[key]?.(answer, question) ?? []);
  const ofSchema = Object.keys(answer).find((key) => !(key in ofOthers));
  if (ofSchema === undefined) return newIn(of.document, changes);
  if (!isSchema(gap.node, of))
    refuse("its note stands on no schema, and this describes one", ofSchema);
  const isList = ["values", "complete", "final", "failure"].some((key) => key in answer);
  const values = isList ? changeValues(gap.node, answer, question) : [];
  return newIn(of.document, [...changes, ...values, ...describe(gap.node, answer, question)]);
}

/** Whether a note stands on a schema. In OpenAPI 3.0 a note beside a reference does not, for nothing there is read. */
function isSchema(pointer: string, of: Interface): boolean {
  const node = nodeAt(pointer, of);
  const isOne = walk(of.document, "schema").some(({ value }) => value === node);
  return isOne && !(isOpenApi30(of.document) && "$ref" in node);
}

/** Changes without what stands there already. */
const newIn = (document: OpenApiDocument, changes: Change[]): Change[] =>
  changes.flatMap((change) => {
    const today = asObject(valueAt(document, change.pointer));
    const update = Object.fromEntries(
      Object.entries(change.update).filter(([key, each]) => !isDeepStrictEqual(each, today[key])),
    );
    const isChange = Object.keys(update).length > 0 || change.remove?.length;
    return isChange ? [{ ...change, update }] : [];
  });

/**
 * Refuses an answer that the document denies with all changes made. Example: the owner names the value `late`, and the schema has
 * another part with an `enum` without it. With `complete: false` there are other values, so that no `enum` may close the list.
 */
export function requireTaken(answer: Answer, { interface: of, gap, refuse }: Question): void {
  const named = [valuesIn(answer), answer["minimum"] ?? [], answer["maximum"] ?? []].flat();
  const others = answer["complete"] === false ? ["another value"] : [];
  for (const value of [...named, ...others])
    for (const { keyword, message } of Checker.of(of.document).errors(gap.node, value))
      // "another value" stands for words that nobody has named: a list that is closed refuses them all, and a pattern only this one.
      if (named.includes(value) || keyword === "enum" || keyword === "const")
        refuse(`the document says that ${value} ${message}`);
}

/** The values that an answer names: who says that `done` is final says that there is `done`. */
const valuesIn = ({ values = [], final = [], failure = [] }: Answer): Json[] => [
  ...new Set([
    ...(isObject(values) ? Object.keys(values) : asList(values)),
    ...asList(final),
    ...asList(failure),
  ]),
];

/** The lists of values that a schema may have, closed or open. */
const lists = ["enum", "x-extensible-enum"];

/**
 * Puts values into `enum` where they are all, in the order of the owner, and else into `x-extensible-enum`; the list that does not hold
 * any more goes. An overlay joins lists, so that only new values are written.
 */
function changeValues(pointer: string, answer: Answer, question: Question): Change[] {
  const { interface: of, refuse } = question;
  const named = valuesIn(answer);
  if (named.length === 0) refuse("it names no value", "complete");
  const node = nodeAt(pointer, of);
  const parts = of.partsOf(pointer).map((part) => part.node);
  const known = parts.flatMap((part) => lists.flatMap((name) => asList(part[name])));
  const lost = known.filter((value) => value !== null && !named.includes(value));
  if (answer["complete"] && lost.length > 0)
    refuse(`the document shows ${lost.join(", ")}, which the list leaves out`);
  const isClosed = answer["complete"] ?? "enum" in node;
  const list = isClosed ? "enum" : "x-extensible-enum";
  const takes = (value: Json) => Checker.of(of.document).takes(pointer, value);
  // A schema that takes `{}` takes anything, and does not mean null by it.
  const isNullable = isClosed && takes(null) && !takes({});
  const all = new Set<Json>([...named, ...lost, ...(isNullable ? [null] : [])]);
  const added = [...all].filter((value) => !asList(node[list]).includes(value));
  const { values, final, failure } = answer;
  const update = {
    ...(added.length > 0 && { [list]: added }),
    ...endingsOf(node, asList(final), asList(failure), refuse),
    ...(isObject(values) && { description: withMeanings(node, values) }),
  };
  return [{ pointer, update, remove: lists.filter((name) => name !== list && name in node) }];
}

/** The values that are final, and those of them that mean failure, beside what was said before. */
function endingsOf(node: JsonObject, final: Json[], failure: Json[], refuse: Question["refuse"]) {
  const newIn = (key: string, values: Json[]) => {
    const added = values.filter((value) => !asList(node[key]).includes(value));
    return added.length > 0 && { [key]: added };
  };
  const ends = [...asList(node["x-final-values"]), ...final];
  const open = failure.filter((value) => !ends.includes(value));
  if (open.length > 0)
    refuse(`${open.join(", ")} means failure, and \`final\` does not name it`, "failure");
  return { ...newIn("x-final-values", final), ...newIn("x-failure-values", failure) };
}

function withMeanings({ description }: JsonObject, values: JsonObject): string {
  const meanings = describeMeanings(values);
  const text = String(description ?? "");
  return text.includes(meanings) ? text : [text.trim(), meanings].filter(Boolean).join("\n\n");
}

const choices = ["allOf", "anyOf", "oneOf"];

/** Narrows a schema to one of the types that it names, or `number` to `integer`: what recordings show, `propose` writes as a number. */
function narrowType(pointer: string, type: string, { interface: of, gap, refuse }: Question) {
  const typesAt = (place: string) =>
    of.partsOf(place, choices).flatMap(({ node }) => {
      const { type, properties, enum: values } = node;
      return [type ?? (properties ? "object" : asList(values).map(typeOf))].flat().map(String);
    });
  const known = [...new Set(typesAt(pointer))].filter((each) => each !== "null");
  if (known.join() === type) return [];
  const isKnown = known.includes(type) || (type === "integer" && known.includes("number"));
  // One `type` would take back that it may be null as well.
  const isNullable = Checker.of(of.document).takes(pointer, null);
  if (known.length > 0 && (!isKnown || isNullable))
    refuse(`the document names ${known.join(" and ")} for ${describePlace(pointer)}`);
  // What holds for some values, such as "once the loan has ended", does not narrow all.
  if (gap.when !== undefined && known.length > 0) return [];
  const node = nodeAt(pointer, of);
  const choice = ["oneOf", "anyOf"].find((keyword) => keyword in node);
  if (choice) {
    const branches = asList(node[choice]);
    const others = [...branches.keys()].filter(
      (index) => !typesAt(`${pointer}/${choice}/${index}`).includes(type),
    );
    const [only, ...more] = branches.filter((_, index) => !others.includes(index));
    if (others.length > 0 && more.length > 0)
      return [{ pointer: `${pointer}/${choice}`, update: {}, remove: others.map(String) }];
    // A choice of one is none: the branch takes its place.
    if (others.length > 0) return [{ pointer, update: asObject(only), remove: [choice] }];
  }
  const remove = Object.keys(node).filter((key) => (ofType[key] ?? type) !== type);
  return [{ pointer, update: { type }, remove }];
}

/** Keywords that say something of one type alone. */
const ofType: Record<string, string> = {
  ...{ maxLength: "string", minLength: "string", pattern: "string", format: "string" },
  ...{ maxItems: "array", minItems: "array", uniqueItems: "array", items: "array" },
  ...{ properties: "object", required: "object", additionalProperties: "object" },
};

/**
 * What is said of the schema at a place. A field that is never there stays in the document, deprecated, so that code that sends
 * or reads it goes on to compile.
 */
function describe(pointer: string, said: Answer, question: Question): Change[] {
  const { interface: of, gap, refuse } = question;
  const { items, minimum, maximum, deprecated } = said;
  const { type = said["fields"] ? "object" : items && "array" } = said;
  const fields = asObjectMap(said["fields"]);
  const never = asList(said["never"]).map(String);
  // A field that is there for some values is required of none; its description says when it is.
  const when = pointer === gap.node ? gap.when : undefined;
  const isMarked = (name: string) => fields[name]?.["always"] === true;
  const marked = when ? [] : Object.keys(fields).filter(isMarked);
  const always = [...asList(said["always"]).map(String), ...marked];
  const known = of.partsOf(pointer).flatMap(({ node }) => asList(node["required"]));
  const denied = never.find((name) => known.includes(name) || always.includes(name));
  if (denied) refuse(`${denied} is always there`);
  // In a schema of requests and responses, a field that responses always have stays in words: requests may lack it.
  const isShared = of.isPartOf("requestBody", gap.node) && of.isPartOf("responses", gap.node);
  const required = isShared ? [] : always.filter((name) => !known.includes(name));
  const narrowed = typeof type === "string" ? narrowType(pointer, type, question) : [];
  const meaning = describeField(nodeAt(pointer, of), said);
  const update = {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(required.length > 0 && { required }),
    ...(meaning && { description: meaning }),
    ...(deprecated && { deprecated }),
  };
  const ofFields = [...new Set([...Object.keys(fields), ...always, ...never])].flatMap((name) => {
    const field = {
      ...fields[name],
      ...(never.includes(name) && { deprecated: true }),
      ...(when && isMarked(name) && { when: `Always there ${when}.` }),
    };
    return describePart(pointer, ["properties", name], field, question);
  });
  const ofItems = items ? describePart(pointer, ["items"], asObject(items), question) : [];
  return [...narrowed, { pointer, update }, ...ofFields, ...ofItems];
}

/** The meaning of a field, and when it is always there, where that is not said of it already. */
function describeField({ description }: JsonObject, { meaning, when }: Answer): Json | undefined {
  if (when === undefined) return meaning;
  const text = String(meaning ?? description ?? "");
  return text.includes(String(when)) ? text : `${text} ${String(when)}`.trim();
}

/**
 * What is said of a field or the items of a schema. Where the document describes them elsewhere, by a reference or in a part that others
 * use too, nothing is changed: it has to say there already what the answer says.
 */
function describePart(schema: string, keys: string[], said: Answer, question: Question): Change[] {
  const { interface: of, refuse } = question;
  const below = toPointer(keys).slice(1);
  const places = of.partsOf(schema, choices).map((part) => part.pointer + below);
  const there = places.find((place) => valueAt(of.document, place) !== undefined);
  const name = keys.at(-1)!;
  if (!there && !("type" in said)) refuse(`the document has no ${name} there`);
  const place = there ?? schema + below;
  // `{$ref: …, deprecated: true}` is about this field alone, and needs no change elsewhere. OpenAPI 3.0 reads nothing beside a $ref.
  const isBeside = said["deprecated"] === true && !isOpenApi30(of.document);
  const { pointer } = (!isBeside && of.locateAt(place)) || { pointer: place };
  // A reader has to see that a new field was not explained.
  const isNewField = !there && keys[0] === "properties";
  const told = isNewField ? { meaning: unknownMeaning, ...said } : said;
  const changes = newIn(of.document, describe(pointer, told, question));
  if (changes.length > 0 && !pointer.startsWith(`${schema}/`))
    refuse(`the document describes ${name} at ${pointer}, for others too`);
  return changes;
}
