/** Mutants of what messages are made of: fields, required marks, types and values. */
import {
  asList,
  asObject,
  type Json,
  type JsonObject,
} from "../../../../gaps/src/document/document.ts";
import type { Mutation } from "./mutant.ts";

const otherTypes: Record<string, string> = {
  string: "integer",
  integer: "string",
  number: "string",
  boolean: "string",
  array: "object",
  object: "array",
};

export function mutateFields(schema: JsonObject): Mutation[] {
  if (!("properties" in schema)) return [];
  const inProperties =
    (change: (properties: JsonObject) => void): Mutation["change"] =>
    (node) =>
      change(asObject(node["properties"]));
  const ofEach = Object.keys(asObject(schema["properties"])).flatMap((name): Mutation[] => [
    { what: `remove field ${name}`, change: inProperties((copy) => delete copy[name]) },
    {
      what: `rename field ${name}`,
      change: inProperties((copy) => {
        copy[`${name}_too`] = copy[name]!;
        delete copy[name];
      }),
    },
  ]);
  const invented = { type: "string", description: "An invention.", examples: ["a"] };
  const added = inProperties((copy) => (copy["invented_field"] = invented));
  return [...ofEach, { what: "add a field", change: added }];
}

export function mutateRequired(schema: JsonObject): Mutation[] {
  const names = Object.keys(asObject(schema["properties"]));
  const required = asList(schema["required"]);
  return names.map((name) =>
    required.includes(name)
      ? {
          what: `make ${name} optional`,
          change: (node) => {
            node["required"] = required.filter((other) => other !== name);
          },
        }
      : {
          what: `make ${name} required`,
          change: (node) => {
            node["required"] = [...required, name];
          },
        },
  );
}

export function mutateType(schema: JsonObject): Mutation[] {
  if (schema["type"] === undefined) return [];
  const types = [schema["type"]].flat().map(String);
  return [
    {
      what: `change the type ${types.join(" or ")}`,
      change: (node) => (node["type"] = otherTypes[types[0]!]!),
    },
    { what: "allow null", change: (node) => (node["type"] = [...types, "null"]) },
    ...(types.length > 1 ? types : []).map((dropped): Mutation => ({
      what: `drop the type ${dropped}`,
      change: (node) => (node["type"] = types.filter((other) => other !== dropped)),
    })),
  ];
}

export function mutateBranches(schema: JsonObject): Mutation[] {
  return asList(schema["oneOf"]).map((_, index) => ({
    what: `remove branch ${index + 1}`,
    change: (node) => asList(node["oneOf"]).splice(index, 1),
  }));
}

export function mutateReference(schema: JsonObject): Mutation[] {
  if (!("$ref" in schema)) return [];
  return [{ what: "remove the reference", change: (node) => delete node["$ref"] }];
}

export function mutateValues(schema: JsonObject): Mutation[] {
  const lists = ["enum", "x-extensible-enum"].filter((key) => Array.isArray(schema[key]));
  const ofLists = lists.flatMap((key): Mutation[] => {
    const values = asList(schema[key]);
    const set = (changed: Json[]) => (node: JsonObject) => (node[key] = changed);
    return [
      ...values.flatMap((value): Mutation[] => [
        { what: `remove the value ${value}`, change: set(values.filter((v) => v !== value)) },
        {
          what: `alter the value ${value}`,
          change: set(values.map((v) => (v === value ? `${v}_too` : v))),
        },
      ]),
      { what: `add a value to ${key}`, change: set([...values, "invented"]) },
      { what: `remove ${key}`, change: (node) => delete node[key] },
    ];
  });
  if (!("const" in schema)) return ofLists;
  return [
    ...ofLists,
    { what: "remove the constant", change: (node) => delete node["const"] },
    { what: "alter the constant", change: (node) => (node["const"] = "another") },
  ];
}
