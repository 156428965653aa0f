/** Judges what was written into a document by what its recordings showed, without the code that has written it. */
import { isDeepStrictEqual } from "node:util";
import {
  asList,
  asObject,
  follow,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../src/document/document.ts";
import { escapeSegment, parsePointer, toPointer, valueAt } from "../../src/document/json.ts";
import type { Drawn } from "./traffic.ts";

/** What exchanges showed: a place of the document, `<place> type <type>`, `<place> value <text>`. */
export type Facts = Set<string>;

/** What readable answers show, at each place of the document that describes them. */
export function factsOf(document: OpenApiDocument, calls: Drawn[]): Facts {
  const facts: Facts = new Set();
  const targets = new Map<string, string>();
  const target = (pointer: string): string => {
    const known = targets.get(pointer);
    if (known !== undefined) return known;
    const found = follow(document, valueAt(document, pointer), parsePointer(pointer));
    targets.set(pointer, found ? toPointer(found.path) : pointer);
    return targets.get(pointer)!;
  };
  const show = (at: string, value: Json): void => {
    const pointer = target(at);
    facts.add(pointer).add(`${pointer} type ${typeOf(value)}`);
    if (typeof value === "string") facts.add(`${pointer} value ${value}`);
    if (Array.isArray(value)) for (const item of value) show(`${pointer}/items`, item);
    else if (isObject(value)) {
      const parts = [pointer, `${pointer}/allOf/0`, `${pointer}/allOf/1`].map(target);
      for (const part of new Set(parts))
        for (const [name, field] of Object.entries(value))
          show(`${part}/properties/${escapeSegment(name)}`, field);
    }
  };
  for (const { operation, status = 200, mediaType, response, readable } of calls) {
    if (!operation) continue;
    const responses = toPointer(["paths", ...operation, "responses"]);
    const own = `${responses}/${status}`;
    const codes = [String(status), `${String(status)[0]}XX`, "default"];
    const described = codes.find((code) => valueAt(document, `${responses}/${code}`) !== undefined);
    for (const at of new Set([own, target(`${responses}/${described}`)])) {
      facts.add(at);
      const recorded = asObject(asObject(response)["content"])["mimeType"] ?? mediaType;
      if (recorded === undefined) continue;
      const content = `${at}/content/${escapeSegment(String(recorded))}`;
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

/**
 * Whatever a document says beyond another one, in the words of the facts; and in words that no fact has, what it has lost of it
 * or promises.
 */
export function statementsOf(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const found: string[] = [];
  const compare = (old: Json, now: Json, path: string[]): void => {
    const at = toPointer(path);
    const key = path.at(-1);
    if (key === "question" && path.includes("x-gap")) return;
    if (key === "x-extensible-enum" && Array.isArray(old) && Array.isArray(now)) {
      if (!isDeepStrictEqual(now.slice(0, old.length), old)) found.push(`${at} has lost a value`);
      return addValues(now.slice(old.length), path);
    }
    if (Array.isArray(old) && Array.isArray(now) && old.length === now.length)
      return old.forEach((item, index) => compare(item, now[index]!, [...path, String(index)]));
    if (!isObject(old) || !isObject(now)) {
      if (!isDeepStrictEqual(old, now)) found.push(`${at} has changed`);
      return;
    }
    for (const name of Object.keys(old))
      if (name in now) compare(old[name]!, now[name]!, [...path, name]);
      else found.push(`${at} has lost ${name}`);
    for (const name of Object.keys(now)) if (!(name in old)) add(now[name]!, [...path, name]);
  };
  const addValues = (list: Json[], path: string[]) =>
    void found.push(
      ...list.map((value) => `${toPointer(path.slice(0, -1))} value ${String(value)}`),
    );
  const addAll = (map: Json | undefined, path: string[]) => {
    for (const [name, each] of Object.entries(asObject(map))) add(each, [...path, name]);
  };
  const add = (value: Json, path: string[]): void => {
    const [above, key] = [path.at(-2), path.at(-1)!];
    const at = toPointer(path);
    if (key === "x-verified") addEvidence(value, at);
    else if (key === "x-extensible-enum") addValues(asList(value), path);
    else if (key === "properties" || key === "content") addAll(value, path);
    else if (above === "properties") addSchema(asObject(value), path);
    else if (above === "responses") addResponse(asObject(value), path);
    else if (above === "content") addMediaType(asObject(value), at);
    else found.push(`${at} is promised`);
  };
  const addMediaType = ({ "x-verified": by, ...content }: JsonObject, at: string) => {
    found.push(isDeepStrictEqual(content, { schema: {} }) ? at : `${at} is promised`);
    if (by !== undefined) addEvidence(by, at);
  };
  const addEvidence = (list: Json, at: string) => {
    for (const { exchanges, gap } of asList(list).map(asObject))
      if (!(Number(exchanges) > 0 && gap)) found.push(`${at} says not what has shown it`);
  };
  const addSchema = (node: JsonObject, path: string[]): void => {
    const at = toPointer(path);
    const { type, nullable, description: _, properties, items, ["x-verified"]: by, ...more } = node;
    const types = [type ?? [], nullable === true ? "null" : []].flat();
    found.push(at, ...types.map((each) => `${at} type ${String(each)}`));
    if (by !== undefined) addEvidence(by, at);
    addAll(properties, [...path, "properties"]);
    // OpenAPI 3.0 asks for the items of a list, of which nothing may be known.
    const saysSomething = ["type", "properties"].some((key) => key in asObject(items));
    if (saysSomething) addSchema(asObject(items), [...path, "items"]);
    for (const keyword of Object.keys(more)) found.push(`${at} promises ${keyword}`);
  };
  /** A code is described as today, by what stands under its range or the default, and with the media types that it had. */
  const addResponse = (node: JsonObject, path: string[]): void => {
    found.push(toPointer(path));
    const all = asObject(valueAt(before, toPointer(path.slice(0, -1))));
    const described = asObject(all[`${path.at(-1)![0]}XX`] ?? all["default"]);
    const { $ref, description: _, content, ["x-verified"]: by, ...more } = node;
    if ($ref !== undefined && $ref !== described["$ref"]) found.push(`${toPointer(path)} promises`);
    const known = asObject(asObject(follow(before, described, [])?.value)["content"]);
    for (const [mediaType, each] of Object.entries(asObject(content))) {
      const shared = `/content/${escapeSegment(mediaType)}/schema`;
      const isShared = String(asObject(asObject(each)["schema"])["$ref"]).endsWith(shared);
      if (!isShared && !isDeepStrictEqual(each, known[mediaType]))
        add(each, [...path, "content", mediaType]);
      else if (mediaType !== "*/*") found.push(toPointer([...path, "content", mediaType]));
    }
    for (const keyword of Object.keys(more)) found.push(`${toPointer(path)} promises ${keyword}`);
  };
  compare(before, after, []);
  return found;
}
