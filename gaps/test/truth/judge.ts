/** Judges what was written into a document by what its recordings showed, without the code that has written it. */
import {
  asList,
  asObject,
  follow,
  isObject,
  type Json,
  type OpenApiDocument,
} from "../../src/document/document.ts";
import { escapeSegment, parsePointer, toPointer, valueAt } from "../../src/document/json.ts";
import type { Drawn } from "./traffic.ts";

/** What exchanges showed: a place of the document, `<place> type <type>`, `<place> value <text>`. */
export type Facts = Set<string>;

/** What readable answers show, at each place of the document that describes them. */
export function factsOf(document: OpenApiDocument, calls: Drawn[]): Facts {
  const facts: Facts = new Set();
  /** The schemas that describe a value together: through references, and of a choice the branch that it names. */
  const partsOf = (pointer: string, value: Json, found = new Set<string>()): Set<string> => {
    const { $ref, ...node } = asObject(valueAt(document, pointer));
    if (found.has(pointer)) return found;
    // Beside a reference, a schema may say more.
    if ($ref === undefined || Object.keys(node).length > 0) found.add(pointer);
    if ($ref !== undefined) partsOf(String($ref), value, found);
    const { propertyName, mapping } = asObject(node["discriminator"]);
    const named = asObject(mapping)[String(asObject(value)[String(propertyName)])];
    const below = (keyword: string) =>
      asList(node[keyword]).map((_, index) => `${pointer}/${keyword}/${index}`);
    const branches = named ? [String(named)] : ["oneOf", "anyOf"].flatMap(below);
    for (const part of [...below("allOf"), ...branches]) partsOf(part, value, found);
    return found;
  };
  const show = (at: string, value: Json): void => {
    for (const part of partsOf(at, value)) {
      facts.add(part).add(`${part} type ${typeOf(value)}`);
      if (typeof value === "string") facts.add(`${part} value ${value}`);
      if (Array.isArray(value)) for (const item of value) show(`${part}/items`, item);
      else if (isObject(value))
        for (const [name, field] of Object.entries(value)) {
          show(`${part}/properties/${escapeSegment(name)}`, field);
          if (valueAt(document, `${part}/additionalProperties`) !== undefined)
            show(`${part}/additionalProperties`, field);
        }
    }
  };
  for (const { operation, status = 200, mediaType, response, readable } of calls) {
    if (!operation) continue;
    const responses = toPointer(["paths", ...operation, "responses"]);
    const own = `${responses}/${status}`;
    const codes = [String(status), `${String(status)[0]}XX`, "default"];
    const described = codes.find((code) => valueAt(document, `${responses}/${code}`) !== undefined);
    const place = parsePointer(`${responses}/${described}`);
    const target = follow(document, valueAt(document, place), place)?.path ?? place;
    for (const at of new Set([own, toPointer(target)])) {
      facts.add(at);
      const recorded = asObject(asObject(response)["content"])["mimeType"] ?? mediaType;
      if (recorded === undefined) continue;
      const content = `${at}/content/${escapeSegment(String(recorded).split(";")[0]!)}`;
      facts.add(content);
      const isOpen = valueAt(document, content) === undefined;
      if (readable === undefined) continue;
      show(`${content}/schema`, readable);
      if (isOpen) show(`${at}/content/*~1*/schema`, readable);
    }
  }
  return facts;
}

export const typeOf = (value: Json): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

type Leaves = Map<string, { path: string[]; leaf: Json }>;

/** What a document says, each as a text: a value without parts, or an item of a list of such values. */
function leavesOf(value: Json, path: string[] = [], found: Leaves = new Map()): Leaves {
  const isList = Array.isArray(value) && !value.some((item) => isObject(item));
  const parts = isList ? [] : Object.entries(isObject(value) || Array.isArray(value) ? value : {});
  // What is left to ask is said otherwise.
  for (const [key, part] of parts)
    if (!(key === "question" && path.at(-2) === "x-gap")) leavesOf(part, [...path, key], found);
  for (const leaf of isList ? value : parts.length > 0 ? [] : [value])
    found.set(`${toPointer(path)} ${isList ? "has " : ""}${JSON.stringify(leaf)}`, { path, leaf });
  return found;
}

/**
 * Whatever a document says beyond another one, in the words of the facts; and in words that no fact has, what it has lost of it
 * or promises.
 */
export function statementsOf(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const found = new Set<string>();
  const [known, now] = [leavesOf(before), leavesOf(after)];
  for (const [text, { path }] of known)
    if (!now.has(text) && !(text.endsWith(" {}") && valueAt(after, path)))
      found.add(`lost: ${text}`);
  for (const [text, { path, leaf }] of now) {
    if (known.has(text)) continue;
    const [at, key] = [toPointer(path.slice(0, -1)), path.at(-1)!];
    for (const index of path.keys()) {
      const place = path.slice(0, index + 1);
      const isPlace = ["properties", "responses", "content"].includes(path[index - 1]!);
      if (isPlace && !valueAt(before, place) && !isOfToday(before, place))
        found.add(toPointer(place));
    }
    const verified = path.indexOf("x-verified");
    const { gap, exchanges } = asObject(valueAt(after, path.slice(0, verified + 2)));
    if (verified >= 0) {
      if (!(gap && Number(exchanges) > 0)) found.add(`${at} does not say what has shown it`);
    } else if (key === "x-extensible-enum") found.add(`${at} value ${String(leaf)}`);
    else if (key === "nullable") found.add(`${at} type null`);
    else if (key === "type" && !isObject(leaf)) found.add(at).add(`${at} type ${String(leaf)}`);
    else if (key !== "description" && !isObject(leaf) && !isOfToday(before, path, leaf))
      found.add(`${at} promises ${key}`);
  }
  return [...found];
}

/** Whether something of a new code is what describes it today, under its range or the default, by reference. */
function isOfToday(before: OpenApiDocument, path: string[], leaf?: Json): boolean {
  const [responses, code = "", key] = path.slice(path.indexOf("responses"));
  const place = path.slice(0, path.indexOf(responses!) + 1);
  const all = asObject(valueAt(before, place));
  const name = [`${code[0]}XX`, "default"].find((each) => each in all) ?? "";
  const { $ref = toPointer([...place, name]) } = asObject(all[name]);
  return key === "$ref" && leaf === $ref;
}
