/** The operations as commands: resources, verbs and flags, and the JSON Schema of what each is given. */
import { stringify } from "yaml";
import { banner, kebabCase, nameInCode, snakeCase, UnwritableError } from "./model/names.ts";
import type { Model } from "./model/model.ts";
import type { Argument, Operation } from "./model/operations.ts";
import {
  type Field,
  type NamedType,
  notTaken,
  referencedName,
  type ScalarType,
  type Shape,
  type Types,
  unalias,
} from "./model/types.ts";
import { gapsAt, lineOfStatement, statementsAt } from "openapi-gaps";
import { asObject, isObject, type JsonObject, walk } from "openapi-gaps/document";
import { descriptionOf, isRemark } from "./model/notes.ts";

/** Tags whose own words make no good name for a resource. */
const shortNames: Record<string, string> = { "dynamic-slide": "slides" };

interface Named extends Operation {
  resource: string;
  verb: string;
  /** What tells it from others with the same resource and verb: `custom`. */
  variant: string | undefined;
}

/**
 * `generated/command/commands.ts`
 *
 * @throws {UnwritableError} for what has no form on a command line
 */
export function renderCommands(model: Model): string {
  const operations = nameOperations(model.operations);
  const shared = gapsOfEveryCreate(operations);
  return `/** Commands for the operations of the service. ${banner} */
import type { OperationMethods } from "../methods.ts";

/** An operation as the command line offers it: \`<resource> <verb> [--<variant>]\`. */
export interface OperationCommand {
  resource: string;
  verb: string;
  variant?: string;
  operation: keyof OperationMethods<unknown>;
  /** Its name as a tool of the Model Context Protocol. */
  tool: string;
  /** Whether it starts a job: that may cost money, and must not be repeated unseen. */
  isCreate: boolean;
  summary: string;
  /** Description, then gaps: a line each. */
  notes: string[];
  /** Path parameters: words after the verb. */
  parameters: { name: string; notes: string[] }[];
  /** Fields of the body. */
  flags?: BodyFlag[];
  /** Gaps of the body as a whole: a line each. */
  bodyGaps?: string[];
  /** A body of the contract's examples, in YAML; for a read, its arguments. */
  example: string;
  /** Field of the response that holds a list. */
  list?: string;
}

/** A field of a body as a flag. */
export interface BodyFlag {
  /** Without the dashes: \`actor.avatar-id\`. */
  name: string;
  /** Names of the fields that lead to the value. */
  path: string[];
  /** What its text is read as; \`any\` is JSON if it can be, and else text. */
  kind: "text" | "integer" | "number" | "boolean" | "json" | "any";
  values?: string[];
  isRequired?: boolean;
  notes: string[];
}

/** What readers look for, and the service does not document. */
export interface AbsentCommand {
  resource: string;
  verb: string;
  gap: string;
  reading: string;
}

export const commands: OperationCommand[] = ${toCode(operations.map((operation) => commandOf(model, operation, shared)))};

export const absentCommands: AbsentCommand[] = ${toCode(absentCommands(model, operations))};

/** Gaps that every create command has: a line each. */
export const createGaps: string[] = ${toCode(shared)};
`;
}

const toCode = (value: unknown) => JSON.stringify(value, null, 2);

/** @throws {UnwritableError} for two operations under one name */
function nameOperations(operations: Operation[]): Named[] {
  const named = operations.map((operation) => ({ ...operation, ...nameOf(operation) }));
  const words = named.map(({ id, resource, verb, variant }): [string, string] => [
    id,
    [resource, verb, ...(variant ? [`--${variant}`] : [])].join(" "),
  ]);
  const things = operations.map(({ id, pointer }) => ({ name: id, pointer }));
  nameInCode("The command line", things, (id) => new Map(words).get(id));
  return named;
}

/** `listCustomAvatars` of the tag "Avatars" is `avatars list --custom`. */
function nameOf({ id, tag }: Operation): Pick<Named, "resource" | "verb" | "variant"> {
  const words = kebabCase(tag).split("-");
  const [verb = id, ...rest] = kebabCase(id).split("-");
  const known = words.map(withoutPlural);
  const variant = rest.filter((word) => !known.includes(withoutPlural(word)));
  // The kind of thing that all resources are says nothing.
  const own = words.length > 1 ? words.slice(0, -1) : words;
  const name = own.join("-");
  return { resource: shortNames[name] ?? name, verb, variant: variant.join("-") || undefined };
}

/** Enough for telling whether two words mean the same thing. */
function withoutPlural(word: string): string {
  return word.replace(/s$/, "");
}

function commandOf({ inputs }: Model, operation: Named, shared: string[]) {
  const { id, method, resource, verb, variant, summary, body, required } = operation;
  const notes = operation.notes.filter((note) => !shared.includes(note));
  const list = Object.keys(required).find((name) => required[name] === "array");
  return {
    resource,
    verb,
    ...(variant && { variant }),
    operation: id,
    tool: snakeCase(id),
    isCreate: method !== "GET",
    summary,
    notes,
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name.replaceAll("_", "-"),
      notes: parameter.notes,
    })),
    ...(body && {
      flags: flagsOf(body, inputs),
      bodyGaps: (inputs.get(body.type)?.notes ?? []).filter(isRemark),
    }),
    example: body
      ? stringify(body.example)
      : operation.parameters.map(({ example }) => String(example)).join(" "),
    ...(list && { list }),
  };
}

/** A resource that is created and never read back: the gap of the create says so. */
function absentCommands({ gaps }: Model, operations: Named[]) {
  const verb = "get";
  return operations.flatMap(({ body, resource, gaps: own }) => {
    const missing = gaps.find(({ id, answer }) => answer === "operation" && own.includes(id));
    if (!body || !missing) return [];
    if (operations.some((other) => other.resource === resource && other.verb === verb)) return [];
    return [{ resource, verb, gap: missing.id, reading: missing.reading }];
  });
}

/** Said once for all create commands, not again with each. */
function gapsOfEveryCreate(operations: Operation[]): string[] {
  const [first, ...others] = operations.filter(({ method }) => method !== "GET");
  return (first?.notes ?? []).filter(
    (note) => isRemark(note) && others.every(({ notes }) => notes.includes(note)),
  );
}

type Kind = "text" | "integer" | "number" | "boolean" | "json" | "any";

/** As `generated/command/commands.ts` describes it. */
interface Flag {
  name: string;
  path: string[];
  kind: Kind;
  values?: string[];
  isRequired?: boolean;
  notes: string[];
}

/**
 * A flag for each field: those of objects inside under a name of both, lists as JSON.
 *
 * @throws {UnwritableError} for two fields that would be one flag, and a body without fields
 */
function flagsOf({ type: body, pointer }: Argument, types: Types): Flag[] {
  const flags: Flag[] = [];
  /** @param around names of the types around: one that holds itself is JSON */
  const enter = (
    shape: Shape,
    path: string[],
    notes: string[],
    isSure: boolean,
    around: string[],
  ) => {
    const name = shape.kind === "named" && !around.includes(shape.name) ? shape.name : "";
    const fields = fieldsOf(types.get(name), path, types);
    // What is said of an object that is not taken holds for its fields.
    const inherited = notes.filter((note) => note === notTaken);
    for (const field of fields) {
      const own = [...new Set([...field.notes, ...inherited])];
      enter(field.shape, [...path, field.name], own, isSure && field.isRequired, [...around, name]);
    }
    if (fields.length > 0) return;
    const plain = unalias(shape, types);
    const values = plain.kind === "scalar" && plain.values?.map(String);
    flags.push({
      ...{ name: flagName(path), path, kind: kindOf(plain) },
      ...(values && { values }),
      ...(isSure && { isRequired: true }),
      notes,
    });
  };
  enter({ kind: "named", name: body }, [], [], true, []);
  if (flags.length === 0 || flags.some(({ name }) => name === ""))
    throw new UnwritableError(pointer, "a body without fields has no flags. Describe its fields.");
  const things = flags.map(({ path }) => ({ name: path.join("."), pointer }));
  nameInCode("The command line", things, (name) => `--${flagName(name.split("."))}`);
  // The same field of two branches is one flag.
  return [...Map.groupBy(flags, ({ name }) => name).values()].map((same) => same.reduce(merge));
}

/** Of a choice, those of its branches, which say when they are meant: only the field that chooses is asked for. */
function fieldsOf(type: NamedType | undefined, path: string[], types: Types): Field[] {
  if (type?.kind === "record") return type.fields;
  if (type?.kind !== "union") return [];
  const { discriminator, branches } = type;
  return branches.flatMap(({ name, value }) =>
    fieldsOf(types.get(name), path, types).map((field) => {
      if (field.name === discriminator) return field;
      const choice = `With --${flagName([...path, discriminator])} ${value}.`;
      return { ...field, isRequired: false, notes: [choice, ...field.notes] };
    }),
  );
}

function merge(first: Flag, second: Flag): Flag {
  const kind = first.kind === second.kind ? first.kind : "any";
  const notes = [...new Set([...first.notes, ...second.notes])];
  const { values: _, ...flag } = first;
  const values = first.values && second.values && [...new Set([...first.values, ...second.values])];
  return { ...flag, kind, notes, ...(values && { values }) };
}

const kinds: Partial<Record<ScalarType, Kind>> = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
};

function kindOf(shape: Shape): Kind {
  if (shape.kind !== "scalar") return "json";
  return shape.types.length === 1 ? (kinds[shape.types[0]!] ?? "json") : "any";
}

function flagName(path: string[]): string {
  return path.map(kebabCase).join(".");
}

/** Gaps whose wrong guess is worth a line wherever the field is described. */
const worthALine = ["costs-money-or-data", "blocks-integration"];

/** Keywords that say nothing about what may be sent. */
const leftOut = /^(x-.*|title|examples?|description)$/;

/** `generated/command/schemas.ts` */
export function renderInputSchemas({ document, operations }: Model): string {
  const { schemas } = structuredClone(document).components;
  const all = [...walk({ ...document, paths: {}, components: { schemas } }, "schema")];
  for (const { value } of all) inlineValue(value, schemas);
  for (const { value } of all) shorten(value);
  for (const { value } of all) addTypes(value, schemas);
  const inputs = operations.map((operation) => [operation.id, inputSchema(schemas, operation)]);
  return `/** The schema of what each operation is given, with the definitions that it reaches. ${banner} */
import type { OperationMethods } from "../methods.ts";

export type InputSchema = { [keyword: string]: unknown };

/** Of the body, or of an object with the path parameters. Closed: a field that the contract does not list is refused. */
export const inputSchemas: Record<keyof OperationMethods<unknown>, InputSchema> = ${toCode(Object.fromEntries(inputs))};
`;
}

/** Of the body, or of an object with the path parameters. */
function inputSchema(
  schemas: Record<string, JsonObject>,
  { parameters, body }: Operation,
): JsonObject {
  const schema = body
    ? schemas[referencedName(body.schema)!]!
    : {
        type: "object",
        additionalProperties: false,
        required: parameters.map(({ name }) => name),
        properties: Object.fromEntries(
          parameters.map(({ name, schema, node }) => [
            name,
            { ...shorten(inlineValue({ ...schema }, schemas)), ...describe(node) },
          ]),
        ),
      };
  const definitions = reachableFrom(schema, schemas);
  return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

function reachableFrom(
  schema: JsonObject,
  schemas: Record<string, JsonObject>,
  found: Record<string, JsonObject> = {},
): Record<string, JsonObject> {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
    if (name in found) continue;
    found[name] = schemas[name]!;
    reachableFrom(found[name], schemas, found);
  }
  return found;
}

/** Leaves of a schema what may be sent, and one description. */
function shorten(schema: JsonObject): JsonObject {
  const description = describe(schema);
  const name = referencedName(schema);
  for (const keyword of Object.keys(schema)) if (leftOut.test(keyword)) delete schema[keyword];
  if (name) schema["$ref"] = `#/$defs/${name}`;
  if ("discriminator" in schema) {
    // The values of the branches say the same as its mapping. What is chosen between is objects, which a validator has to be told.
    const { propertyName = "" } = asObject(schema["discriminator"]);
    Object.assign(schema, { discriminator: { propertyName }, type: "object" });
  }
  if (isObject(schema["properties"])) schema["additionalProperties"] = false;
  return Object.assign(schema, description);
}

/** Hosts of agents that follow no reference send a number as a text: of what is no object, the definition stands in its place. */
function inlineValue(schema: JsonObject, schemas: Record<string, JsonObject>): JsonObject {
  const definition = schemas[referencedName(schema) ?? ""];
  if (!definition || !isValue(definition)) return schema;
  delete schema["$ref"];
  // The words of the field are about it, those of the definition about others, too.
  const lists = [schema, definition].map((each) => each["x-gap"] ?? []);
  return Object.assign(schema, { ...definition, ...schema, "x-gap": lists.flat() });
}

/** The same hosts send an object as a text, unless its type stands beside the reference of its field. */
function addTypes({ properties }: JsonObject, schemas: Record<string, JsonObject>): void {
  for (const field of Object.values(asObject(properties)).filter(isObject)) {
    const { type } = schemas[String(field["$ref"]).replace("#/$defs/", "")] ?? {};
    if (type !== undefined) field["type"] = type;
  }
}

const isValue = (schema: JsonObject) =>
  !["$ref", "items", "oneOf", "properties"].some((keyword) => keyword in schema);

function describe(node: JsonObject): { description?: string } {
  const costly = gapsAt(node).filter(({ impact }) => worthALine.includes(impact));
  const stated = statementsAt(node).map(lineOfStatement);
  const lines = [descriptionOf(node), ...costly.map(({ reading }) => reading), ...stated];
  const said = lines.filter(Boolean);
  return said.length > 0 ? { description: said.join(" ") } : {};
}
