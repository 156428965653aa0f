/**
 * What an owner can answer, and what each key of an answer changes in a document: one row for each. What none of
 * them can put into OpenAPI stays an answer in words.
 */
import { asList, asObject, isOpenApi30, type Json, type JsonObject } from "../document/document.ts";
import { toPointer } from "../document/json.ts";
import type { Interface, Operation } from "../api/interface.ts";
import { knownValues } from "../document/schemas.ts";
import { answerKind } from "../register/letter.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import { type Change, exampleOf } from "./close-gap.ts";

/** An answer, by the keys of the table. */
export type Answer = { [key: string]: Json };

/** A field, or the elements of a list, as an owner describes them. */
interface FieldAnswer {
  type: string;
  meaning?: string;
  /** Whether it is in every object. */
  always?: boolean;
  /** Of an object. */
  fields?: Record<string, FieldAnswer>;
  /** The elements of an array. */
  items?: FieldAnswer;
}

interface Place {
  interface: Interface;
  gap: Gap;
  /** What the gap stands on. */
  node: JsonObject;
  /** What the owner has said. */
  verified: Verification;
  /** Throws, with what is wrong. */
  refuse: (why: string) => never;
}

/** A key of an answer: its JSON Schema, and what it changes; nothing for a key that is words. */
interface Key<Value> {
  schema: object;
  changes?: (value: Value, place: Place, answer: Answer) => Change[];
}

const key = <Value>(
  schema: object,
  changes: (value: Value, place: Place, answer: Answer) => Change[],
): Key<never> => ({ schema, changes });

/** What changes where the gap stands. */
const own = ({ gap }: Place, update: JsonObject): Change[] => [{ pointer: gap.node, update }];

const text = { type: "string", pattern: "\\S" };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const success = { type: "integer", minimum: 200, maximum: 299 };
const types = ["string", "integer", "number", "boolean", "object", "array"];
const field = { $ref: "#/$defs/field" };
const mapOf = (values: object) => ({
  type: "object",
  minProperties: 1,
  additionalProperties: values,
});
const isOfType = (type: string) => ({ properties: { type: { const: type } } });

const keys: Record<string, Key<never>> = {
  answer: { schema: { enum: ["yes", "no", "depends"] } },
  words: { schema: text },
  promise: { schema: { const: "none" } },
  complete: { schema: { type: "boolean" } },
  values: key({ anyOf: [names, mapOf(text)] }, changeValues),
  type: key({ enum: types }, changeType),
  minimum: key<number>({ type: "number" }, (minimum, place) => own(place, { minimum })),
  maximum: key<number>({ type: "number" }, (maximum, place) => own(place, { maximum })),
  fields: key<Record<string, FieldAnswer>>(mapOf(field), (fields, place) => {
    const { type: _type, ...update } = describeFields(fields, place.interface);
    return own(place, update);
  }),
  items: key<FieldAnswer>(field, (items, { gap: { node }, interface: of }) => [
    { pointer: `${node}/items`, update: describe("item", items, of) },
  ]),
  always: key<string[]>(names, (always, place) => {
    requireFields(always, place);
    const required = asList(place.node["required"]);
    return own(place, { required: always.filter((name) => !required.includes(name)) });
  }),
  never: key<string[]>(names, (never, place) => {
    requireFields(never, place);
    return deprecate(place.gap.node, never);
  }),
  name: key(text, keepName),
  codes: key({ anyOf: [success, mapOf(success)] }, nameSuccesses),
  address: key<string>({ type: "string", pattern: "^https?://" }, (address, place) =>
    own(place, "default" in place.node ? { default: address } : { url: address }),
  ),
  failures: key({ ...mapOf(text), propertyNames: { pattern: "^[45]\\d\\d$" } }, nameFailures),
};

/** The JSON Schema of a file of answers, once what is short has been written out and what is empty left out. */
export const answersSchema = {
  type: "object",
  required: ["by", "date", "answers"],
  additionalProperties: false,
  properties: {
    by: text,
    date: { type: "string", format: "date" },
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
        always: { type: "boolean" },
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

/**
 * What the answer changes; nothing for an answer in words.
 *
 * @param refuse throws, with what is wrong
 */
export function changesOf(
  answer: Answer,
  place: Omit<Place, "refuse">,
  refuse: (key: string, why: string) => never,
): Change[] {
  const asked = Object.keys(answerKind(place.gap.answer).keys);
  return Object.entries(keys).flatMap(([name, { changes }]) => {
    const value = answer[name];
    if (value === undefined || !changes) return [];
    if (!asked.includes(name)) refuse(name, `the form asks for ${[...asked, "words"].join(", ")}`);
    const here = { ...place, refuse: (why: string) => refuse(name, why) };
    return changes(value as never, here, answer);
  });
}

function changeValues(
  values: string[] | Record<string, string>,
  { interface: of, gap, node, refuse }: Place,
  { complete }: Answer,
): Change[] {
  const types = of.partsOf(gap.node).flatMap((part) => part.node["type"] ?? []);
  if (types.length > 0 && !types.includes("string"))
    refuse(`the document names ${types.join(" and ")}, and these are texts`);
  const known = of.partsOf(gap.node).flatMap((part) => knownValues(part.node));
  const named = Array.isArray(values) ? values : Object.keys(values);
  const added = named.filter((value) => !known.includes(value));
  if (!complete) {
    const list = Array.isArray(node["enum"]) ? "enum" : "x-extensible-enum";
    return [{ pointer: gap.node, update: { [list]: added } }];
  }
  const lost = known.filter((value) => !named.includes(value));
  if (lost.length > 0) refuse(`the document shows ${lost.join(", ")}, which the list leaves out`);
  return [closeList(gap.node, node, [...known, ...added])];
}

/** A list of all values, and null where it is allowed. An overlay joins lists, so that only what is new is added. */
function closeList(pointer: string, node: JsonObject, values: string[]): Change {
  const listed = asList(node["enum"]);
  const isNullable = node["nullable"] === true || [node["type"]].flat().includes("null");
  const all = isNullable && !("enum" in node) ? [...values, null] : values;
  return {
    pointer,
    update: { enum: all.filter((value) => !listed.includes(value)) },
    remove: "x-extensible-enum" in node ? ["x-extensible-enum"] : [],
  };
}

function changeType(type: string, place: Place): Change[] {
  const types = [place.node["type"] ?? []].flat().map(String);
  if (types.length > 0 && !types.includes(type))
    place.refuse(`the document names ${types.join(" and ")}; tell the contradiction in words`);
  return own(place, { type });
}

function requireFields(names: string[], { node, refuse }: Place): void {
  const known = Object.keys(asObject(node["properties"]));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`there is no ${unknown.join(" or ")} among ${known.join(", ")}`);
}

/** The field of the other name is deprecated. */
function keepName(name: string, { gap, node, refuse }: Place): Change[] {
  const claims = Array.isArray(gap.states) ? gap.states : [];
  const names = claims
    .flatMap(({ claim }) => [...claim.matchAll(/`(\w+)`/g)].map(([, word]) => word!))
    .filter((word) => word in asObject(node["properties"]));
  if (!names.includes(name)) refuse(`it is a question of ${names.join(" or ")}`);
  return deprecate(
    gap.node,
    names.filter((other) => other !== name),
  );
}

/**
 * A field that is not used stays in the document, deprecated: the document names it, and code that
 * sends or reads it goes on to compile. Remove it by hand if you have no such code.
 */
const deprecate = (pointer: string, names: string[]): Change[] =>
  names.map((name) => ({
    pointer: pointer + toPointer(["properties", name]).slice(1),
    update: { deprecated: true },
  }));

function nameSuccesses(
  codes: number | Record<string, number>,
  { interface: of, verified, refuse }: Place,
): Change[] {
  const known = of.operations.map(({ operationId }) => operationId);
  const unknown =
    typeof codes === "object" ? Object.keys(codes).find((id) => !known.includes(id)) : undefined;
  if (unknown) refuse(`there is no operation ${unknown} among ${known.join(", ")}`);
  return of.operations.flatMap((operation) => {
    const code = typeof codes === "number" ? codes : codes[operation.operationId];
    return code === undefined ? [] : (nameSuccess(of, operation, String(code), verified) ?? []);
  });
}

/**
 * Names the status code of a success; undefined where the document has it. Its response is that of the range,
 * which goes on to hold for every other success.
 */
function nameSuccess(
  of: Interface,
  operation: Operation,
  code: string,
  verified: Verification,
): Change | undefined {
  if (code in asObject(operation.node["responses"])) return undefined;
  const { description = "A success.", content } =
    of.responseTo(operation, Number(code))?.node ?? {};
  const response = { code, description, ...(content === undefined ? {} : { content }) };
  return nameResponses(operation, [response], verified);
}

/** Each response stands on what was said or counted, because the map of them is no object of the document. */
const nameResponses = (
  { pointer }: Operation,
  responses: JsonObject[],
  verified: Verification,
): Change => ({
  pointer: `${pointer}/responses`,
  update: Object.fromEntries(
    responses.map(({ code, ...response }) => [
      String(code),
      { ...response, "x-verified": [{ ...verified }] },
    ]),
  ),
});

/** The body of a failure stays unknown: that is another gap. */
function nameFailures(
  failures: Record<string, string>,
  { interface: of, verified }: Place,
): Change[] {
  return of.operations.map((operation) => {
    const missing = Object.entries(failures)
      .filter(([code]) => !(code in asObject(operation.node["responses"])))
      .map(([code, description]) => ({ code, description, content: { "*/*": { schema: {} } } }));
    return nameResponses(operation, missing, verified);
  });
}

/** An object with these fields; without any, nothing is said of them. */
function objectOf(
  fields: { name: string; schema: JsonObject; isRequired: boolean | undefined }[],
): JsonObject {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    ...(fields.length > 0 ? { properties } : {}),
  };
}

/** The example of a field that is new; none for one whose own fields show it. */
function shown(name: string, schema: JsonObject, of: Interface): JsonObject {
  const example = exampleOf(name, schema);
  if (example === undefined) return {};
  return isOpenApi30(of.document) ? { example } : { examples: [example] };
}

/** A field that is always there is required; every other may be missing. */
const describeFields = (fields: Record<string, FieldAnswer>, of: Interface): JsonObject =>
  objectOf(
    Object.entries(fields).map(([name, field]) => {
      return { name, schema: describe(name, field, of), isRequired: field.always };
    }),
  );

function describe(name: string, answer: FieldAnswer, of: Interface): JsonObject {
  const { type, fields, items } = answer;
  const { meaning = "The owner of the service has named it, and has not said what it means." } =
    answer;
  if (fields) return { ...describeFields(fields, of), description: meaning };
  if (items) return { type, items: describe("item", items, of), description: meaning };
  return { type, description: meaning, ...shown(name, { type }, of) };
}
