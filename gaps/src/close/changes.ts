/**
 * What an owner can answer, and what each key of an answer changes in a document: one row for each. What none of
 * them can put into OpenAPI stays an answer in words.
 */
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
import { answerKind } from "../register/letter.ts";
import type { Change, Question } from "./actions.ts";
import { nameFailures, nameSuccesses } from "./responses.ts";

/** An answer, by the keys of the table. */
export type Answer = { [key: string]: Json };

/** A field, or the elements of a list, as an owner describes them. */
interface FieldAnswer {
  type?: string;
  meaning?: string;
  /** Whether it is in every object. */
  always?: boolean;
  /** Of an object. */
  fields?: Fields;
  /** The elements of an array. */
  items?: FieldAnswer;
}

type Fields = Record<string, FieldAnswer>;

/** A key of an answer: its JSON Schema, and what it changes; nothing for a key that is words. */
interface Key<Value> {
  schema: object;
  changes?: (value: Value, question: Question, answer: Answer) => Change[];
}

const key = <Value>(schema: object, changes: NonNullable<Key<Value>["changes"]>): Key<never> => ({
  schema,
  changes,
});

/** A hint of the form, such as `…`, is no text. */
const text = {
  ...{ type: "string", pattern: "[\\p{L}\\p{N}]" },
  description: "Write words, or nothing",
};
/** As the service spells it: quotes of a letter are no part of it. */
const spelled = {
  pattern: "^(?![.…]+$)[^\\s`\"'“”„‘’«»](.*[^\\s`\"'“”„‘’«»])?$",
  description: "Write the name alone, without quotes in it or spaces around it",
};
const word = { ...text, ...spelled, type: ["string", "number"] };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const success = {
  ...{ type: "integer", minimum: 200, maximum: 299 },
  description: "It is the code of a success. A note on failures has the answer `failures`",
};
const failure = { pattern: "^[45]\\d\\d$", description: "It is no code of a failure, such as 404" };
const boolean = { type: "boolean", description: "Say true or false" };
const types = ["string", "integer", "number", "boolean", "object", "array"];
const field = { $ref: "#/$defs/field" };
const mapOf = (values: object, propertyNames: object = spelled) => ({
  type: "object",
  minProperties: 1,
  propertyNames,
  additionalProperties: values,
});

/** Changes the object that the gap stands on. */
const changeNode = (update: JsonObject, { gap }: Question): Change[] => [
  { pointer: gap.node, update },
];

/** Describes the schema that the gap stands on. */
const describing = <Value>(schema: object, said: (value: Value) => FieldAnswer) =>
  key<Value>(schema, (value, question) => describe(question.gap.node, said(value), question));

/** The narrower one stays: an answer that is none is found in the document with all changes made. */
const bound = (name: string, narrower: (...bounds: number[]) => number) =>
  key<number>({ type: "number" }, (limit, question) =>
    changeNode({ [name]: narrower(limit, Number(question.node[name] ?? limit)) }, question),
  );

const keys: Record<string, Key<never>> = {
  answer: { schema: { enum: ["yes", "no", "depends"] } },
  words: { schema: text },
  promise: { schema: { const: "none" } },
  complete: { schema: boolean },
  values: key({ anyOf: [{ ...names, items: word }, mapOf(text)] }, changeValues),
  type: describing({ enum: types }, (type: string) => ({ type })),
  minimum: bound("minimum", Math.max),
  maximum: bound("maximum", Math.min),
  fields: describing(mapOf(field), (fields: Fields) => ({ type: "object", fields })),
  items: describing(field, (items: FieldAnswer) => ({ type: "array", items })),
  always: key<string[]>(names, (always, question) => {
    requireFields(always, question);
    const fields = Object.fromEntries(always.map((name) => [name, { always: true }]));
    return describe(question.gap.node, { fields }, question);
  }),
  never: key<string[]>(names, (never, question, answer) => {
    requireFields(never, question);
    return deprecate(question, never, answer);
  }),
  codes: key({ anyOf: [success, mapOf(success)] }, nameSuccesses),
  failures: key(mapOf(text, failure), nameFailures),
  address: key<string>(
    { type: "string", pattern: "^https?://[^\\s{}…]+$" },
    (address, question) => {
      if (!/\/servers\/\d/.test(question.gap.node))
        question.refuse("its note stands on no server, and this is the address of one");
      return changeNode({ ["default" in question.node ? "default" : "url"]: address }, question);
    },
  ),
};

/** Whether an answer can have a key. */
export const isKey = (name: string): boolean => Object.hasOwn(keys, name);

const isOfType = (type: string) => ({ properties: { type: { const: type } } });

/** The JSON Schema of a file of answers, once what is short has been written out and what is empty left out. */
export const answersSchema = {
  type: "object",
  required: ["by", "date", "answers"],
  additionalProperties: false,
  properties: {
    by: text,
    date: { type: "string", format: "date", description: "Write it as 2026-01-31" },
    answers: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        dependentRequired: { complete: ["values"] },
        properties: Object.fromEntries(
          Object.entries(keys).map(([name, { schema }]) => [name, schema]),
        ),
      },
    },
  },
  $defs: {
    field: {
      type: "object",
      required: ["type"],
      additionalProperties: false,
      properties: {
        type: { enum: types },
        meaning: text,
        always: boolean,
        fields: mapOf(field),
        items: field,
      },
      // A field that says nothing of what is in it would leave a new gap without a name.
      allOf: [
        { if: isOfType("object"), then: { required: ["fields"] } },
        { if: isOfType("array"), then: { required: ["items"] } },
      ],
    },
  },
};

/** Whether requests and responses have the schema: what is always in the one may be missing in the other. */
export const isShared = (of: Interface, pointer: string): boolean =>
  of.isPartOf("requestBody", pointer) && of.isPartOf("responses", pointer);

/** The keys that describe no schema. */
const ofOperations = ["codes", "failures", "address"];

/** Whether a note stands on a schema. OpenAPI 3.0 reads nothing beside a reference. */
const isSchema = ({ interface: { document }, gap, node }: Question): boolean =>
  walk(document, "schema").some(({ pointer }) => pointer === gap.node) &&
  !(isOpenApi30(document) && "$ref" in node);

/** What an answer changes; nothing for one in words, or one that the document says already. */
export function changesOf(answer: Answer, question: Question): Change[] {
  const { interface: of, gap } = question;
  const asked = Object.keys(answerKind(gap.answer).keys);
  // A field may be documented by now, and only be said to be always there, or never.
  const allowed = asked.includes("fields") ? [...asked, "always", "never"] : asked;
  return Object.entries(keys).flatMap(([name, { changes }]) => {
    const value = answer[name];
    if (value === undefined || !changes) return [];
    const refuse = (why: string) => question.refuse(why, name);
    if (!allowed.includes(name)) refuse(`the form asks for ${[...asked, "words"].join(", ")}`);
    if (!ofOperations.includes(name) && !isSchema(question))
      refuse("its note stands on no schema, and this describes one; move it to the schema");
    return newIn(of.document, changes(value as never, { ...question, refuse }, answer));
  });
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
  const others = complete === false ? ["another value"] : [];
  const samples = { values: valuesIn(answer), minimum, maximum, complete: others };
  for (const [key, values] of Object.entries(samples))
    for (const value of [values].flat())
      for (const { keyword, message, schemaPath } of Checker.of(of.document).errors(
        gap.node,
        value,
      )) {
        const isOfList = keyword === "enum" || keyword === "const";
        // No value has to be at a bound.
        const isAtBound = keyword === "multipleOf" && key !== "values";
        const place = schemaPath.replace(/^.*#/, "#");
        if (key === "complete" ? isOfList : !isAtBound)
          refuse(`the document says that ${value} ${message} (${place})`, key);
      }
}

/** The values that an answer names. */
const valuesIn = ({ values = [] }: Answer): Json[] =>
  isObject(values) ? Object.keys(values) : asList(values);

/** The lists of values that a schema may have, closed or open. */
const lists = ["enum", "const", "x-extensible-enum"];

/** A list of all values closes; an overlay joins lists, so that only what is new is added. */
function changeValues(_: unknown, question: Question, answer: Answer): Change[] {
  const { interface: of, gap, node, refuse } = question;
  const { complete } = answer;
  const named = valuesIn(answer);
  const known = of
    .partsOf(gap.node)
    .flatMap((part) =>
      lists.flatMap((name) => (name in part.node ? [part.node[name]!].flat() : [])),
    );
  const lost = known.filter((value) => value !== null && !named.includes(value));
  if (complete && lost.length > 0)
    refuse(`the document shows ${[...new Set(lost)].join(", ")}, which the list leaves out`);
  const wasClosed = "enum" in node || "const" in node;
  const isClosed = complete ?? wasClosed;
  const list = isClosed ? "enum" : "x-extensible-enum";
  const isNullable = isClosed && !wasClosed && typesAt(gap.node, question).includes("null");
  const all = new Set<Json>([...known, ...named, ...(isNullable ? [null] : [])]);
  const added = [...all].filter((value) => !asList(node[list]).includes(value));
  const update = added.length > 0 ? { [list]: added } : {};
  const remove = lists.filter((name) => name !== list && name in node);
  return [{ pointer: gap.node, update, remove }];
}

function requireFields(names: string[], { interface: of, gap, refuse }: Question): void {
  const known = of.fieldsOf(gap.node);
  const unknown = names.filter((name) => !known.includes(name));
  const all = known.join(", ") || "its fields, of which there are none";
  if (unknown.length > 0) refuse(`there is no ${unknown.join(" or ")} among ${all}`);
}

/**
 * A field that is not used stays in the document, deprecated: the document names it, and code that
 * sends or reads it goes on to compile. Remove it by hand if you have no such code.
 */
function deprecate(question: Question, names: string[], { always }: Answer): Change[] {
  const { interface: of, gap, refuse } = question;
  const required = of.partsOf(gap.node).flatMap(({ node }) => asList(node["required"]));
  const wrong = names.find((name) => [...required, ...asList(always)].includes(name));
  if (wrong) refuse(`${wrong} is always there; tell the contradiction in words`);
  return names.map((name) => {
    const { pointer, isOwn } = placeOf(gap.node, ["properties", name], question);
    if (!isOwn) refuse(isElsewhere(name, pointer));
    const { $ref } = asObject(valueAt(of.document, pointer));
    // OpenAPI 3.0 reads nothing beside a reference.
    return isOpenApi30(of.document) && $ref !== undefined
      ? { pointer, update: { allOf: [{ $ref }], deprecated: true }, remove: ["$ref"] }
      : { pointer, update: { deprecated: true } };
  });
}

const choices = ["allOf", "anyOf", "oneOf"];

/** Where the document describes a part of a schema, or would, and whether that is in the schema itself. */
function placeOf(schema: string, keys: string[], question: Question) {
  const below = toPointer(keys).slice(1);
  const places = question.interface.partsOf(schema, choices).map((part) => part.pointer + below);
  const isThere = (place: string) => valueAt(question.interface.document, place) !== undefined;
  const pointer = places.find(isThere) ?? schema + below;
  const isBranch = /\/(any|one)Of\//.test(pointer.slice(schema.length));
  return { pointer, isOwn: pointer.startsWith(`${schema}/`) && !isBranch };
}

const isElsewhere = (name: string, pointer: string) =>
  `the document describes ${name} at ${pointer}, for others too`;

/** The types that the document names for what stands at a place. */
const typesAt = (pointer: string, question: Question): string[] => {
  const named = question.interface.partsOf(pointer, choices).flatMap(({ node }): Json[] => {
    const { type, nullable, const: only = [], enum: values = [] } = node;
    const shape = "properties" in node ? ["object"] : "items" in node ? ["array"] : undefined;
    const implied = shape ?? [only, values].flat().map(typeOf);
    return [type ?? implied, nullable === true ? "null" : []].flat(2);
  });
  return [...new Set(named.map(String))];
};

/** Leaves one of the types that the document names, and null. Recordings call every number so. */
function narrowType(pointer: string, type: string, question: Question): Change[] {
  const { interface: of, refuse } = question;
  const all = typesAt(pointer, question);
  const known = all.filter((each) => each !== "null");
  const isKnown = known.includes(type) || (type === "integer" && known.includes("number"));
  if (known.length > 0 && !isKnown)
    refuse(
      `the document names ${all.join(" and ")} for ${describePlace(pointer)}; tell the contradiction in words`,
    );
  if (known.join() === type) return [];
  const isNullable = all.includes("null");
  const { type: own } = asObject(valueAt(of.document, pointer));
  // An overlay joins lists, so that the other types go one by one, the last one first.
  if (Array.isArray(own) && isNullable) {
    const others = [...own.keys()].filter((index) => ![type, "null"].includes(String(own[index])));
    const update = own.includes(type) ? {} : { type: [type] };
    const remove = others.toReversed().map(String);
    return [
      { pointer, update },
      { pointer: `${pointer}/type`, update: {}, remove },
    ];
  }
  const orNull = isOpenApi30(of.document) ? { type, nullable: true } : { type: [type, "null"] };
  return [{ pointer, update: isNullable && own === undefined ? orNull : { type } }];
}

/**
 * What is said of the schema at a place, beyond what stands there. A field that is always there is required, but not of
 * requests that have the schema too.
 */
function describe(pointer: string, said: FieldAnswer, question: Question): Change[] {
  const { interface: of, refuse } = question;
  const { type, meaning, fields = {}, items } = said;
  const parts = of.partsOf(pointer);
  const isRequired = (name: string) =>
    fields[name]!.always &&
    !parts.some(({ node }) => asList(node["required"]).includes(name)) &&
    (!isShared(of, question.gap.node) ||
      parts.some((part) => of.fieldAt(part.pointer, name)?.node["readOnly"]));
  const required = Object.keys(fields).filter(isRequired);
  const unknown = "The owner of the service has named it, and has not said what it means.";
  const description = meaning ?? (parts.length === 0 ? unknown : undefined);
  const describePart = (part: FieldAnswer, ...keys: string[]): Change[] => {
    const place = placeOf(pointer, keys, question);
    const { pointer: known } = of.locateAt(place.pointer) ?? place;
    const changes = newIn(of.document, describe(known, part, question));
    const isOwn = place.isOwn && known === place.pointer;
    if (!isOwn && changes.length > 0) refuse(isElsewhere(keys.at(-1)!, known));
    return changes;
  };
  const own = { ...(required.length > 0 && { required }), ...(description && { description }) };
  return [
    ...(type === undefined ? [] : narrowType(pointer, type, question)),
    { pointer, update: own },
    ...Object.entries(fields).flatMap(([name, each]) => describePart(each, "properties", name)),
    ...(items ? describePart(items, "items") : []),
  ];
}
