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

/** A value, and each copy of it with one change. */
export function variantsOf(value: unknown): [change: string, value: unknown][] {
  return [
    ["as it is", value],
    ...pathsIn(value).flatMap((path): [string, unknown][] => {
      const place = path.join(".");
      const original = at(value, path);
      return [
        [`without ${place}`, change(value, path, (parent, key) => delete parent[key])],
        [
          `with another type at ${place}`,
          change(value, path, (parent, key) => (parent[key] = otherType(original))),
        ],
        [`with null at ${place}`, change(value, path, (parent, key) => (parent[key] = null))],
        ...(isClosed(path)
          ? [
              [
                `with an unlisted value at ${place}`,
                change(value, path, (parent, key) => (parent[key] = "unlisted")),
              ] as [string, unknown],
            ]
          : []),
        [
          `with an undeclared field beside ${place}`,
          change(value, path, (parent) => (parent["undeclared"] = 1)),
        ],
      ];
    }),
  ];
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

function at(value: unknown, path: Path): unknown {
  return path.reduce((node: any, key) => node[key], value);
}

function change(
  value: unknown,
  path: Path,
  edit: (parent: any, key: string | number) => void,
): unknown {
  const copy = structuredClone(value);
  edit(at(copy, path.slice(0, -1)), path.at(-1)!);
  return copy;
}

function otherType(value: unknown): unknown {
  return typeof value === "boolean" || Array.isArray(value) ? "another type" : true;
}

/** The strict copy closes `status`, which the types rightly keep open. */
function isClosed(path: Path): boolean {
  return ["use", "model", "avatar_type", "voice_type"].includes(String(path.at(-1)));
}
