/** The command line's share of the contract: resources, verbs and flags, and the schema of each input. */
import { capitalizedWords, snakeCase, withoutPlural } from "./words.ts";
import { collectGaps } from "../../gaps/src/notes/gaps.ts";
import { asList, type OpenApiDocument } from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { bodyFlags } from "./command-flags.ts";
import { inputSchema } from "./input-schema.ts";
import { type Operation, readOperations } from "./operation.ts";
import { notesOf } from "./wire-types.ts";

const banner = "Generated from the contract. Do not edit: run npm run generate.";

/** Tags whose own words make no good name for a resource. */
const shortNames: Record<string, string> = { "dynamic-slide": "slides" };

interface Named extends Operation {
  resource: string;
  verb: string;
  /** What tells it from others with the same resource and verb: `custom`. */
  variant: string | undefined;
}

/**
 * Files of `generated/command/`, by their names.
 *
 * @throws {UserError} for what has no form on a command line
 */
export function generateCommand(document: OpenApiDocument): Map<string, string> {
  return new Map([
    ["command/commands.ts", renderCommands(document)],
    ["command/schemas.ts", renderSchemas(document)],
  ]);
}

function renderCommands(document: OpenApiDocument): string {
  const operations = nameOperations(document);
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
  /** Field of the answer that holds a list. */
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

export const commands: OperationCommand[] = ${toCode(operations.map((operation) => commandOf(document, operation)))};

export const absentCommands: AbsentCommand[] = ${toCode(absentCommands(document, operations))};

/** Gaps of the whole interface whose cost is money or data. */
export const costlyGaps: string[] = ${toCode(costlyGaps(document))};
`;
}

function renderSchemas(document: OpenApiDocument): string {
  const schemas = readOperations(document).map((operation) => [
    operation.id,
    inputSchema(document, operation),
  ]);
  return `/** The schema of what each operation is given, with the definitions that it reaches. ${banner} */
import type { OperationMethods } from "../methods.ts";

export type InputSchema = { [keyword: string]: unknown };

/** Of the body, or of an object with the path parameters. Closed: a field that the contract does not list is refused. */
export const inputSchemas: Record<keyof OperationMethods<unknown>, InputSchema> = ${toCode(Object.fromEntries(schemas))};
`;
}

const toCode = (value: unknown) => JSON.stringify(value, null, 2);

/** @throws {UserError} for two operations under one name */
function nameOperations(document: OpenApiDocument): Named[] {
  const named = readOperations(document).map((operation) => ({
    ...operation,
    ...nameOf(operation),
  }));
  const owners = new Map<string, string>();
  for (const { id, resource, verb, variant } of named) {
    const words = [resource, verb, ...(variant ? [`--${variant}`] : [])].join(" ");
    const owner = owners.get(words);
    if (owner)
      throw new UserError(
        `${id} and ${owner} are both "${words}": tell them apart by their operationId`,
      );
    owners.set(words, id);
  }
  return named;
}

/** `listCustomAvatars` of the tag "Avatars" is `avatars list --custom`. */
function nameOf({ id, node }: Operation): Pick<Named, "resource" | "verb" | "variant"> {
  const tag = String(asList(node["tags"])[0] ?? id).toLowerCase();
  const words = tag.split(/[^a-z0-9]+/).filter(Boolean);
  const [verb = id, ...rest] = capitalizedWords(id);
  const known = words.map(withoutPlural);
  const variant = rest.filter((word) => !known.includes(withoutPlural(word)));
  // The kind of thing that all resources are says nothing.
  const own = words.length > 1 ? words.slice(0, -1) : words;
  const name = own.join("-");
  return { resource: shortNames[name] ?? name, verb, variant: variant.join("-") || undefined };
}

function commandOf(document: OpenApiDocument, operation: Named) {
  const { id, method, resource, verb, variant, node, parameters, body, required } = operation;
  const list = Object.keys(required).find((name) => required[name] === "array");
  return {
    resource,
    verb,
    ...(variant && { variant }),
    operation: id,
    tool: snakeCase(id),
    isCreate: method !== "GET",
    summary: String(node["summary"]),
    notes: notesOf(node),
    parameters: parameters.map((parameter) => ({
      name: String(parameter["name"]).replaceAll("_", "-"),
      notes: notesOf(parameter),
    })),
    ...(body && { flags: bodyFlags(document, body) }),
    ...(list && { list }),
  };
}

/** A resource that is created and never read back: the gap of the create says so. */
function absentCommands(document: OpenApiDocument, operations: Named[]) {
  const verb = "get";
  return collectGaps(document).flatMap(({ id, answer, reading, operations: [met] }) => {
    const create = operations.find((operation) => operation.id === met && operation.body);
    const hasOwn = asGaps(create).includes(id) && answer === "operation";
    if (!create || !hasOwn) return [];
    const { resource } = create;
    if (operations.some((other) => other.resource === resource && other.verb === verb)) return [];
    return [{ resource, verb, gap: id, reading }];
  });
}

function asGaps(operation: Operation | undefined): string[] {
  return asList(operation?.node["x-gap"]).map((gap) => String((gap as { id?: unknown }).id));
}

function costlyGaps(document: OpenApiDocument): string[] {
  return collectGaps(document)
    .filter(({ node, impact }) => node === "#/info" && impact === "costs-money-or-data")
    .map(({ id, reading }) => `Gap \`${id}\`: ${reading}`);
}
