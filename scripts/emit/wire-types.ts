/** The types of requests and answers, as emitters of any language read them: no JSON Schema left to interpret. */
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { schemaOf } from "./example-arguments.ts";
import { readOperations, referencedName } from "./operation.ts";
import { ownDescription, gapNotes } from "./type-comments.ts";

export type ScalarType = "string" | "integer" | "number" | "boolean" | "object" | "null";

/** What a value may be. */
export type Shape =
  | { kind: "unknown" }
  | { kind: "named"; name: string }
  | { kind: "list"; items: Shape }
  | {
      kind: "scalar";
      /** At least one. */
      types: ScalarType[];
      /** The only strings that may stand there. */
      values?: string[];
    };

export interface Field {
  name: string;
  isRequired: boolean;
  shape: Shape;
  /** Description, then gaps: a line each. */
  notes: string[];
}

/** A schema of the contract: an object with fields, a choice between objects, or another name of a shape. */
export type WireType = { name: string; notes: string[] } & (
  | { kind: "record"; fields: Field[] }
  | { kind: "union"; discriminator: string; branches: Branch[] }
  | { kind: "alias"; shape: Shape; known: string[] }
);

export interface Branch {
  /** Value of the discriminator. */
  value: string;
  /** Name of the type. */
  name: string;
}

export interface WireTypes {
  /** All that a request can hold, what others need first. */
  inputs: WireType[];
  /** All that an answer can hold, what others need first. */
  answers: WireType[];
}

/** @throws {UserError} for a schema that no emitter has a form for */
export function readWireTypes(document: OpenApiDocument): WireTypes {
  const operations = readOperations(document);
  const reachable = (roots: (JsonObject | undefined)[], keys: string[]) =>
    collectNames(document, roots, keys).map((name) => readType(document, name));
  return {
    inputs: reachable(
      operations.flatMap(({ parameters, body }) => [...parameters.map(schemaOf), body]),
      ["items", "oneOf"],
    ),
    // What an answer chooses between is open, so nobody reads its branches.
    answers: reachable(
      operations.map(({ result }) => result),
      ["items"],
    ),
  };
}

/** The shape of a schema, be it a reference. */
export function shapeOf(schema: JsonObject): Shape {
  const name = referencedName(schema);
  if (name) return { kind: "named", name };
  const types = [schema["type"] ?? []].flat() as string[];
  if (types.length === 0 && !("const" in schema) && !("enum" in schema)) return { kind: "unknown" };
  if (types.includes("array")) {
    if (types.length > 1) return { kind: "unknown" };
    return { kind: "list", items: shapeOf(asObject(schema["items"])) };
  }
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  return {
    kind: "scalar",
    types: types as ScalarType[],
    ...(Array.isArray(values) && { values: values.map(String) }),
  };
}

/** A record by its name; for any other name what stands behind it; `unknown` for a choice, which answers leave open. */
export function unalias(shape: Shape, types: Map<string, WireType>): Shape {
  if (shape.kind !== "named") return shape;
  const type = types.get(shape.name);
  if (type?.kind === "record") return shape;
  return type?.kind === "alias" ? unalias(type.shape, types) : { kind: "unknown" };
}

/** Description of a place, then its gaps: a line each. */
export function notesOf(node: JsonObject): string[] {
  return [ownDescription(node), ...gapNotes(node)].filter((note) => note !== undefined);
}

function readType(document: OpenApiDocument, name: string): WireType {
  const schema = document.components.schemas[name]!;
  const base = { name, notes: notesOf(schema) };
  if (Array.isArray(schema["oneOf"])) {
    return { ...base, kind: "union", ...readUnion(document, name, schema) };
  }
  if (isObject(schema["properties"])) {
    return { ...base, kind: "record", fields: readFields(document, schema) };
  }
  const known = asList(schema["x-extensible-enum"]).map(String);
  return { ...base, kind: "alias", shape: shapeOf(schema), known };
}

function readFields(document: OpenApiDocument, schema: JsonObject): Field[] {
  const required = asList(schema["required"]).map(String);
  return Object.entries(asObjectMap(schema["properties"])).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    shape: shapeOf(property),
    notes: notesOf(resolved(document, property)),
  }));
}

function readUnion(document: OpenApiDocument, name: string, schema: JsonObject) {
  const discriminator = asObject(schema["discriminator"])["propertyName"];
  if (typeof discriminator !== "string") {
    throw new UserError(
      `${name}: give the oneOf a discriminator, so that clients can tell it apart`,
    );
  }
  const branches = asObjectList(schema["oneOf"]).map((branch) => {
    const branchName = referencedName(branch);
    const properties = asObjectMap(resolved(document, branch)["properties"]);
    const value = properties[discriminator]?.["const"];
    if (!branchName || typeof value !== "string") {
      throw new UserError(
        `${name}: make each branch of the oneOf a component whose ${discriminator} is a const`,
      );
    }
    return { value, name: branchName };
  });
  return { discriminator, branches };
}

/**
 * Names of the schemas that can be reached, what others need first.
 *
 * @param keys keywords to follow, beside `properties`
 */
function collectNames(
  document: OpenApiDocument,
  roots: (JsonObject | undefined)[],
  keys: string[],
): string[] {
  const names = new Set<string>();
  const entered = new Set<string>();
  const enter = (schema: JsonObject): void => {
    const name = referencedName(schema);
    if (name && !entered.has(name)) {
      entered.add(name);
      enter(document.components.schemas[name]!);
      names.add(name);
    }
    Object.values(asObjectMap(schema["properties"])).forEach(enter);
    for (const key of keys) [schema[key] ?? []].flat().filter(isObject).forEach(enter);
  };
  roots.filter(isObject).forEach(enter);
  return [...names];
}
