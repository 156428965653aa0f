/** What an answer changes in the contract. What none of these can put into OpenAPI stays an answer in words. */
import {
  asList,
  asObject,
  type Json,
  resolvePointer,
} from "../../../gaps/src/document/document.ts";
import { messageExamples } from "../../../gaps/src/document/examples.ts";
import { parsePointer } from "../../../gaps/src/document/pointer.ts";
import type { Answer } from "./answer.ts";
import type { Change, Place } from "./change.ts";
import { describe, describeFields } from "./describe-field.ts";
import { nameFailures, nameHeaders, nameSuccesses } from "./response-changes.ts";

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

const ofText = onType("string");
const ofNumber = onType("integer", "number");

/** Answers that are one keyword of the schema. */
const keywords: [keyof Answer, keyword: string, Kind["misplaced"]][] = [
  ["format", "format", ofText],
  ["pattern", "pattern", ofText],
  ["min-length", "minLength", ofText],
  ["max-length", "maxLength", ofText],
  ["minimum", "minimum", ofNumber],
  ["maximum", "maximum", ofNumber],
  ["default", "default", onType("string", "integer", "number", "boolean")],
  ["max-items", "maxItems", onType("array")],
];

const kinds: Kind[] = [
  { keys: ["values", "complete"], misplaced: ofText, changes: changeValues },
  { keys: ["type"], misplaced: onType("string", "integer", "object"), changes: changeType },
  ...keywords.map(([key, keyword, misplaced]): Kind => ({
    keys: [key],
    misplaced,
    changes: (answer, { gap: { node } }) => [
      { pointer: node, update: { [keyword]: answer[key] as Json } },
    ],
  })),
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
