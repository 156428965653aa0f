/** Values that are valid by a schema of the emulator's contract. */
import fc, { type Arbitrary } from "fast-check";
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
