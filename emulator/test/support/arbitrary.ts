/** Values that are valid by a schema of the emulator's contract, and values that are not. */
import fc, { type Arbitrary } from "fast-check";
import { escapeSegment, isObject } from "openapi-gaps/document";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { dereference } from "./contracts.ts";

/** Valid values of a schema. */
export function validValue(schema: Json): Arbitrary<Json> {
  const resolved = dereference(schema);
  if (resolved["const"] !== undefined) return fc.constant(resolved["const"]);
  if (resolved["enum"]) return fc.constantFrom(...(resolved["enum"] as Json[]));
  if (resolved["oneOf"]) return fc.oneof(...(resolved["oneOf"] as Json[]).map(validValue));
  const types = [resolved["type"]].flat() as string[];
  // A value of any kind.
  if (types.includes("null")) return fc.jsonValue({ maxDepth: 2 }) as Arbitrary<Json>;
  return fc.oneof(...types.map((type) => ofType(type, resolved)));
}

function ofType(type: string, schema: JsonObject): Arbitrary<Json> {
  const { minimum = -1000, maximum = 1_000_000, items = {} } = schema;
  if (type === "string") return text(schema);
  if (type === "integer") return fc.integer({ min: Number(minimum), max: Number(maximum) });
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(validValue(items), { maxLength: 3 });
  if (type === "object") return object(schema);
  throw new Error(`A schema has the type ${type}`);
}

function text({ pattern, format, minLength, maxLength }: JsonObject): Arbitrary<string> {
  if (format === "uri") return address;
  const days = { noInvalidDate: true, min: new Date(0), max: new Date(4e12) };
  if (format === "date-time") return fc.date(days).map((date) => date.toISOString());
  const expression = new RegExp(String(pattern ?? ""), "u");
  if (String(pattern).includes("\\d")) return fc.stringMatching(expression);
  const limits = { minLength: Number(minLength ?? 0), maxLength: Math.min(+(maxLength ?? 40), 60) };
  return fc.string({ unit: "binary", ...limits }).filter((value) => expression.test(value));
}

/** Public addresses that nobody fetches. */
const address = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.constantFrom("example.com", "media.example.org:8443", "a.example"),
    fc.webPath(),
  )
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`);

function object(schema: JsonObject): Arbitrary<Json> {
  const properties = (schema["properties"] ?? {}) as JsonObject;
  const required = (schema["required"] ?? []) as string[];
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, validValue(property)]),
  );
  const record = fc.record(model, { requiredKeys: required }) as Arbitrary<JsonObject>;
  const dependent = Object.entries(
    (schema["dependentSchemas"] ?? {}) as Record<string, JsonObject>,
  );
  return record.filter((value) =>
    dependent.every(([name, { properties }]) =>
      Object.keys(properties as JsonObject).every((other) => !(name in value && other in value)),
    ),
  );
}

/** A body that is invalid at one place, and that place as a JSON pointer. */
export interface InvalidBody {
  pointer: string;
  body: JsonObject;
}

/** Every way to make a valid body invalid at one place that this file knows. Each is wrong by construction, not by a validator. */
export function invalidBodies(schema: Json, body: JsonObject): InvalidBody[] {
  const invalid: InvalidBody[] = [];
  const change = (keys: string[], edit: (parent: JsonObject, key: string) => void) => {
    const copy = structuredClone(body);
    const parent = keys
      .slice(0, -1)
      .reduce<JsonObject>((node, key) => node[key] as JsonObject, copy);
    edit(parent, keys.at(-1) as string);
    invalid.push({ pointer: keys.map((key) => `/${escapeSegment(key)}`).join(""), body: copy });
  };
  const visit = (node: Json, at: Json, keys: string[]) => {
    const resolved = branchOf(dereference(at), node);
    const replace = (value: Json) => change(keys, (parent, key) => (parent[key] = value));
    if (keys.length > 0) for (const value of wrongValues(resolved)) replace(value);
    for (const [index, item] of Array.isArray(node) ? node.entries() : [])
      visit(item, resolved["items"] as Json, [...keys, String(index)]);
    const { properties } = resolved;
    if (!isObject(node) || !isObject(properties)) return;
    // The assumption `unknown-fields-refused` is about schemas that have a name.
    if (isObject(at) && "$ref" in at)
      change([...keys, "misspelt_field"], (parent, key) => (parent[key] = true));
    for (const name of (resolved["required"] ?? []) as string[])
      change([...keys, name], (parent, key) => delete parent[key]);
    for (const [name, child] of Object.entries(node))
      visit(child, properties[name] as Json, [...keys, name]);
  };
  visit(body, schema, []);
  return invalid;
}

/** Of a choice, the branch that a value has chosen with its discriminator. */
function branchOf(schema: JsonObject, value: Json): JsonObject {
  if (!schema["oneOf"]) return schema;
  const { propertyName } = schema["discriminator"] as { propertyName: string };
  const chosen = (value as JsonObject)[propertyName];
  const branches = (schema["oneOf"] as Json[]).map((branch) => dereference(branch));
  const valueOf = ({ properties }: JsonObject) =>
    ((properties as JsonObject)[propertyName] as JsonObject)["const"];
  return branches.find((branch) => valueOf(branch) === chosen) as JsonObject;
}

function wrongValues(schema: JsonObject): Json[] {
  const types = [schema["type"]].flat() as string[];
  const scalars = { string: "text", integer: 1.5, boolean: true, null: null };
  const others: Record<string, Json> = { ...scalars, array: [], object: {} };
  const accepted = types.includes("number") ? [...types, "integer"] : types;
  const refused = Object.entries(others).filter(([type]) => !accepted.includes(type));
  const wrong = refused.map(([, value]) => value);
  if (schema["enum"] || schema["const"] !== undefined) wrong.push("no such value");
  if (types.includes("string") && schema["pattern"]) wrong.push("NUL \u0000", "half a pair \ud800");
  if (schema["minLength"]) wrong.push("");
  if (schema["maxLength"] && schema["format"] !== "uri")
    wrong.push("x".repeat(Number(schema["maxLength"]) + 1));
  const longAddress = `https://example.com/${"x".repeat(2048)}`;
  if (schema["format"] === "uri")
    wrong.push("not an address", "ftp://example.com/a", longAddress, "http://127.0.0.1/a");
  if (schema["minimum"] !== undefined) wrong.push(Number(schema["minimum"]) - 1);
  if (schema["maximum"] !== undefined) wrong.push(Number(schema["maximum"]) + 1);
  return wrong;
}
