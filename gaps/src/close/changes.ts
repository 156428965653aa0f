/** What an answer changes in a document. What none of these can put into OpenAPI stays an answer in words. */
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
import type { Answer, FieldAnswer } from "./answer.ts";
import { exampleOf } from "./repair-examples.ts";

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

/** A kind of answer: the keys that it takes, and what they change. */
interface Kind {
  keys: (keyof Answer)[];
  /** Why the gap cannot take it; undefined where it can. */
  misplaced: (place: Place) => string | undefined;
  changes: (answer: Answer, place: Place) => Change[];
}

const remarks = new Set(["description", "title", "example", "examples", "x-gap", "x-source"]);

const onType =
  (...types: string[]): Kind["misplaced"] =>
  ({ node }) => {
    const own = [node["type"] ?? ("properties" in node ? "object" : [])].flat().map(String);
    // A schema that says nothing can take everything.
    return Object.keys(node).every((key) => remarks.has(key)) ||
      types.some((type) => own.includes(type))
      ? undefined
      : `it concerns no ${types.join(" or ")}`;
  };

/** Codes and headers concern every operation, so that the gap has to stand where all of them are meant. */
const onInterface: Kind["misplaced"] = ({ gap: { node } }) =>
  node === "#/info" || node.startsWith("#/components/responses/")
    ? undefined
    : "it concerns one place, and codes and headers concern every operation";

/** Answers that are one keyword of the schema. */
const keyword = (key: keyof Answer, name: string, misplaced: Kind["misplaced"]): Kind => ({
  keys: [key],
  misplaced,
  changes: (answer, { gap: { node } }) => [
    { pointer: node, update: { [name]: answer[key] as Json } },
  ],
});

const [ofText, ofNumber] = [onType("string"), onType("integer", "number")];

const kinds: Kind[] = [
  { keys: ["values", "complete"], misplaced: ofText, changes: changeValues },
  {
    keys: ["type"],
    misplaced: onType("string", "integer", "number", "boolean", "object", "array"),
    changes: changeType,
  },
  keyword("format", "format", ofText),
  keyword("pattern", "pattern", ofText),
  keyword("min-length", "minLength", ofText),
  keyword("max-length", "maxLength", ofText),
  keyword("minimum", "minimum", ofNumber),
  keyword("maximum", "maximum", ofNumber),
  keyword("default", "default", onType("string", "integer", "number", "boolean")),
  keyword("max-items", "maxItems", onType("array")),
  {
    keys: ["items"],
    misplaced: onType("array"),
    changes: ({ items }, { gap: { node } }) => [
      { pointer: `${node}/items`, update: describe("item", items!) },
    ],
  },
  {
    keys: ["fields"],
    misplaced: onType("object"),
    changes: ({ fields }, { gap: { node } }) => {
      const { type: _type, ...update } = describeFields(fields!);
      return [{ pointer: node, update }];
    },
  },
  { keys: ["always", "never"], misplaced: onType("object"), changes: changePresence },
  { keys: ["name"], misplaced: onType("object"), changes: keepName },
  { keys: ["codes"], misplaced: onInterface, changes: nameSuccesses },
  { keys: ["failures"], misplaced: onInterface, changes: nameFailures },
  { keys: ["headers"], misplaced: onInterface, changes: nameHeaders },
  {
    keys: ["address"],
    misplaced: ({ gap: { node } }) =>
      node.startsWith("#/servers/") ? undefined : "it concerns no address",
    changes: ({ address }, { gap: { node } }) => [
      {
        pointer: node,
        update: node.includes("/variables/") ? { default: address! } : { url: address! },
      },
    ],
  },
];

/**
 * What the answer changes; nothing for an answer in words.
 *
 * @param refuse throws, with what is wrong
 */
export function changesOf(
  answer: Answer,
  place: Place,
  refuse: (key: keyof Answer, why: string) => never,
): Change[] {
  return kinds.flatMap(({ keys, misplaced, changes }) => {
    const key = keys.find((name) => answer[name] !== undefined);
    if (key === undefined) return [];
    const why = misplaced(place);
    if (why !== undefined) refuse(key, why);
    try {
      return changes(answer, place);
    } catch (error) {
      if (error instanceof RangeError) refuse(key, error.message);
      throw error;
    }
  });
}

function changeValues({ values = [], complete }: Answer, { gap, node }: Place): Change[] {
  const known = knownValues(node);
  const listed = asList(node["enum"]);
  const named = Array.isArray(values) ? values : Object.keys(values);
  const all = [...known, ...named.filter((value) => !known.includes(value))];
  if (named.length === 0) throw new RangeError("`complete` says nothing without `values`");
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

function changeType({ type }: Answer, { gap, node }: Place): Change[] {
  const types = [node["type"] ?? []].flat().map(String);
  if (types.length > 0 && !types.includes(type!))
    throw new RangeError(
      `the document names ${types.join(" and ")}; tell the contradiction in words`,
    );
  return [{ pointer: gap.node, update: { type: type! } }];
}

function changePresence({ always = [], never = [] }: Answer, { gap, node }: Place): Change[] {
  const names = Object.keys(asObject(node["properties"]));
  const unknown = [...always, ...never].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new RangeError(`there is no ${unknown.join(" or ")} among ${names.join(", ")}`);
  const required = asList(node["required"]).map(String);
  const added = always.filter((name) => !required.includes(name));
  return [
    ...(added.length > 0 ? [{ pointer: gap.node, update: { required: added } }] : []),
    ...deprecate(gap.node, never),
  ];
}

/** The field of the other name is deprecated, and the examples that use it take the name that holds. */
function keepName({ name }: Answer, { interface: of, gap, node }: Place): Change[] {
  const properties = asObject(node["properties"]);
  const claims = Array.isArray(gap.states) ? gap.states : [];
  const names = claims
    .flatMap(({ claim }) => [...claim.matchAll(/`(\w+)`/g)].map(([, word]) => word!))
    .filter((word) => word in properties);
  if (!names.includes(name!)) throw new RangeError(`it is a question of ${names.join(" or ")}`);
  const others = names.filter((other) => other !== name);
  const examples = messageExamples(of.document).flatMap(({ pointer, schema, value }): Change[] => {
    const isOfNode = resolvePointer(of.document, schema)["$ref"] === gap.node;
    const used = others.find((other) => other in asObject(value));
    if (!isOfNode || used === undefined) return [];
    return [{ pointer, update: { [name!]: asObject(value)[used]! }, remove: [used] }];
  });
  return [...deprecate(gap.node, others), ...examples];
}

/**
 * A field that is not used stays in the document, deprecated: the document names it, and code that
 * sends or reads it goes on to compile. Whoever has no such code may remove it by hand.
 */
const deprecate = (pointer: string, names: string[]): Change[] =>
  names.map((name) => ({
    pointer: pointer + toPointer(["properties", name]).slice(1),
    update: { deprecated: true },
  }));

function nameSuccesses({ codes }: Answer, { interface: of }: Place): Change[] {
  const known = of.operations.map(({ operationId }) => operationId);
  const unknown =
    typeof codes === "object" ? Object.keys(codes).find((id) => !known.includes(id)) : undefined;
  if (unknown) throw new RangeError(`there is no operation ${unknown} among ${known.join(", ")}`);
  return of.operations.flatMap((operation) => {
    const code = typeof codes === "number" ? codes : codes![operation.operationId];
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

/** The body of a failure stays as unknown as it was: that is another gap. */
function nameFailures({ failures }: Answer, { interface: of }: Place): Change[] {
  return of.operations.map(({ pointer, node }) => {
    const missing = Object.entries(failures!).filter(
      ([code]) => !(code in asObject(node["responses"])),
    );
    const responses = missing.map(([code, description]): [string, Json] => [
      code,
      { description, content: { "*/*": { schema: {} } } },
    ]);
    return { pointer: `${pointer}/responses`, update: Object.fromEntries(responses) };
  });
}

/** On everything that is not a success: that is where they tell a client to slow down. */
function nameHeaders({ headers }: Answer, { interface: of }: Place): Change[] {
  const responses = Object.keys(asObject(of.document.components["responses"]));
  const described = Object.entries(headers!).map(([name, field]) => {
    const { description = "", ...schema } = describe(name, field);
    return [name, { description, schema }];
  });
  return responses.map((name) => ({
    pointer: `#/components/responses/${name}`,
    update: { headers: Object.fromEntries(described) as JsonObject },
  }));
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
