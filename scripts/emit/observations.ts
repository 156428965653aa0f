/**
 * What a real service may show beyond its contract, as a table that the client's observer walks
 * along a response.
 */
import { collectGaps } from "../../gaps/src/notes/gaps.ts";
import {
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolvePointer,
} from "../../gaps/src/document/document.ts";
import { jsonSchemaOf, successOf } from "../../gaps/src/document/message.ts";

/**
 * Gaps that a status code is news about. They stand on the whole interface, so no place in the
 * table leads to them.
 */
const statusGaps = { success: "success-status-codes", failure: "failure-status-codes" };

/**
 * `generated/observations.ts`.
 *
 * @param strict the strict copy of the contract, in which whatever is not documented is an error
 */
export function generateObservations(strict: OpenApiDocument): string {
  const schemas = new Map<string, Json>();
  const operations = operationsOf(strict).map((place) => observedOperation(strict, place, schemas));
  const open = new Set(collectGaps(strict).map(({ id }) => id));
  const gaps = Object.entries(statusGaps).filter(([, id]) => open.has(id));
  return `/**
 * What the contract documents about responses, generated from its strict copy. Do not edit: run npm run generate.
 */

/** The name of a schema in {@link observedSchemas}, or a schema without a name. */
export type ObservedSchema = string | InlineSchema;

export interface InlineSchema {
  /** Types that are documented; without it, any. */
  types?: readonly string[];
  /** Values that are documented; without it, any. */
  values?: readonly unknown[];
  /** Fields that are documented; without it, the value is not looked into. */
  fields?: { readonly [name: string]: ObservedSchema };
  items?: ObservedSchema;
  /** Alternatives, and the key in the contract that lists them. */
  branches?: readonly ObservedSchema[];
  branchKey?: string;
  /** The gap that something undocumented here is news about. */
  gap?: string;
}

export interface ObservedOperation {
  /** JSON pointer to the responses of the operation in the contract. */
  responses: string;
  /** Status codes that are documented one by one. */
  statuses: readonly number[];
  result: ObservedSchema;
}

/** The gaps that an undocumented status code is news about. */
export const statusGaps: { success?: string; failure?: string } = ${literal(Object.fromEntries(gaps))};

export const observedOperations: { readonly [operation: string]: ObservedOperation } = ${literal(Object.fromEntries(operations))};

export const observedSchemas: { readonly [name: string]: InlineSchema } = ${literal(Object.fromEntries(schemas))};
`;
}

function observedOperation(
  strict: OpenApiDocument,
  { operationId, pointer, node }: OperationPlace,
  schemas: Map<string, Json>,
): [name: string, operation: object] {
  return [
    operationId,
    {
      responses: `${pointer}/responses`,
      statuses: Object.keys(asObject(node["responses"]))
        .filter((status) => /^\d+$/.test(status))
        .map(Number),
      result: observedSchema(strict, jsonSchemaOf(successOf(node)) ?? {}, schemas),
    },
  ];
}

/** A reference becomes the name of its schema, and the schema is added to the table. */
function observedSchema(
  strict: OpenApiDocument,
  schema: JsonObject,
  schemas: Map<string, Json>,
): Json {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return inlineSchema(strict, schema, schemas);
  const name = reference.replace("#/components/schemas/", "");
  if (!schemas.has(name)) {
    // Taken before it is filled, so that a schema may contain itself.
    schemas.set(name, {});
    schemas.set(name, inlineSchema(strict, resolvePointer(strict, reference), schemas));
  }
  return name;
}

function inlineSchema(
  strict: OpenApiDocument,
  schema: JsonObject,
  schemas: Map<string, Json>,
): JsonObject {
  const observe = (child: JsonObject) => observedSchema(strict, child, schemas);
  const { type, items, properties } = schema;
  const branchKey = ["oneOf", "anyOf"].find((key) => Array.isArray(schema[key]));
  const gap = asObjectList(schema["x-gap"])[0]?.["id"];
  const isClosed = schema["additionalProperties"] === false;
  return {
    ...(type !== undefined && { types: [type].flat() }),
    ...("const" in schema && { values: [schema["const"] ?? null] }),
    ...(schema["enum"] !== undefined && { values: schema["enum"] }),
    ...(isClosed && {
      fields: Object.fromEntries(
        Object.entries(asObjectMap(properties)).map(([name, property]) => [
          name,
          observe(property),
        ]),
      ),
    }),
    ...(isObject(items) && { items: observe(items) }),
    ...(branchKey && { branchKey, branches: asObjectList(schema[branchKey]).map(observe) }),
    ...(gap !== undefined && { gap }),
  };
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
