/** A type for each schema of the contract, by its name: what the users of the types write. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../gaps/src/document/document.ts";
import { referencedName } from "./operation.ts";

/**
 * One `export type` for each schema. A string with known values that may take others too becomes
 * `"rendering" | (string & {})`: editors offer the known values, and the compiler insists on a branch for the unknown ones. A
 * type that holds such a string says so again, because `components` calls it a plain string.
 */
export function namedTypes(document: OpenApiDocument): string {
  const { schemas } = document.components;
  return Object.entries(schemas)
    .map(([name, schema]) => `export type ${name} = ${typeOf(name, schema, schemas)};`)
    .join("\n");
}

function typeOf(name: string, schema: JsonObject, schemas: Record<string, JsonObject>): string {
  const known = schema["x-extensible-enum"];
  if (Array.isArray(known))
    return [...known.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ");
  const wire = `components["schemas"][${JSON.stringify(name)}]`;
  const open = openFields(schema, schemas);
  return open.length === 0 ? wire : `${wire} & { ${open.join("; ")} }`;
}

/** The fields of an object that hold an open string, directly or in a schema of their own. */
function openFields(schema: JsonObject, schemas: Record<string, JsonObject>): string[] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as JsonObject).flatMap(([field, property]) => {
    const target = isObject(property) ? referencedName(property) : undefined;
    if (!target || !holdsOpenString(target, schemas)) return [];
    return [`${JSON.stringify(field)}${required.includes(field) ? "" : "?"}: ${target}`];
  });
}

function holdsOpenString(
  name: string,
  schemas: Record<string, JsonObject>,
  seen: string[] = [],
): boolean {
  const schema = schemas[name] ?? {};
  if ("x-extensible-enum" in schema) return true;
  if (seen.includes(name)) return false;
  return Object.values((schema["properties"] ?? {}) as JsonObject).some((property) => {
    const target = isObject(property) ? referencedName(property) : undefined;
    return target !== undefined && holdsOpenString(target, schemas, [...seen, name]);
  });
}
