/**
 * What an owner can answer, and what each key of an answer changes in a document: one row for each. What none of
 * them can put into OpenAPI stays an answer in words.
 */
import {
  asList,
  asObject,
  isOpenApi30,
  type Json,
  type JsonObject,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import type { Interface, Operation } from "../api/interface.ts";
import { knownValues } from "../document/schemas.ts";
import { answerKind } from "../register/letter.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import { type Change, nameCode, unknownMeaning } from "./actions.ts";

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

/** What an answer is about. */
interface Question {
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
  changes?: (value: Value, question: Question, answer: Answer) => Change[];
}

const key = <Value>(
  schema: object,
  changes: (value: Value, question: Question, answer: Answer) => Change[],
): Key<never> => ({ schema, changes });

/** A key that changes the object which the gap stands on. */
const ownKey = <Value>(
  schema: object,
  update: (value: Value, question: Question) => JsonObject,
): Key<never> =>
  key<Value>(schema, (value, question) => [
    { pointer: question.gap.node, update: update(value, question) },
  ]);

const text = { type: "string", pattern: "\\S" };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const success = {
  ...{ type: "integer", minimum: 200, maximum: 299 },
  description: "It is the code of a success. A note on failures has the answer `failures`",
};
const types = ["string", "integer", "number", "boolean", "object", "array"];
const field = { $ref: "#/$defs/field" };
const mapOf = (values: object) => ({
  type: "object",
  minProperties: 1,
  additionalProperties: values,
});

const keys: Record<string, Key<never>> = {
  answer: { schema: { enum: ["yes", "no", "depends"] } },
  words: { schema: text },
  promise: { schema: { const: "none" } },
  complete: { schema: { type: "boolean" } },
  values: key({ anyOf: [names, mapOf(text)] }, changeValues),
  type: ownKey<string>({ enum: types }, (type, { node, refuse }) => {
    const named = [node["type"] ?? type].flat();
    if (!named.includes(type))
      refuse(`the document names ${named.join(" and ")}; tell the contradiction in words`);
    return { type };
  }),
  minimum: key<number>({ type: "number" }, changeBound("minimum")),
  maximum: key<number>({ type: "number" }, changeBound("maximum")),
  fields: ownKey<Record<string, FieldAnswer>>(mapOf(field), (fields, question) =>
    describeFields(fields, isShared(question)),
  ),
  items: ownKey<FieldAnswer>(field, (items, question) => ({
    items: describeField(items, isShared(question)),
  })),
  always: ownKey<string[]>(names, (always, question) => {
    const { interface: of, gap, node } = question;
    requireFields(always, of.fieldsOf(gap.node), question);
    const isOfResponses = (name: string) =>
      of.partsOf(gap.node).some(({ pointer }) => of.fieldAt(pointer, name)?.node["readOnly"]);
    const added = always
      .filter((name) => !asList(node["required"]).includes(name))
      .filter((name) => !isShared(question) || isOfResponses(name));
    return added.length > 0 ? { required: added } : {};
  }),
  never: key<string[]>(names, (never, question, { always }) => {
    requireFields(never, Object.keys(asObject(question.node["properties"])), question);
    const required = [...asList(question.node["required"]), ...asList(always)];
    const wrong = never.find((name) => required.includes(name));
    if (wrong) question.refuse(`${wrong} is always there; tell the contradiction in words`);
    return deprecate(question, never);
  }),
  name: key<string>(text, (name, question) => {
    const { gap, node, refuse } = question;
    const claims = JSON.stringify(gap.states);
    const all = Object.keys(asObject(node["properties"]));
    const claimed = all.filter((each) => claims.includes(`\`${each}\``));
    const known = claimed.join(" or ") || "fields, which the note has to name in backticks";
    if (!claimed.includes(name)) refuse(`it is a question of ${known}`);
    return deprecate(
      question,
      claimed.filter((each) => each !== name),
    );
  }),
  codes: key({ anyOf: [success, mapOf(success)] }, nameSuccesses),
  address: ownKey<string>({ type: "string", pattern: "^https?://" }, (address, question) => {
    if (!/\/servers\/\d/.test(question.gap.node))
      question.refuse("its note stands on no server, and this is the address of one");
    return "default" in question.node ? { default: address } : { url: address };
  }),
  failures: key<Record<string, string>>(
    { ...mapOf(text), propertyNames: { pattern: "^[45]\\d\\d$" } },
    (failures, question) =>
      operationsIn(question).flatMap((operation) =>
        Object.entries(failures).flatMap(([code, description]): Change[] => {
          const today = asObject(operation.node["responses"])[code];
          if (today === undefined)
            return [
              nameCode(question.interface, operation, Number(code), question.verified, {
                description,
              }),
            ];
          const pointer = `${operation.pointer}/responses/${code}`;
          const isOpen = asObject(today)["description"] === unknownMeaning;
          return isOpen ? [{ pointer, update: { description } }] : [];
        }),
      ),
  ),
};

const isOfType = (type: string) => ({ properties: { type: { const: type } } });

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

/** Whether requests and responses have the schema: what is always in the one may be missing in the other. */
export const isShared = ({ interface: of, gap }: Pick<Question, "interface" | "gap">): boolean =>
  of.isPartOf("requestBody", gap.node) && of.isPartOf("responses", gap.node);

/** The keys that describe no schema. */
const ofOperations = ["codes", "failures", "address"];

/** Whether a note stands on a schema. OpenAPI 3.0 reads nothing beside a reference. */
const isSchema = ({ interface: { document }, gap, node }: Omit<Question, "refuse">): boolean =>
  walk(document, "schema").some(({ pointer }) => pointer === gap.node) &&
  !(isOpenApi30(document) && "$ref" in node);

/**
 * What the answer changes; nothing for an answer in words.
 *
 * @param refuse throws, with what is wrong
 */
export function changesOf(
  answer: Answer,
  question: Omit<Question, "refuse">,
  refuse: (key: string, why: string) => never,
): Change[] {
  const asked = Object.keys(answerKind(question.gap.answer).keys);
  // A field may be documented by now, and only be said to be always there, or never.
  const allowed = asked.includes("fields") ? [...asked, "always", "never"] : asked;
  return Object.entries(keys).flatMap(([name, { changes }]) => {
    const value = answer[name];
    if (value === undefined || !changes) return [];
    if (!allowed.includes(name))
      refuse(name, `the form asks for ${[...asked, "words"].join(", ")}`);
    if (!ofOperations.includes(name) && !isSchema(question))
      refuse(name, "its note stands on no schema, and this describes one; move it to the schema");
    const here = { ...question, refuse: (why: string) => refuse(name, why) };
    return changes(value as never, here, answer);
  });
}

/** A list of all values closes; an overlay joins lists, so that only what is new is added. */
function changeValues(
  values: string[] | Record<string, string>,
  { interface: of, gap, node, refuse }: Question,
  { complete }: Answer,
): Change[] {
  const parts = of.partsOf(gap.node).map((part) => part.node);
  const types = parts.flatMap((part) => part["type"] ?? []);
  if (types.length > 0 && !types.includes("string"))
    refuse(`the document names ${types.join(" and ")}, and these are texts`);
  const known = parts.flatMap(knownValues);
  const named = Array.isArray(values) ? values : Object.keys(values);
  const added = named.filter((value) => !known.includes(value));
  const pointer = gap.node;
  const closed = ["enum", "const"].filter((keyword) => keyword in node);
  if (complete === false && closed.length > 0)
    return [{ pointer, update: { "x-extensible-enum": [...known, ...added] }, remove: closed }];
  if (!complete) {
    const list = Array.isArray(node["enum"]) ? "enum" : "x-extensible-enum";
    return [{ pointer, update: { [list]: added } }];
  }
  const lost = known.filter((value) => !named.includes(value));
  if (lost.length > 0) refuse(`the document shows ${lost.join(", ")}, which the list leaves out`);
  const isNullable = node["nullable"] === true || [node["type"]].flat().includes("null");
  const all: Json[] =
    isNullable && !("enum" in node) ? [...known, ...added, null] : [...known, ...added];
  const update = { enum: all.filter((value) => !asList(node["enum"]).includes(value)) };
  return [{ pointer, update, remove: "x-extensible-enum" in node ? ["x-extensible-enum"] : [] }];
}

/** Changes one bound, beside the other one that the answer or the document has. */
function changeBound(bound: "minimum" | "maximum") {
  return (value: number, { gap, node, refuse }: Question, answer: Answer): Change[] => {
    const { minimum, maximum } = { ...node, ...answer };
    if (Number(minimum) > Number(maximum)) refuse(`nothing is from ${minimum} to ${maximum}`);
    return [{ pointer: gap.node, update: { [bound]: value } }];
  };
}

function requireFields(names: string[], known: string[], { refuse }: Question): void {
  const unknown = names.filter((name) => !known.includes(name));
  const all = known.join(", ") || "its fields, of which there are none";
  if (unknown.length > 0) refuse(`there is no ${unknown.join(" or ")} among ${all}`);
}

/**
 * A field that is not used stays in the document, deprecated: the document names it, and code that
 * sends or reads it goes on to compile. Remove it by hand if you have no such code.
 */
const deprecate = ({ interface: { document }, gap }: Question, names: string[]): Change[] =>
  names.map((name) => {
    const pointer = gap.node + toPointer(["properties", name]).slice(1);
    const { $ref } = asObject(valueAt(document, pointer));
    // OpenAPI 3.0 reads nothing beside a reference.
    return isOpenApi30(document) && $ref !== undefined
      ? { pointer, update: { allOf: [{ $ref }], deprecated: true }, remove: ["$ref"] }
      : { pointer, update: { deprecated: true } };
  });

/** The operations that a gap is about: all that meet the place of its note. */
const operationsIn = ({ interface: of, gap }: Question): Operation[] =>
  of.operations.filter(({ operationId }) => gap.operations.includes(operationId));

function nameSuccesses(codes: number | Record<string, number>, question: Question): Change[] {
  const { interface: of, verified, refuse } = question;
  const operations = operationsIn(question);
  const known = operations.map(({ operationId }) => operationId);
  const unknown = Object.keys(typeof codes === "object" ? codes : {});
  const [wrong] = unknown.filter((id) => !known.includes(id));
  if (wrong) refuse(`there is no operation ${wrong} among ${known.join(", ")}`);
  return operations.flatMap((operation) => {
    const code = typeof codes === "number" ? codes : codes[operation.operationId];
    const documented = Object.keys(asObject(operation.node["responses"]));
    const isNew = code !== undefined && !documented.includes(String(code));
    const others = documented.filter((name) => /^2\d\d$/.test(name)).join(" and ");
    if (isNew && others && !of.responseTo(operation, code))
      refuse(
        `the document names ${others} for ${operation.operationId}; tell the contradiction in words`,
      );
    return isNew ? [nameCode(of, operation, code, verified)] : [];
  });
}

/** A field that is always there is required, but not of requests that have the schema too; every other may be missing. */
function describeFields(fields: Record<string, FieldAnswer>, isShared: boolean): JsonObject {
  const all = Object.entries(fields);
  const required = all.filter(([, { always }]) => always && !isShared).map(([name]) => name);
  const described = all.map(([name, each]) => [name, describeField(each, isShared)] as const);
  return {
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(described),
  };
}

function describeField(
  { type, fields, items, meaning }: FieldAnswer,
  isShared: boolean,
): JsonObject {
  return {
    type,
    ...(fields ? describeFields(fields, isShared) : {}),
    ...(items ? { items: describeField(items, isShared) } : {}),
    description:
      meaning ?? "The owner of the service has named it, and has not said what it means.",
  };
}
