/** Finds the examples that a narrower contract refuses, and the actions that repair them. */
import { gapsOf } from "../../../gaps/src/ruleset/support/gaps.js";
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../gaps/src/document/document.ts";
import {
  type Example,
  messageExamples,
  schemaExamples,
} from "../../../gaps/src/document/examples.ts";
import { strictCopy } from "../../../scripts/contract/strict.ts";
import { type ErrorObject, Validators } from "../../../gaps/src/document/validators.ts";
import { withActions } from "../../../gaps/src/document/overlay.ts";
import { evidenceOverlay } from "../overlay/evidence-overlay.ts";
import { toJsonPath, toPointer, valueAt } from "../../../gaps/src/document/pointer.ts";
import { type Action } from "../overlay/overlay.ts";

/**
 * Repairing one field can bring another to light. A contract whose examples need more rounds needs a
 * person.
 */
const maxRounds = 10;

/** Further actions after which every example of the contract holds again, or why there are none. */
export function repairExamples(
  document: OpenApiDocument,
  actions: Action[],
): { actions: Action[] } | { because: string } {
  const repairs: Action[] = [];
  const gap = actions[0]!["x-closes"];
  for (let round = 0; round < maxRounds; round++) {
    const changed = withActions(document, [...actions, ...repairs], evidenceOverlay);
    const broken = firstBroken(changed);
    if (!broken) return { actions: repairs };
    const { pointer, errors } = broken;
    const repaired = errors.map((error) =>
      repair(changed, pointer + error.instancePath, error, gap),
    );
    if (repaired.includes(undefined)) {
      return { because: `the example ${pointer} would break, and has to be changed by hand first` };
    }
    repairs.push(...repaired.flatMap((actions) => actions ?? []));
  }
  return { because: `more than ${maxRounds} examples would break` };
}

interface BrokenExample {
  /** JSON pointer of the value. */
  pointer: string;
  errors: ErrorObject[];
}

/** The strict copy is the judge: what an example shows is to be documented. */
function firstBroken(document: OpenApiDocument): BrokenExample | undefined {
  const strict = new Validators(strictCopy(document), { verbose: true, allErrors: true });
  // Schemas come first: what stands for a missing field of a message is the example of its schema.
  for (const { pointer, schema, value } of [
    ...schemaExamples(document),
    ...messageExamples(document),
    ...samplesOfClaims(document),
  ]) {
    const errors = strict.errors(schema, value);
    if (errors.length > 0) return { pointer, errors };
  }
  return undefined;
}

/** What the claims of a contradiction that is still open allow, and its schema has to. */
function samplesOfClaims(document: OpenApiDocument): Example[] {
  return [...gapsOf(document)]
    .filter(({ entry }) => entry["settled"] === undefined)
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
  if (error.keyword === "required") {
    const fields = missingFields(document, error, parent.endsWith("/examples"));
    return fields && [change(place, fields)];
  }
  const allowed = allowedValue(error);
  if (!parent.endsWith("/examples"))
    return allowed === undefined ? undefined : [change(parent, { [key]: allowed })];
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
  const properties = asObjectMap(parentSchema?.["properties"] as Json);
  const fields: JsonObject = {};
  for (const name of isOfSchema ? Object.keys(properties) : [missing]) {
    const sample = sampleOf(document, properties[name] ?? {});
    if (sample !== undefined && !Object.hasOwn(asObject(data as Json), name)) fields[name] = sample;
  }
  return missing in fields ? fields : undefined;
}

/** What the narrower schema would take in place of a value; undefined where a person has to choose. */
function allowedValue({ keyword, params, data }: ErrorObject): Json | undefined {
  switch (keyword) {
    case "enum":
      return (params["allowedValues"] as Json[])[0];
    case "minimum":
    case "maximum":
      return params["limit"] as number;
    case "type":
      if (params["type"] === "string" && typeof data === "number") return String(data);
      // What is empty in one form is empty in the other.
      if (params["type"] === "object" && data === "") return {};
      if (params["type"] === "string" && isObject(data) && Object.keys(data).length === 0)
        return "";
      if (params["type"] === "integer" && /^\d+$/.test(String(data))) return Number(data);
      return undefined;
    default:
      return undefined;
  }
}

/** A value that shows a schema: its own example, or one made of those of its parts. */
function sampleOf(document: OpenApiDocument, schema: JsonObject): Json | undefined {
  const reference = schema["$ref"];
  if (typeof reference === "string") return sampleOf(document, resolvePointer(document, reference));
  const [example] = [schema["examples"], schema["enum"]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  if (example !== undefined) return example;
  if (schema["type"] !== "object") return undefined;
  const properties = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
  const entries = ((schema["required"] ?? []) as string[]).map(
    (name) => [name, sampleOf(document, properties[name] ?? {})] as const,
  );
  return entries.some(([, sample]) => sample === undefined)
    ? undefined
    : (Object.fromEntries(entries) as JsonObject);
}
