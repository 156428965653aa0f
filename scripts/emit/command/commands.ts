/** The operations as commands: resources, verbs and flags. */
import { stringify } from "yaml";
import { banner } from "../model/banner.ts";
import type { Model } from "../model/model.ts";
import { kebabCase, snakeCase, UnwritableError } from "../model/names.ts";
import type { Operation } from "../model/operations.ts";
import { flagsOf } from "./flags.ts";

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

export const toCode = (value: unknown) => JSON.stringify(value, null, 2);

/** @throws {UnwritableError} for two operations under one name */
function nameOperations(operations: Operation[]): Named[] {
  const named = operations.map((operation) => ({ ...operation, ...nameOf(operation) }));
  const owners = new Map<string, string>();
  for (const { id, pointer, resource, verb, variant } of named) {
    const words = [resource, verb, ...(variant ? [`--${variant}`] : [])].join(" ");
    const owner = owners.get(words);
    if (owner !== undefined)
      throw new UnwritableError(
        pointer,
        `${id} and ${owner} are both "${words}" on the command line. Tell them apart by their operationId.`,
      );
    owners.set(words, id);
  }
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
      bodyGaps: (inputs.get(body.type)?.notes ?? []).filter((note) => note.startsWith("Gap ")),
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
    (note) => note.startsWith("Gap ") && others.every(({ notes }) => notes.includes(note)),
  );
}
