/**
 * What an owner can answer, and what each key of an answer changes in a document: one row for each. What none of
 * them can put into OpenAPI stays an answer in words.
 */
import {
  asList,
  asObject,
  type Json,
  type JsonObject,
  resolvePointer,
} from "../document/document.ts";
import { messageExamples } from "../document/examples.ts";
import { toPointer } from "../document/pointer.ts";
import type { Interface, Operation } from "../evidence/interface.ts";
import { knownValues } from "../evidence/tally.ts";
import type { Gap } from "../notes/gaps.ts";
import { exampleOf } from "./examples.ts";

/** An answer, by the keys of the table. */
export type Answer = { [key: string]: Json };

/** A field, or the elements of a list, as an owner describes them. */
interface FieldAnswer {
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

/** What becomes of one object of the document. */
export interface Change {
  /** JSON pointer of the object. */
  pointer: string;
  update: JsonObject;
  /** Keys that are taken away, because an overlay can only add to them. */
  remove?: string[];
}

interface Place {
  interface: Interface;
  gap: Gap;
  /** What the gap stands on. */
  node: JsonObject;
}

/** Why a gap cannot take a key of an answer; undefined where it can. */
type Misplaced = (place: Place) => string | undefined;

/** A key of an answer: its form, where it can stand, and what it changes; nothing for a key that is words. */
interface Key<Value> {
  /** JSON Schema. */
  schema: object;
  misplaced?: Misplaced;
  changes?: (value: Value, place: Place, answer: Answer) => Change[];
}

const key = <Value>(described: Key<Value>): Key<never> => described as Key<never>;

const remarks = new Set(["description", "title", "example", "examples", "x-gap", "x-source"]);

const onType =
  (...types: string[]): Misplaced =>
  ({ node }) => {
    const own = [node["type"] ?? ("properties" in node ? "object" : [])].flat().map(String);
    // A schema that says nothing can take everything.
    return Object.keys(node).every((key) => remarks.has(key)) ||
      types.some((type) => own.includes(type))
      ? undefined
      : `it concerns no ${types.join(" or ")}`;
  };

/** Codes concern every operation, so that the gap has to stand where all of them are meant. */
const onInterface: Misplaced = ({ gap: { node } }) =>
  node === "#/info" || node.startsWith("#/components/responses/")
    ? undefined
    : "it concerns one place, and codes concern every operation";

/** An answer that is one keyword of the schema. */
const keyword = (name: string, schema: object, ...types: string[]) =>
  key<Json>({
    schema,
    misplaced: onType(...types),
    changes: (value, { gap: { node } }) => [{ pointer: node, update: { [name]: value } }],
  });

const text = { type: "string", pattern: "\\S" };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const count = { type: "integer", minimum: 0 };
const number = { type: "number" };
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
  values: key({
    schema: { anyOf: [names, mapOf(text)] },
    misplaced: onType("string"),
    changes: changeValues,
  }),
  complete: key({
    schema: { type: "boolean" },
    changes(_value, _place, { values }) {
      if (values === undefined) throw new RangeError("`complete` says nothing without `values`");
      return [];
    },
  }),
  type: key({ schema: { enum: types }, misplaced: onType(...types), changes: changeType }),
  format: keyword("format", text, "string"),
  pattern: keyword("pattern", { type: "string", format: "regex" }, "string"),
  default: keyword(
    "default",
    { type: ["string", "number", "boolean"] },
    ...["string", "integer", "number", "boolean"],
  ),
  "min-length": keyword("minLength", count, "string"),
  "max-length": keyword("maxLength", count, "string"),
  minimum: keyword("minimum", number, "integer", "number"),
  maximum: keyword("maximum", number, "integer", "number"),
  "max-items": keyword("maxItems", count, "array"),
  fields: key<Record<string, FieldAnswer>>({
    schema: mapOf(field),
    misplaced: onType("object"),
    changes(fields, { gap: { node } }) {
      const { type: _type, ...update } = describeFields(fields);
      return [{ pointer: node, update }];
    },
  }),
  items: key<FieldAnswer>({
    schema: field,
    misplaced: onType("array"),
    changes: (items, { gap: { node } }) => [
      { pointer: `${node}/items`, update: describe("item", items) },
    ],
  }),
  always: key<string[]>({
    schema: names,
    misplaced: onType("object"),
    changes(always, { gap, node }) {
      requireFields(always, node);
      const required = asList(node["required"]);
      const added = always.filter((name) => !required.includes(name));
      return added.length > 0 ? [{ pointer: gap.node, update: { required: added } }] : [];
    },
  }),
  never: key<string[]>({
    schema: names,
    misplaced: onType("object"),
    changes(never, { gap, node }) {
      requireFields(never, node);
      return deprecate(gap.node, never);
    },
  }),
  name: key({ schema: text, misplaced: onType("object"), changes: keepName }),
  codes: key({
    schema: { anyOf: [success, mapOf(success)] },
    misplaced: onInterface,
    changes: nameSuccesses,
  }),
  address: key<string>({
    schema: { type: "string", pattern: "^https?://" },
    misplaced: ({ gap: { node } }) =>
      node.startsWith("#/servers/") ? undefined : "it concerns no address",
    changes: (address, { gap: { node } }) => [
      {
        pointer: node,
        update: node.includes("/variables/") ? { default: address } : { url: address },
      },
    ],
  }),
  failures: key({
    schema: { ...mapOf(text), propertyNames: { pattern: "^[45]\\d\\d$" } },
    misplaced: onInterface,
    changes: nameFailures,
  }),
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
        minProperties: 1,
        additionalProperties: false,
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
        format: text,
        values: names,
        always: { type: "boolean" },
        nullable: { type: "boolean" },
        fields: mapOf(field),
        items: field,
      },
      // A field that says nothing of what is in it would leave a new gap without a name.
      allOf: [
        { if: isOfType("object"), then: { required: ["fields"] } },
        { if: isOfType("array"), then: { required: ["items"] } },
        { if: { required: ["values"] }, then: isOfType("string") },
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
  place: Place,
  refuse: (key: string, why: string) => never,
): Change[] {
  return Object.entries(keys).flatMap(([name, { misplaced, changes }]) => {
    if (answer[name] === undefined || !changes) return [];
    const why = misplaced?.(place);
    if (why !== undefined) refuse(name, why);
    try {
      return changes(answer[name] as never, place, answer);
    } catch (error) {
      if (error instanceof RangeError) refuse(name, error.message);
      throw error;
    }
  });
}

function changeValues(
  values: string[] | Record<string, string>,
  { gap, node }: Place,
  { complete }: Answer,
): Change[] {
  const known = knownValues(node);
  const listed = asList(node["enum"]);
  const named = Array.isArray(values) ? values : Object.keys(values);
  const all = [...known, ...named.filter((value) => !known.includes(value))];
  if (complete) {
    const lost = known.filter((value) => !named.includes(value));
    if (lost.length > 0)
      throw new RangeError(`the document shows ${lost.join(", ")}, which the list leaves out`);
    // An overlay joins lists.
    const update = { enum: all.filter((value) => !listed.includes(value)) };
    const remove = "x-extensible-enum" in node ? ["x-extensible-enum"] : [];
    return [{ pointer: gap.node, update, remove }];
  }
  const added = all.slice(known.length);
  return [
    { pointer: gap.node, update: { [listed.length > 0 ? "enum" : "x-extensible-enum"]: added } },
  ];
}

function changeType(type: string, { gap, node }: Place): Change[] {
  const types = [node["type"] ?? []].flat().map(String);
  if (types.length > 0 && !types.includes(type))
    throw new RangeError(
      `the document names ${types.join(" and ")}; tell the contradiction in words`,
    );
  return [{ pointer: gap.node, update: { type } }];
}

function requireFields(names: string[], { properties }: JsonObject): void {
  const known = Object.keys(asObject(properties));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new RangeError(`there is no ${unknown.join(" or ")} among ${known.join(", ")}`);
}

/** The field of the other name is deprecated, and the examples that use it take the name that holds. */
function keepName(name: string, { interface: of, gap, node }: Place): Change[] {
  const properties = asObject(node["properties"]);
  const claims = Array.isArray(gap.states) ? gap.states : [];
  const names = claims
    .flatMap(({ claim }) => [...claim.matchAll(/`(\w+)`/g)].map(([, word]) => word!))
    .filter((word) => word in properties);
  if (!names.includes(name)) throw new RangeError(`it is a question of ${names.join(" or ")}`);
  const others = names.filter((other) => other !== name);
  const examples = messageExamples(of.document).flatMap(({ pointer, schema, value }): Change[] => {
    const isOfNode = resolvePointer(of.document, schema)["$ref"] === gap.node;
    const used = others.find((other) => other in asObject(value));
    if (!isOfNode || used === undefined) return [];
    return [{ pointer, update: { [name]: asObject(value)[used]! }, remove: [used] }];
  });
  return [...deprecate(gap.node, others), ...examples];
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

function nameSuccesses(codes: number | Record<string, number>, { interface: of }: Place): Change[] {
  const known = of.operations.map(({ operationId }) => operationId);
  const unknown =
    typeof codes === "object" ? Object.keys(codes).find((id) => !known.includes(id)) : undefined;
  if (unknown) throw new RangeError(`there is no operation ${unknown} among ${known.join(", ")}`);
  return of.operations.flatMap((operation) => {
    const code = typeof codes === "number" ? codes : codes[operation.operationId];
    return code === undefined ? [] : (nameSuccess(of, operation, String(code)) ?? []);
  });
}

/**
 * Names the status code of a success; undefined where the document has it. Its response is that of the range,
 * which goes on to hold for every other success.
 */
export function nameSuccess(of: Interface, operation: Operation, code: string): Change | undefined {
  if (code in asObject(operation.node["responses"])) return undefined;
  const { description = "A success.", content } =
    of.responseTo(operation, Number(code))?.node ?? {};
  const response = { description, ...(content === undefined ? {} : { content }) };
  return { pointer: `${operation.pointer}/responses`, update: { [code]: response } };
}

/** The body of a failure stays unknown: that is another gap. */
function nameFailures(failures: Record<string, string>, { interface: of }: Place): Change[] {
  return of.operations.map(({ pointer, node }) => {
    const missing = Object.entries(failures).filter(
      ([code]) => !(code in asObject(node["responses"])),
    );
    const responses = missing.map(([code, description]): [string, Json] => [
      code,
      { description, content: { "*/*": { schema: {} } } },
    ]);
    return { pointer: `${pointer}/responses`, update: Object.fromEntries(responses) };
  });
}

/** An object with these fields. One that is always there is required; every other may be missing. */
function describeFields(fields: Record<string, FieldAnswer>): JsonObject {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { always }]) => always).map(([name]) => name);
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, describe(name, field)])),
  };
}

function describe(name: string, field: FieldAnswer): JsonObject {
  const { type, nullable, meaning, format, values, fields, items } = field;
  const inner = fields ? describeFields(fields) : {};
  const schema: JsonObject = {
    ...inner,
    type: nullable ? [type, "null"] : type,
    ...(format ? { format } : {}),
    ...(values ? { enum: values } : {}),
    ...(items ? { items: describe("item", items) } : {}),
    description:
      meaning ?? "The owner of the service has named it, and has not said what it means.",
  };
  const example = values?.[0] ?? exampleOf(name, schema);
  return example === undefined || fields ? schema : { ...schema, examples: [example] };
}
