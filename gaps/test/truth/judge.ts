/** Judges what was written into a document by what its recordings showed, without the code that has written it. */
import {
  asObject,
  isObject,
  type Json,
  type OpenApiDocument,
} from "../../src/document/document.ts";
import { escapeSegment, toPointer, valueAt } from "../../src/document/json.ts";
import type { Drawn } from "./traffic.ts";

/** What calls showed: a place of the document, `<place> type <type>`, `<place> value <text>`. */
export function factsOf(calls: Drawn[]): Set<string> {
  const facts = new Set<string>();
  const show = (places: string[], value?: Json): void => {
    for (const place of places) {
      facts.add(place);
      if (value !== undefined) facts.add(`${place} type ${typeOf(value)}`);
      if (typeof value === "string") facts.add(`${place} value ${value}`);
    }
    const below = (end: string) => places.map((place) => place + end);
    if (Array.isArray(value)) for (const item of value) show(below("/items"), item);
    else if (isObject(value))
      for (const [name, field] of Object.entries(value))
        show(below(`/properties/${escapeSegment(name)}`), field);
  };
  for (const { shown } of calls) for (const { places, value } of shown) show(places, value);
  return facts;
}

const typeOf = (value: Json): string =>
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
      if (isPlace && path[index] !== "*/*" && !valueAt(before, place)) found.add(toPointer(place));
    }
    const verified = path.indexOf("x-verified");
    const { gap, exchanges } = asObject(valueAt(after, path.slice(0, verified + 2)));
    if (verified >= 0) {
      if (!(gap && Number(exchanges) > 0)) found.add(`${at} does not say what has shown it`);
    } else if (key === "x-extensible-enum") found.add(`${at} value ${String(leaf)}`);
    else if (key === "nullable") found.add(`${at} type null`);
    else if (key === "type" && !isObject(leaf)) found.add(at).add(`${at} type ${String(leaf)}`);
    else if (key === "$ref" && leaf === responseOfToday(before, path)) continue;
    else if (key !== "description" && !isObject(leaf)) found.add(`${at} promises ${key}`);
  }
  return [...found];
}

/** The reference to what describes a code today: its range or the default. */
function responseOfToday(before: OpenApiDocument, path: string[]): Json {
  const place = path.slice(0, path.indexOf("responses") + 1);
  const all = asObject(valueAt(before, place));
  const range = `${path[place.length]?.[0]}XX`;
  const name = range in all ? range : "default";
  return asObject(all[name])["$ref"] ?? toPointer([...place, name]);
}
