/** Values that are near the examples of the contract: some still valid, most not. */
import { messageExamples, resolvePointer } from "openapi-gaps/document";
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

type Path = (string | number)[];

/** The strict copy closes `status`, which the types rightly keep open. */
const closed = ["use", "model", "avatar_type", "voice_type"];

/** A value, and each copy of it with one change. */
export function variantsOf(value: unknown): [change: string, value: unknown][] {
  const ofField = (path: Path): [string, unknown][] => {
    const [place, key] = [path.join("."), path.at(-1)!];
    const original = path.reduce((node: any, step) => node[step], value);
    const isBroad = typeof original === "boolean" || Array.isArray(original);
    const change = (edit: (parent: any) => void) => {
      const copy = structuredClone(value);
      edit(path.slice(0, -1).reduce((node: any, step) => node[step], copy));
      return copy;
    };
    const set = (what: string, other: unknown): [string, unknown] => [
      `with ${what} at ${place}`,
      change((parent) => (parent[key] = other)),
    ];
    return [
      [`without ${place}`, change((parent) => delete parent[key])],
      set("another type", isBroad ? "another type" : true),
      set("null", null),
      ...(closed.includes(String(key)) ? [set("an unlisted value", "unlisted")] : []),
      [`with an undeclared field beside ${place}`, change((parent) => (parent["undeclared"] = 1))],
    ];
  };
  return [["as it is", value], ...pathsIn(value).flatMap(ofField)];
}

/**
 * Paths of all object fields. Removing or adding an item of a list leaves a list, and says nothing.
 */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const childPath = [...path, Array.isArray(value) ? Number(key) : key];
    return [...(Array.isArray(value) ? [] : [childPath]), ...pathsIn(child, childPath)];
  });
}
