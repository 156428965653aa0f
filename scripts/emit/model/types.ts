/** The types of requests and responses, with nothing of JSON Schema left to interpret. */
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  escapeSegment,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolved,
  toPointer,
} from "openapi-gaps/document";
import { nameInCode, pascalCase, UnwritableError } from "./names.ts";
import { notesOf, remarksOf } from "./notes.ts";

export type ScalarType = "string" | "integer" | "number" | "boolean" | "object" | "null";
export type ScalarValue = string | number | boolean | null;

/** What a value may be. */
export type Shape =
  | { kind: "unknown" }
  | { kind: "named"; name: string }
  | { kind: "list"; items: Shape }
  | {
      kind: "scalar";
      /** At least one. */
      types: ScalarType[];
      /** The only values that may stand there. */
      values?: ScalarValue[];
    };

export interface Field {
  /** As the contract writes it. */
  name: string;
  pointer: string;
  isRequired: boolean;
  shape: Shape;
  notes: string[];
}

/** A schema of the contract: an object with fields, a choice between objects, or another name of a shape. */
export type NamedType = {
  /** Legal in every language: `LinksSelf` for a schema called `Links-Self`. */
  name: string;
  pointer: string;
  notes: string[];
} & (
  | { kind: "record"; fields: Field[] }
  | { kind: "union"; discriminator: string; branches: Branch[] }
  | { kind: "alias"; shape: Shape }
);

export type RecordType = Extract<NamedType, { kind: "record" }>;

export interface Branch {
  /** Value of the discriminator. */
  value: string;
  /** Name of the type. */
  name: string;
}

/** The named types of one direction, what others need first. */
export type Types = Map<string, NamedType>;

/** A value that has listed strings, and no others. */
export function listedStrings(shape: Shape): string[] | undefined {
  if (shape.kind !== "scalar" || !shape.values) return undefined;
  const strings = shape.values.filter((value) => typeof value === "string");
  return strings.length === shape.values.length ? strings : undefined;
}

/** A record by its name; for any other name what stands behind it; `unknown` for a choice, which responses leave open. */
export function unalias(shape: Shape, types: Types): Shape {
  if (shape.kind !== "named") return shape;
  const type = types.get(shape.name);
  if (type?.kind === "record") return shape;
  return type?.kind === "alias" ? unalias(type.shape, types) : { kind: "unknown" };
}

const prefix = "#/components/schemas/";

/** Names that a language or the code around the types has given away. */
const takenNames = new Set([
  ...["Any", "Literal", "Mapping", "None", "Optional", "Sequence", "Tuple", "TypedDict", "Union"],
  ...["Call", "CallResult", "OperationMethods", "Promise", "Record", "Response"],
  "Client",
]);

/** A contract, and the names that its schemas have in code. */
export interface Schemas {
  document: OpenApiDocument;
  /** By the names in the contract. */
  typeNames: Map<string, string>;
}

/** @throws {UnwritableError} for a schema that no client can name */
export function nameSchemas(document: OpenApiDocument): Schemas {
  const things = Object.keys(document.components.schemas).map((name) => ({
    name,
    pointer: pointerOf(name),
  }));
  const typeNames = nameInCode("A client", things, (name) => {
    const legal = /^[A-Z]\w*$/.test(name) ? name : pascalCase(name);
    return /^[A-Z]/.test(legal) && !takenNames.has(legal) ? legal : undefined;
  });
  return { document, typeNames };
}

/** The type that a reference leads to. */
export function typeBehind({ typeNames }: Schemas, schema: JsonObject): string | undefined {
  return typeNames.get(referencedName(schema) ?? "");
}

/** The name of the schema that a reference leads to. */
export function referencedName({ $ref }: JsonObject): string | undefined {
  return typeof $ref === "string" && $ref.startsWith(prefix)
    ? $ref.slice(prefix.length)
    : undefined;
}

/** The shape of a schema, be it a reference. */
function shapeOf(schemas: Schemas, schema: JsonObject, pointer: string): Shape {
  const name = typeBehind(schemas, schema);
  if (name) return { kind: "named", name };
  const listed = "const" in schema ? [schema["const"] ?? null] : schema["enum"];
  const values = Array.isArray(listed) ? (listed as ScalarValue[]) : undefined;
  const types = [schema["type"] ?? []].flat() as ScalarType[];
  // A list of values says which types they have.
  if (values && types.length === 0) types.push(...new Set(values.map(typeOf)));
  if (types.length === 0) return choiceOf(schemas, schema, pointer);
  if ((types as string[]).includes("array")) {
    if (types.length > 1) return { kind: "unknown" };
    const items = asObject(schema["items"]);
    return { kind: "list", items: shapeOf(schemas, items, `${pointer}/items`) };
  }
  return { kind: "scalar", types, ...(values && { values }) };
}

/** A choice between scalars is a scalar of several types, and one between an object with fields and scalars is read as that object. */
function choiceOf(schemas: Schemas, schema: JsonObject, pointer: string): Shape {
  const { document } = schemas;
  const branches = asObjectList(schema["oneOf"]);
  const records = branches.filter((branch) => "properties" in resolved(document, branch));
  const shapes = branches
    .filter((branch) => !records.includes(branch))
    .map((branch) => shapeOf(schemas, resolved(document, branch), pointer));
  const types = shapes.flatMap((shape) => (shape.kind === "scalar" ? shape.types : []));
  const [record, ...others] = records.map((branch) => typeBehind(schemas, branch));
  if (others.length > 0 || shapes.some(({ kind }) => kind !== "scalar")) return { kind: "unknown" };
  if (record) return { kind: "named", name: record };
  return types.length > 0 ? { kind: "scalar", types: [...new Set(types)] } : { kind: "unknown" };
}

function typeOf(value: ScalarValue): ScalarType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "string" | "boolean";
}

/**
 * All types that messages can hold.
 *
 * @param roots the schemas that the messages begin with
 * @param readsChoices false for responses, which leave open what they choose between; of one that is read as an object, the fields are read
 */
export function readTypes(schemas: Schemas, roots: JsonObject[], readsChoices: boolean): Types {
  const keys = readsChoices ? ["items", "oneOf"] : ["items"];
  const types: Types = new Map();
  const entered = new Set<string>();
  const enter = (schema: JsonObject): void => {
    const name = referencedName(schema);
    if (name && !entered.has(name)) {
      entered.add(name);
      const target = schemas.document.components.schemas[name]!;
      enter(target);
      const type = readType(schemas, name, target, readsChoices);
      types.set(type.name, type);
    }
    Object.values(asObjectMap(schema["properties"])).forEach(enter);
    const choice = readsChoices ? undefined : choiceOf(schemas, schema, "");
    if (choice?.kind === "named")
      asObjectList(schema["oneOf"])
        .filter((branch) => typeBehind(schemas, branch))
        .forEach(enter);
    for (const key of keys) [schema[key] ?? []].flat().filter(isObject).forEach(enter);
  };
  roots.forEach(enter);
  return types;
}

function readType(
  schemas: Schemas,
  schemaName: string,
  schema: JsonObject,
  readsChoices: boolean,
): NamedType {
  const pointer = pointerOf(schemaName);
  const name = schemas.typeNames.get(schemaName)!;
  const base = { name, pointer, notes: notesOf(schema) };
  if (Array.isArray(schema["oneOf"]) && readsChoices)
    return { ...base, kind: "union", ...readUnion(schemas, pointer, schema) };
  if (isObject(schema["properties"]))
    return { ...base, kind: "record", fields: readFields(schemas, pointer, schema, readsChoices) };
  return { ...base, kind: "alias", shape: shapeOf(schemas, schema, pointer) };
}

function readFields(
  schemas: Schemas,
  pointer: string,
  schema: JsonObject,
  isSent: boolean,
): Field[] {
  const required = asList(schema["required"]);
  return Object.entries(asObjectMap(schema["properties"])).map(([name, property]) => {
    const at = `${pointer}/properties/${escapeSegment(name)}`;
    return {
      name,
      pointer: at,
      isRequired: required.includes(name),
      shape: shapeOf(schemas, property, at),
      notes: fieldNotes(schemas, resolved(schemas.document, property), isSent),
    };
  });
}

/** Of a deprecated field, in the form that tools of Go look for. */
export const notTaken = "Deprecated: the service does not take it.";
const notSent = "Deprecated: the service does not send it.";

/** With the gaps of an object without fields that it may be: languages have no type for it that would show them. */
function fieldNotes({ document }: Schemas, schema: JsonObject, isSent: boolean): string[] {
  const branches = asObjectList(schema["oneOf"]).map((branch) => resolved(document, branch));
  const nameless = branches.filter((branch) => !("properties" in branch || "const" in branch));
  const deprecation = isSent ? notTaken : notSent;
  return [
    ...notesOf(schema),
    ...nameless.flatMap(remarksOf),
    ...(schema["deprecated"] === true ? [deprecation] : []),
  ];
}

function readUnion(schemas: Schemas, pointer: string, schema: JsonObject) {
  const discriminator = asObject(schema["discriminator"])["propertyName"];
  if (typeof discriminator !== "string")
    throw new UnwritableError(
      pointer,
      "give the oneOf a discriminator, so that clients can tell its branches apart.",
    );
  const branches = asObjectList(schema["oneOf"]).map((branch) => {
    const name = typeBehind(schemas, branch);
    const properties = asObjectMap(resolved(schemas.document, branch)["properties"]);
    const value = properties[discriminator]?.["const"];
    if (!name || typeof value !== "string")
      throw new UnwritableError(
        pointer,
        `make each branch of the oneOf a component whose ${discriminator} is a const.`,
      );
    return { value, name };
  });
  return { discriminator, branches };
}

function pointerOf(schemaName: string): string {
  return toPointer(["components", "schemas", schemaName]);
}
