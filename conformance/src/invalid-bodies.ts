/** Bodies that are wrong in one place, made from the schema of a request and a valid body. */
import {
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "openapi-gaps/document";
import type { Expectation } from "./result.ts";

export interface InvalidBody {
  /** What is wrong, and where: `without /actor/use`. */
  what: string;
  /** A string is sent as it is. */
  body: JsonObject | string;
  /**
   * The specification says what a request needs and which values it lists; what a service makes of
   * another type, or of more than it needs, it does not say.
   */
  expects: Expectation;
  /** Why nothing is decided: what is unusual about the body. */
  doubt?: string;
}

export function invalidBodies(
  document: OpenApiDocument,
  schema: JsonObject,
  valid: JsonObject,
): InvalidBody[] {
  return [
    { what: "malformed JSON", body: JSON.stringify(valid).slice(0, -1), expects: "refusal" },
    ...invalidValues(document, schema, valid).map(({ at, kind, value }) => ({
      what: `${words[kind].what} ${at}`,
      body: value as JsonObject,
      ...words[kind].then,
    })),
    {
      what: "with an unknown field",
      body: { ...valid, "x-unknown-field": "conformance" },
      expects: "undecided",
      doubt: "an unknown field",
    },
  ];
}

type Kind = "missing" | "unlisted" | "type" | "conditional" | "branches";

const refusal = { expects: "refusal" } as const;
const undecided = (doubt: string) => ({ expects: "undecided" as const, doubt });

const words: Record<Kind, { what: string; then: Pick<InvalidBody, "expects" | "doubt"> }> = {
  missing: { what: "without", then: refusal },
  unlisted: { what: "with an unlisted value at", then: refusal },
  type: { what: "with another type at", then: undecided("another type") },
  conditional: { what: "without the conditional", then: undecided("no conditional field") },
  branches: {
    what: "with fields of both kinds at",
    then: undecided("fields of both branches of a choice"),
  },
};

interface InvalidValue {
  /** JSON pointer. */
  at: string;
  kind: Kind;
  value: Json;
}

/** The value, wrong in one place at a time. */
function invalidValues(
  document: OpenApiDocument,
  node: JsonObject,
  value: Json,
  at = "",
): InvalidValue[] {
  const schema = resolved(document, node);
  const branches = schema["oneOf"] as JsonObject[] | undefined;
  if (branches && isObject(value)) return invalidChoices(document, branches, value, at);
  const own: InvalidValue[] = [];
  if (Array.isArray(schema["enum"]))
    own.push({ at, kind: "unlisted", value: "conformance-unlisted" });
  const wrong = wrongType(schema);
  if (wrong !== undefined && at !== "") own.push({ at, kind: "type", value: wrong });
  if (Array.isArray(value) && isObject(schema["items"]) && value[0] !== undefined) {
    const [first, ...rest] = value;
    const items = invalidValues(document, schema["items"], first!, `${at}/0`);
    return [...own, ...items.map((item) => ({ ...item, value: [item.value, ...rest] }))];
  }
  return isObject(value) ? [...own, ...invalidFields(document, schema, value, at, "missing")] : own;
}

function invalidFields(
  document: OpenApiDocument,
  schema: JsonObject,
  value: JsonObject,
  at: string,
  missing: Kind,
): InvalidValue[] {
  const properties = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
  const required = (schema["required"] ?? []) as string[];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!(name in value)) return [];
    const { [name]: present, ...without } = value;
    const inside = invalidValues(document, property, present!, `${at}/${name}`);
    return [
      ...(required.includes(name) ? [{ at: `${at}/${name}`, kind: missing, value: without }] : []),
      ...inside.map((item) => ({ ...item, value: { ...value, [name]: item.value } })),
    ];
  });
}

/** What chooses the branch is required; what a branch requires is inferred from a condition. */
function invalidChoices(
  document: OpenApiDocument,
  branches: JsonObject[],
  value: JsonObject,
  at: string,
): InvalidValue[] {
  const schemas = branches.map((branch) => resolved(document, branch));
  const constants = (schema: JsonObject) =>
    Object.entries((schema["properties"] ?? {}) as { [name: string]: JsonObject }).flatMap(
      ([name, property]) => ("const" in property ? [[name, property["const"]!] as const] : []),
    );
  const chosen = schemas.find((schema) =>
    constants(schema).every(([name, is]) => value[name] === is),
  );
  if (!chosen) return [];
  const choosers = constants(chosen).map(([name]) => name);
  const ofChooser = choosers.flatMap((name): InvalidValue[] => {
    const { [name]: _, ...without } = value;
    return [
      { at: `${at}/${name}`, kind: "missing", value: without },
      {
        at: `${at}/${name}`,
        kind: "unlisted",
        value: { ...value, [name]: "conformance-unlisted" },
      },
    ];
  });
  const ofOthers = schemas
    .filter((schema) => schema !== chosen)
    .flatMap((schema) => Object.keys((schema["properties"] ?? {}) as JsonObject))
    .filter((name) => !(name in value));
  const both = Object.fromEntries(ofOthers.map((name) => [name, "https://example.com/other"]));
  const rest = invalidFields(document, chosen, value, at, "conditional").filter(
    (item) => !choosers.some((name) => item.at === `${at}/${name}`),
  );
  return [
    ...ofChooser,
    ...rest,
    ...(ofOthers.length > 0
      ? [{ at: at || "/", kind: "branches" as const, value: { ...value, ...both } }]
      : []),
  ];
}

function wrongType({ type }: JsonObject): Json | undefined {
  const types = [type ?? []].flat();
  if (types.length === 0) return undefined;
  return types.includes("object") ? 7 : {};
}
