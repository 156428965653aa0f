/** What an answer changes in the contract. What none of these can put into OpenAPI stays an answer in words. */
import {
  asList,
  asObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  resolvePointer,
} from "../../../scripts/contract/document.ts";
import { messageExamples } from "../../../scripts/contract/examples.ts";
import type { Gap } from "../../../scripts/contract/gaps.ts";
import { parsePointer } from "../../../scripts/contract/pointer.ts";
import type { Answer } from "./answer.ts";
import { describe, describeFields } from "./describe-field.ts";

/** What becomes of one object of the contract. */
export interface Change {
  /** JSON pointer of the object. */
  pointer: string;
  update: JsonObject;
  /** Keys that are taken away, because an overlay can only add to them. */
  remove?: string[];
}

export interface Place {
  document: OpenApiDocument;
  gap: Gap;
  /** What the gap stands on. */
  node: JsonObject;
}

/** A kind of answer: the keys that it takes, and what they change. */
interface Kind {
  keys: (keyof Answer)[];
  /** What the gap has to stand on, as a remedy; undefined where it fits. */
  misplaced: (place: Place) => string | undefined;
  changes: (answer: Answer, place: Place) => Change[];
}

const isSchema = ({ gap: { node } }: Place) =>
  parsePointer(node)[0] === "components" && parsePointer(node)[1] === "schemas";

const onType =
  (...types: string[]): Kind["misplaced"] =>
  (place) => {
    const own = [place.node["type"] ?? []].flat().map(String);
    const fits = isSchema(place) && types.some((type) => own.includes(type));
    return fits ? undefined : `it concerns no ${types.join(" or ")}`;
  };

const onInfo: Kind["misplaced"] = ({ gap: { node } }) =>
  node === "#/info" || node.startsWith("#/components/responses/")
    ? undefined
    : "it concerns one place, and codes and headers concern every operation";

const kinds: Kind[] = [
  { keys: ["values", "complete"], misplaced: onType("string"), changes: changeValues },
  { keys: ["type"], misplaced: onType("string", "integer", "object"), changes: changeType },
  {
    keys: ["format", "pattern", "min-length", "max-length"],
    misplaced: onType("string"),
    changes: ({ format, pattern, "min-length": minLength, "max-length": maxLength }, place) =>
      narrow(place, { format, pattern, minLength, maxLength }),
  },
  {
    keys: ["minimum", "maximum"],
    misplaced: onType("integer", "number"),
    changes: ({ minimum, maximum }, place) => narrow(place, { minimum, maximum }),
  },
  {
    keys: ["default"],
    misplaced: onType("string", "integer", "number", "boolean"),
    changes: (answer, place) => narrow(place, { default: answer.default }),
  },
  {
    keys: ["max-items"],
    misplaced: onType("array"),
    changes: ({ "max-items": maxItems }, place) => narrow(place, { maxItems }),
  },
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
  { keys: ["codes"], misplaced: onInfo, changes: nameSuccesses },
  { keys: ["failures"], misplaced: onInfo, changes: nameFailures },
  { keys: ["headers"], misplaced: onInfo, changes: nameHeaders },
  {
    keys: ["address"],
    misplaced: ({ gap: { node } }) =>
      node.startsWith("#/servers/") ? undefined : "it concerns no address",
    changes: ({ address }, { gap: { node } }) => [{ pointer: node, update: { default: address! } }],
  },
];

/**
 * What the answer changes; nothing for an answer in words.
 *
 * @param refuse throws, with what is wrong and what to do
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

/** The keywords that the answer gives a value. */
function narrow({ gap: { node } }: Place, keywords: Record<string, unknown>): Change[] {
  const given = Object.entries(keywords).filter(([, value]) => value !== undefined);
  return [{ pointer: node, update: Object.fromEntries(given) as JsonObject }];
}

function changeValues({ values = [], complete }: Answer, { gap, node }: Place): Change[] {
  const known = asList(node["x-extensible-enum"]).map(String);
  const named = Array.isArray(values) ? values : Object.keys(values);
  const all = [...known, ...named.filter((value) => !known.includes(value))];
  if (all.length === 0) throw new RangeError("`complete` says nothing without `values`");
  if (complete) {
    const lost = known.filter((value) => !named.includes(value));
    if (lost.length > 0)
      throw new RangeError(`the specification shows ${lost.join(", ")}, which the list leaves out`);
    const remove = known.length > 0 ? ["x-extensible-enum"] : [];
    return [{ pointer: gap.node, update: { enum: all }, remove }];
  }
  // An overlay joins lists.
  return [{ pointer: gap.node, update: { "x-extensible-enum": all.slice(known.length) } }];
}

function changeType({ type }: Answer, { gap, node }: Place): Change[] {
  const types = [node["type"] ?? []].flat().map(String);
  if (!types.includes(type!))
    throw new RangeError(
      `the specification names ${types.join(" and ")}; tell the contradiction in words`,
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
    ...removeFields(gap.node, never),
  ];
}

/** The field of the other name goes, and the examples that use it take the name that holds. */
function keepName({ name }: Answer, { document, gap, node }: Place): Change[] {
  const properties = asObject(node["properties"]);
  const claims = Array.isArray(gap.states) ? gap.states : [];
  const names = claims
    .flatMap(({ claim }) => [...claim.matchAll(/`(\w+)`/g)].map(([, word]) => word!))
    .filter((word) => word in properties);
  if (!names.includes(name!)) throw new RangeError(`it is a question of ${names.join(" or ")}`);
  const others = names.filter((other) => other !== name);
  const examples = messageExamples(document).flatMap(({ pointer, schema, value }): Change[] => {
    const isOfNode = resolvePointer(document, schema)["$ref"] === gap.node;
    const used = others.find((other) => other in asObject(value));
    if (!isOfNode || used === undefined) return [];
    return [{ pointer, update: { [name!]: asObject(value)[used]! }, remove: [used] }];
  });
  return [...removeFields(gap.node, others), ...examples];
}

const removeFields = (pointer: string, names: string[]): Change[] =>
  names.length > 0 ? [{ pointer: `${pointer}/properties`, update: {}, remove: names }] : [];

/** The response of the code is that of `2XX`, which goes on to hold for every other success. */
function nameSuccesses({ codes }: Answer, { document }: Place): Change[] {
  const operations = operationsOf(document);
  const known = operations.map(({ operationId }) => operationId);
  const unknown =
    typeof codes === "object" ? Object.keys(codes).find((id) => !known.includes(id)) : undefined;
  if (unknown) throw new RangeError(`there is no operation ${unknown} among ${known.join(", ")}`);
  return operations.flatMap(({ operationId, pointer, node }) => {
    const code = typeof codes === "number" ? codes : codes![operationId];
    const { description = "", content = {} } = asObject(asObject(node["responses"])["2XX"]);
    return code === undefined
      ? []
      : [{ pointer: `${pointer}/responses`, update: { [code]: { description, content } } }];
  });
}

/** The body of a failure stays as unknown as it was: that is another gap. */
function nameFailures({ failures }: Answer, { document }: Place): Change[] {
  const responses = Object.entries(failures!).map(([code, description]): [string, Json] => [
    code,
    { description, content: { "*/*": {} } },
  ]);
  return operationsOf(document).map(({ pointer }) => ({
    pointer: `${pointer}/responses`,
    update: Object.fromEntries(responses),
  }));
}

/** On everything that is not a success: that is where they tell a client to slow down. */
function nameHeaders({ headers }: Answer, { document }: Place): Change[] {
  const responses = Object.keys(asObject(document.components["responses"]));
  const described = Object.entries(headers!).map(([name, field]) => {
    const { description = "", ...schema } = describe(name, field);
    return [name, { description, schema }];
  });
  return responses.map((name) => ({
    pointer: `#/components/responses/${name}`,
    update: { headers: Object.fromEntries(described) as JsonObject },
  }));
}
