/** Finds the examples that a narrower document refuses, and the actions that repair them. */
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../document/document.ts";
import { type Example, messageExamples, schemaExamples } from "../document/examples.ts";
import { withActions } from "../document/overlay.ts";
import { toJsonPath, toPointer, valueAt } from "../document/pointer.ts";
import type { ErrorObject } from "../document/validators.ts";
import { Checker } from "../evidence/checker.ts";
import { gapEntries } from "../ruleset/rule.ts";
import { type Action, closingOverlay } from "./overlay.ts";

/** Repairing one field can bring another to light. A document that needs more rounds needs a person. */
const maxRounds = 10;

/** Further actions after which every example holds that held before, or why there are none. */
export function repairExamples(
  document: OpenApiDocument,
  actions: Action[],
): { actions: Action[] } | { because: string } {
  const repairs: Action[] = [];
  const gap = actions[0]!["x-closes"];
  const changes = actions.some(({ update }) => Object.keys(update ?? {}).length > 0);
  if (!changes) return { actions: [] };
  const brokenBefore = new Set(brokenExamples(document).map(({ pointer }) => pointer));
  for (let round = 0; round < maxRounds; round++) {
    const changed = withActions(document, [...actions, ...repairs], closingOverlay);
    const broken = brokenExamples(changed).find(({ pointer }) => !brokenBefore.has(pointer));
    if (!broken) return { actions: repairs };
    const { pointer, errors } = broken;
    const repaired = errors.map((error) =>
      repair(changed, pointer + error.instancePath, error, gap),
    );
    if (repaired.includes(undefined))
      return { because: `the example ${pointer} would break, and has to be changed by hand first` };
    repairs.push(...repaired.flatMap((actions) => actions ?? []));
  }
  return { because: `more than ${maxRounds} examples would break` };
}

/** Schemas come first: what stands for a missing field of a message is the example of its schema. */
function brokenExamples(document: OpenApiDocument): (Example & { errors: ErrorObject[] })[] {
  const checker = Checker.of(document);
  return [
    ...schemaExamples(document),
    ...messageExamples(document),
    ...samplesOfClaims(document),
  ].flatMap((example) => {
    const errors = checker.errors(example.schema, example.value);
    return errors.length > 0 ? [{ ...example, errors }] : [];
  });
}

/** What the claims of a contradiction that is still open allow, and its schema has to. */
function samplesOfClaims(document: OpenApiDocument): Example[] {
  return [...gapEntries(document)]
    .filter(({ entry, node }) => entry["settled"] === undefined && node.kind === "schema")
    .flatMap(({ entry, path, node }) =>
      asObjectList(entry["states"]).flatMap(({ sample }, index) =>
        sample === undefined
          ? []
          : [
              {
                pointer: toPointer([...path, "states", index, "sample"]),
                schema: toPointer(node.path),
                value: sample,
              },
            ],
      ),
    );
}

/** @param place JSON pointer to the part of the example that is wrong */
function repair(
  document: OpenApiDocument,
  place: string,
  error: ErrorObject,
  gap: string,
): Action[] | undefined {
  const change = (target: string, update: JsonObject): Action => ({
    target: toJsonPath(target),
    description: "The example follows the narrower schema.",
    "x-closes": gap,
    update,
  });
  const cut = place.lastIndexOf("/");
  const [parent, key] = [place.slice(0, cut), place.slice(cut + 1)];
  const isOfSchema = parent.endsWith("/examples") && Array.isArray(valueAt(document, parent));
  if (error.keyword === "required") {
    const fields = missingFields(document, error, isOfSchema);
    return fields && [change(place, fields)];
  }
  const allowed = allowedValue(error);
  if (!isOfSchema) return allowed === undefined ? undefined : [change(parent, { [key]: allowed })];
  const others = asList(valueAt(document, parent)).filter((_, index) => String(index) !== key);
  const left = allowed === undefined ? others : [allowed];
  if (left.length === 0) return undefined;
  // An overlay can only join lists, so the list of examples is taken away first.
  return [
    {
      target: toJsonPath(parent),
      description: "The example does not fit the narrower schema.",
      "x-closes": gap,
      remove: true,
    },
    change(parent.slice(0, -"/examples".length), { examples: left }),
  ];
}

/**
 * The field that is missing, with a sample; undefined where there is none.
 *
 * @param isOfSchema the example of a schema shows every field; one of a message may leave out what is optional
 */
function missingFields(
  document: OpenApiDocument,
  { params, parentSchema, data }: ErrorObject,
  isOfSchema: boolean,
): JsonObject | undefined {
  const missing = String(params["missingProperty"]);
  const properties = asObjectMap(asObject(parentSchema)["properties"]);
  const fields: JsonObject = {};
  for (const name of isOfSchema ? Object.keys(properties) : [missing]) {
    const sample = sampleOf(document, properties[name] ?? {});
    if (sample !== undefined && !Object.hasOwn(asObject(data), name)) fields[name] = sample;
  }
  return missing in fields ? fields : undefined;
}

/** What the narrower schema would take in place of a value; undefined where a person has to choose. */
function allowedValue({ keyword, params, data }: ErrorObject): Json | undefined {
  if (keyword === "enum") return (params["allowedValues"] as Json[])[0];
  if (keyword === "minimum" || keyword === "maximum") return params["limit"] as number;
  if (keyword !== "type") return undefined;
  if (params["type"] === "string" && typeof data === "number") return String(data);
  if (params["type"] === "integer" && /^\d+$/.test(String(data))) return Number(data);
  return undefined;
}

/** A value that shows a schema: its own example, or one made of those of its parts. */
function sampleOf(document: OpenApiDocument, schema: JsonObject, depth = 0): Json | undefined {
  const reference = schema["$ref"];
  if (depth > 20) return undefined;
  if (typeof reference === "string")
    return sampleOf(document, resolvePointer(document, reference), depth + 1);
  const [example] = [...asList(schema["examples"]), ...asList(schema["enum"])];
  if (example !== undefined) return example;
  if (schema["type"] !== "object") return undefined;
  const properties = asObjectMap(schema["properties"]);
  const entries = asList(schema["required"]).map(
    (name) => [name, sampleOf(document, properties[String(name)] ?? {}, depth + 1)] as const,
  );
  return entries.some(([, sample]) => sample === undefined)
    ? undefined
    : (Object.fromEntries(entries) as JsonObject);
}

const placeholders: Record<string, string> = {
  uri: "https://example.com/placeholder",
  uuid: "00000000-0000-4000-8000-000000000000",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
};

/**
 * A value that stands for a field in an example; undefined where its own fields show it. None of them
 * was seen: what was seen is not kept.
 */
export function exampleOf(name: string, { type, format }: JsonObject): Json | undefined {
  const [first] = [type ?? []].flat();
  if (first === "string")
    return placeholders[String(format)] ?? `example-${name.replaceAll("_", "-")}`;
  if (first === "integer" || first === "number") return 1;
  if (first === "boolean") return true;
  if (first === "array") return [];
  return first === "null" ? null : undefined;
}
