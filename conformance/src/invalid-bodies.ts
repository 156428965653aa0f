/** Bodies that are wrong in one place, made from the schema of a request and a valid body. */
import {
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "openapi-gaps/document";
import { doubtfulFields } from "./contract.ts";
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
    ...invalidValues(document, schema, valid).map(({ what, at, value, ...rest }) => ({
      what: `${what} ${at}`,
      body: value as JsonObject,
      ...rest,
    })),
    {
      what: "with an unknown field",
      body: { ...valid, "x-unknown-field": "conformance" },
      expects: "undecided",
      doubt: "an unknown field",
    },
  ];
}

/** What is wrong with a value, and what a service has to make of it. */
type Mistake = Pick<InvalidBody, "what" | "expects" | "doubt">;

const missing: Mistake = { what: "without", expects: "refusal" };
const unlisted: Mistake = { what: "with an unlisted value at", expects: "refusal" };
const otherType = undecided("with another type at", "another type");
const noConditional = undecided("without the conditional", "no conditional field");
const bothKinds = undecided("with fields of both kinds at", "fields of both branches of a choice");

function undecided(what: string, doubt: string): Mistake {
  return { what, expects: "undecided", doubt };
}

interface InvalidValue extends Mistake {
  /** JSON pointer. */
  at: string;
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
  if (Array.isArray(schema["enum"])) own.push({ ...unlisted, at, value: "conformance-unlisted" });
  const wrong = wrongType(schema);
  if (wrong !== undefined && at !== "") own.push({ ...otherType, at, value: wrong });
  if (Array.isArray(value) && isObject(schema["items"]) && value[0] !== undefined) {
    const [first, ...rest] = value;
    const items = invalidValues(document, schema["items"], first!, `${at}/0`);
    return [...own, ...items.map((item) => ({ ...item, value: [item.value, ...rest] }))];
  }
  return isObject(value) ? [...own, ...invalidFields(document, schema, value, at, missing)] : own;
}

function invalidFields(
  document: OpenApiDocument,
  schema: JsonObject,
  value: JsonObject,
  at: string,
  absence: Mistake,
): InvalidValue[] {
  const properties = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
  const required = (schema["required"] ?? []) as string[];
  const doubtful = doubtfulFields(schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!(name in value)) return [];
    const { [name]: present, ...without } = value;
    const within = invalidValues(document, property, present!, `${at}/${name}`);
    // Whoever does not know a field does not look into it.
    const inside = doubtful.includes(name)
      ? within.map((item) => ({ ...item, ...unknownField }))
      : within;
    return [
      ...(required.includes(name) ? [{ ...absence, at: `${at}/${name}`, value: without }] : []),
      ...inside.map((item) => ({ ...item, value: { ...value, [name]: item.value } })),
    ];
  });
}

const unknownField = { expects: "undecided", doubt: "below a field that may be unknown" } as const;

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
      { ...missing, at: `${at}/${name}`, value: without },
      { ...unlisted, at: `${at}/${name}`, value: { ...value, [name]: "conformance-unlisted" } },
    ];
  });
  const ofOthers = schemas
    .filter((schema) => schema !== chosen)
    .flatMap((schema) => Object.keys((schema["properties"] ?? {}) as JsonObject))
    .filter((name) => !(name in value));
  const both = Object.fromEntries(ofOthers.map((name) => [name, "https://example.com/other"]));
  const rest = invalidFields(document, chosen, value, at, noConditional).filter(
    (item) => !choosers.some((name) => item.at === `${at}/${name}`),
  );
  return [...ofChooser, ...rest, { ...bothKinds, at: at || "/", value: { ...value, ...both } }];
}

function wrongType({ type }: JsonObject): Json | undefined {
  const types = [type ?? []].flat();
  if (types.length === 0) return undefined;
  return types.includes("object") ? 7 : {};
}
