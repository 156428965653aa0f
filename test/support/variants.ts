/** Values that are near the examples of the contract: some still valid, most not. */
import {
  type Json,
  type JsonObject,
  messageExamples,
  resolvePointer,
  valueAt,
} from "openapi-gaps/document";
import { contract, strictContract, validatorOf } from "./contract.ts";

export interface Variant {
  /** What was done to which example. */
  what: string;
  /** Name of the schema, and of the type that is generated from it. */
  type: string;
  value: unknown;
  /** Whether the strict copy accepts the value. */
  valid: boolean;
}

/**
 * Every example of a request or response body, and each copy of it in which one field, at any
 * depth, is left out, has another type, has another string, or stands beside an undeclared one.
 */
export function contractVariants(): Variant[] {
  const validator = validatorOf(strictContract);
  return messageExamples(contract)
    .filter(({ schema }) => schema.includes("/content/"))
    .flatMap(({ name, schema, value }) => {
      const type = String(resolvePointer(contract, schema)["$ref"]).split("/").at(-1)!;
      const validate = validator(schema);
      return variantsOf(value).map(([change, variant]) => ({
        what: `${type} from ${name}, ${change}`,
        type,
        value: variant,
        valid: validate(variant),
      }));
    });
}

/** The strict copy closes `status`, which the types rightly keep open. */
const closed = ["use", "model", "avatar_type", "voice_type"];

/** A value, and each copy of it with one change. */
export function variantsOf(value: unknown): [change: string, value: unknown][] {
  return [["as it is", value], ...pathsIn(value).flatMap((path) => changesAt(value, path))];
}

function changesAt(value: unknown, path: string[]): [change: string, value: unknown][] {
  const [place, key] = [path.join("."), path.at(-1)!];
  const holderIn = (whole: unknown) => valueAt(whole as Json, path.slice(0, -1)) as JsonObject;
  const original = holderIn(value)[key];
  const isBroad = typeof original === "boolean" || Array.isArray(original);
  const changed = (edit: (holder: JsonObject) => void) => {
    const copy = structuredClone(value);
    edit(holderIn(copy));
    return copy;
  };
  const set = (what: string, other: Json): [string, unknown] => [
    `with ${what} at ${place}`,
    changed((holder) => (holder[key] = other)),
  ];
  return [
    [`without ${place}`, changed((holder) => delete holder[key])],
    set("another type", isBroad ? "another type" : true),
    set("null", null),
    ...(closed.includes(key) ? [set("an unlisted value", "unlisted")] : []),
    [`with an undeclared field beside ${place}`, changed((holder) => (holder["undeclared"] = 1))],
  ];
}

/** Paths of all object fields. Removing or adding an item of a list leaves a list, and says nothing. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    ...(Array.isArray(value) ? [] : [[...path, key]]),
    ...pathsIn(child, [...path, key]),
  ]);
}
