/** What a change does to the examples of a document: which no longer follow it, and those that can be spelled as it asks. */
import { Checker } from "../api/checker.ts";
import {
  asList,
  asObject,
  asObjectMap,
  type Example,
  examplesOf,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  resolved,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import type { ErrorObject } from "../document/validators.ts";
import { findUsers } from "../notes/gaps.ts";
import type { Change } from "./actions.ts";

const checkers = new WeakMap<OpenApiDocument, Checker>();

/** An example shows a value that the document names, also where others are allowed. */
function closedChecker(document: OpenApiDocument): Checker {
  let checker = checkers.get(document);
  if (!checker) {
    const copy = structuredClone(document);
    const open = walk(copy).filter(({ value }) => "x-extensible-enum" in value);
    for (const { value } of open) value["enum"] ??= value["x-extensible-enum"]!;
    // To compile a copy takes as long as to compile the document.
    checker = Checker.of(open.length > 0 ? copy : document);
    checkers.set(document, checker);
  }
  return checker;
}

/**
 * Pointers of the examples and defaults that follow today's document, and not the planned one.
 *
 * @param changed pointers: compiling the schemas of all components takes a large document very long
 */
export function brokenExamples(
  today: OpenApiDocument,
  planned: OpenApiDocument,
  changed: string[],
): string[] {
  return findBroken(today, planned, changed).map(({ pointer }) => pointer);
}

function findBroken(
  today: OpenApiDocument,
  planned: OpenApiDocument,
  changed: string[],
): Example[] {
  const breaks = (checker: (document: OpenApiDocument) => Checker, { schema, value }: Example) =>
    checker(planned).errors(schema, value).length > 0 &&
    checker(today).errors(schema, value).length === 0;
  const at = (pointer: string) => valueAt(planned, pointer);
  const affected = findUsers(planned)(...changed.map(at));
  // Most values follow both, and compiling the schemas of the other one takes as long again.
  return examplesOf(planned)
    .filter(({ schema }) => affected.has(at(schema)))
    .filter((each) => breaks(Checker.of, each) || breaks(closedChecker, each));
}

/**
 * Spells the values of examples that have another type now as that type, `1` as `"1"`; one of a list that has others which follow
 * the document goes.
 */
export function repairExamples(
  today: OpenApiDocument,
  planned: OpenApiDocument,
  changed: string[],
): Change[] {
  const broken = findBroken(today, planned, changed);
  const pointers = new Set(broken.map(({ pointer }) => pointer));
  return broken.flatMap(({ pointer, schema, value }): Change[] => {
    const [list, index] = holderOf(pointer);
    const all = valueAt(planned, list);
    const isOneOfSeveral =
      Array.isArray(all) && [...all.keys()].some((each) => !pointers.has(`${list}/${each}`));
    if (isOneOfSeveral) return [{ pointer: list, update: {}, remove: [index] }];
    return closedChecker(planned)
      .errors(schema, value)
      .flatMap((error) => repair(planned, pointer, error));
  });
}

/** Spells a value by its type, takes the first of a list of values or the bound that it is beyond, and adds a field that has to be there. */
function repair(
  document: OpenApiDocument,
  pointer: string,
  { keyword, params, instancePath, parentSchema = {} }: ErrorObject,
): Change[] {
  const place = pointer + instancePath;
  if (keyword === "required") {
    const name = String(params["missingProperty"]);
    const schema = asObject(asObject(asObject(parentSchema)["properties"])[name]);
    return [{ pointer: place, update: { [name]: sampleOf(document, schema, name) } }];
  }
  const [holder, key] = holderOf(place);
  const spelled = spellAs(String(params["type"]), valueAt(document, place));
  const ofType = spelled ?? sampleOf(document, asObject(parentSchema), key);
  const { limit } = params as { limit?: Json };
  const first = asList(params["allowedValues"])[0];
  const value = { enum: first, type: ofType, minimum: limit, maximum: limit }[keyword];
  if (value === undefined) return [];
  if (!Array.isArray(valueAt(document, holder)))
    return [{ pointer: holder, update: { [key]: value } }];
  // An overlay sets no entry of a list: the new one is added, and the old one goes.
  const [outer, list] = holderOf(holder);
  return [
    { pointer: outer, update: { [list]: [value] } },
    { pointer: holder, update: {}, remove: [key] },
  ];
}

/** A value that a schema takes: one that it shows, or else the simplest one of its type. */
function sampleOf(document: OpenApiDocument, schema: JsonObject, name: string): Json {
  const {
    examples,
    enum: values,
    const: only,
    type,
    minimum,
    ...rest
  } = resolved(document, schema);
  const [shown] = [...asList(examples), ...asList(values), only ?? []].flat();
  if (shown !== undefined) return shown;
  const simplest: Record<string, Json> = {
    array: [],
    boolean: true,
    integer: minimum ?? 1,
    number: minimum ?? 1,
  };
  if (type !== "object") return simplest[String(type)] ?? `example-${name.replaceAll("_", "-")}`;
  const fields = asObjectMap(rest["properties"]);
  return Object.fromEntries(
    asList(rest["required"]).map((field) => [
      String(field),
      sampleOf(document, fields[String(field)] ?? {}, String(field)),
    ]),
  );
}

function holderOf(pointer: string): [holder: string, key: string] {
  const path = parsePointer(pointer);
  return [toPointer(path.slice(0, -1)), path.at(-1)!];
}

/** A number as a text, and a text that is a number as that; nothing for what has no such form. */
function spellAs(type: string, value: Json | undefined): Json | undefined {
  if (type === "string" && typeof value === "number") return String(value);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
  const fits = type === "integer" ? Number.isInteger(number) : type === "number" && !isNaN(number);
  return fits ? number : undefined;
}
