/** What each key of an owner's answer changes in a document. What none of them can put into OpenAPI stays an answer in words. */
import { isDeepStrictEqual } from "node:util";
import {
  asList,
  asObject,
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
import type { Gap } from "../notes/gaps.ts";
import { answerKeys } from "../register/letter.ts";
import type { Change, Question } from "./actions.ts";
import type { Answer, SchemaAnswer } from "./answer-file.ts";
import { nameFailures, nameSuccesses } from "./responses.ts";

/** The keys that change nothing by themselves. */
const remarks = ["answer", "words", "promise", "complete"];

/** The keys that describe no schema. */
const ofOthers: Record<string, (value: never, question: Question) => Change[]> = {
  codes: nameSuccesses,
  failures: nameFailures,
  address(address: string, { interface: of, gap, refuse }) {
    if (!/\/servers\/\d/.test(gap.node))
      refuse("its note stands on no server, and this is the address of one", "address");
    const key = "default" in nodeAt(gap.node, of) ? "default" : "url";
    return [{ pointer: gap.node, update: { [key]: address } }];
  },
};

const nodeAt = (pointer: string, of: Interface): JsonObject =>
  asObject(valueAt(of.document, pointer));

/** What an answer changes; nothing for one in words, or one that the document says already. */
export function changesOf(answer: Answer, question: Question): Change[] {
  const { interface: of, gap, refuse } = question;
  const asked = Object.keys(answerKeys(gap.answer));
  // A field may be documented by now, and only be said to be always there, or never.
  const allowed = asked.includes("fields") ? [...asked, "always", "never"] : asked;
  const given = Object.keys(answer).filter((key) => !remarks.includes(key));
  const wrong = given.find((key) => !allowed.includes(key));
  if (wrong) refuse(`the form asks for ${[...asked, "words"].join(", ")}`, wrong);
  const isOfSchema = given.some((key) => !(key in ofOthers));
  if (isOfSchema && !isSchema(gap.node, of))
    refuse("its note stands on no schema, and this describes one; move it to the schema");
  const others = given.flatMap((key) => ofOthers[key]?.(answer[key] as never, question) ?? []);
  const values = "values" in answer ? changeValues(answer, question) : [];
  const ofSchema = isOfSchema ? describe(gap.node, schemaOf(answer), question) : [];
  return newIn(of.document, [...values, ...ofSchema, ...others]);
}

/** Whether a note stands on a schema. OpenAPI 3.0 reads nothing beside a reference. */
const isSchema = (pointer: string, of: Interface): boolean =>
  walk(of.document, "schema").some((node) => node.pointer === pointer) &&
  !(isOpenApi30(of.document) && "$ref" in nodeAt(pointer, of));

/** The schema that an answer describes. */
function schemaOf({ always, never, ...others }: Answer): SchemaAnswer {
  const said = others as SchemaAnswer;
  const fields = { ...said.fields };
  for (const name of asList(always).map(String)) fields[name] = { ...fields[name], always: true };
  for (const name of asList(never).map(String)) fields[name] = { ...fields[name], never: true };
  const shape = said.fields ? "object" : said.items ? "array" : undefined;
  return { ...said, type: said.type ?? shape, fields };
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
 * Refuses an answer that the document denies with all changes made: it has to take each value that is named, and others where
 * there are others.
 */
export function requireTaken(answer: Answer, { interface: of, gap, refuse }: Question): void {
  const { minimum = [], maximum = [], complete } = answer;
  const named = [valuesIn(answer), minimum, maximum].flat();
  const others = complete === false ? ["another value"] : [];
  for (const value of [...named, ...others])
    for (const { keyword, message } of Checker.of(of.document).errors(gap.node, value))
      if (named.includes(value) || keyword === "enum" || keyword === "const")
        refuse(`the document says that ${value} ${message}`);
}

/** The values that an answer names. */
const valuesIn = ({ values = [] }: Answer): Json[] =>
  isObject(values) ? Object.keys(values) : asList(values);

/** The lists of values that a schema may have, closed or open. */
const lists = ["enum", "x-extensible-enum"];

/** A list of all values closes; an overlay joins lists, so that only what is new is added. */
function changeValues(answer: Answer, question: Question): Change[] {
  const { interface: of, gap, refuse } = question;
  const { complete } = answer;
  const named = valuesIn(answer);
  const node = nodeAt(gap.node, of);
  const known = of
    .partsOf(gap.node)
    .flatMap((part) => lists.flatMap((name) => [part.node[name] ?? []].flat()));
  const lost = known.filter((value) => value !== null && !named.includes(value));
  if (complete && lost.length > 0)
    refuse(`the document shows ${[...new Set(lost)].join(", ")}, which the list leaves out`);
  const wasClosed = "enum" in node;
  const isClosed = complete ?? wasClosed;
  const list = isClosed ? "enum" : "x-extensible-enum";
  const isNullable = isClosed && !wasClosed && typesAt(gap.node, question).includes("null");
  const all = new Set<Json>([...known, ...named, ...(isNullable ? [null] : [])]);
  const added = [...all].filter((value) => !asList(node[list]).includes(value));
  const update = added.length > 0 ? { [list]: added } : {};
  const remove = lists.filter((name) => name !== list && name in node);
  return [{ pointer: gap.node, update, remove }];
}

const choices = ["allOf", "anyOf", "oneOf"];

/** The types that the document names for what stands at a place. */
function typesAt(pointer: string, { interface: of }: Question): string[] {
  const named = of.partsOf(pointer, choices).flatMap(({ node }): Json[] => {
    const { type, nullable, enum: values } = node;
    const shape = "properties" in node ? ["object"] : "items" in node ? ["array"] : undefined;
    const implied = shape ?? asList(values).map(typeOf);
    return [type ?? implied, nullable === true ? "null" : []].flat(2);
  });
  return [...new Set(named.map(String))];
}

/** One of the types that the document names, or an integer where it names numbers, as recordings call them all. */
function narrowType(pointer: string, type: string, question: Question): JsonObject {
  const all = typesAt(pointer, question);
  const known = all.filter((each) => each !== "null");
  if (known.join() === type) return {};
  const isKnown = known.includes(type) || (type === "integer" && known.includes("number"));
  // That it may be null as well, a type would take back.
  if (all.length > 0 && (!isKnown || all.includes("null")))
    question.refuse(`the document names ${all.join(" and ")} for ${describePlace(pointer)}`);
  return { type };
}

/** Whether requests and responses have a schema. What is always in the one may be missing in the other, and stays in words. */
export const isShared = (of: Interface, { node }: Gap): boolean =>
  of.isPartOf("requestBody", node) && of.isPartOf("responses", node);

/**
 * What is said of the schema at a place, beyond what stands there. A field that is never there stays in the document,
 * deprecated, so that code that sends or reads it goes on to compile.
 */
function describe(pointer: string, said: SchemaAnswer, question: Question): Change[] {
  const { interface: of, gap, refuse } = question;
  const { type, meaning, never, minimum, maximum, fields = {}, items } = said;
  const parts = of.partsOf(pointer);
  const known = parts.flatMap(({ node }) => asList(node["required"]));
  const named = Object.entries(fields);
  const always = named.flatMap(([name, each]) => (each.always ? name : []));
  const required = isShared(of, gap) ? [] : always.filter((name) => !known.includes(name));
  const denied = named.find(([name, each]) => each.never && [...known, ...always].includes(name));
  if (denied) refuse(`${denied[0]} is always there`);
  const { minimum: min = minimum, maximum: max = maximum } = nodeAt(pointer, of);
  const update = {
    ...(type === undefined ? {} : narrowType(pointer, type, question)),
    // The narrower bound stays: one that is wider is found in the document with all changes made.
    ...(minimum !== undefined && { minimum: Math.max(minimum, Number(min)) }),
    ...(maximum !== undefined && { maximum: Math.min(maximum, Number(max)) }),
    ...(required.length > 0 && { required }),
    ...(meaning && { description: meaning }),
    ...(never && { deprecated: true }),
  };
  return [
    { pointer, update },
    ...named.flatMap(([name, each]) => describePart(pointer, ["properties", name], each, question)),
    ...(items ? describePart(pointer, ["items"], items, question) : []),
  ];
}

/** What is said of a part of a schema. Where the document describes it elsewhere, for others too, it has to say so already. */
function describePart(schema: string, keys: string[], said: SchemaAnswer, question: Question) {
  const { interface: of, refuse } = question;
  const below = toPointer(keys).slice(1);
  const places = of.partsOf(schema, choices).map((part) => part.pointer + below);
  const there = places.find((place) => valueAt(of.document, place) !== undefined);
  const name = keys.at(-1)!;
  const known = of.fieldsOf(schema).join(", ") || "its fields, of which there are none";
  if (!there && said.type === undefined) refuse(`there is no ${name} among ${known}`);
  const place = there ?? schema + below;
  const { pointer } = of.locateAt(place) ?? { pointer: place };
  const changes = newIn(of.document, describe(pointer, said, question));
  const isBranch = /\/(any|one)Of\//.test(pointer.slice(schema.length));
  const isOwn = pointer.startsWith(`${schema}/`) && !isBranch;
  if (!isOwn && changes.length > 0)
    refuse(`the document describes ${name} at ${pointer}, for others too`);
  return changes;
}
