/** The body of a create: from a file, and from flags. */
import { type Document, parseAllDocuments } from "yaml";
import { inputSchemas } from "../../../generated/command/schemas.ts";
import { usageError } from "./errors.ts";
import { printable } from "./print.ts";
import type { FieldValue, Invocation } from "./program.ts";
import type { Surroundings } from "./process-io.ts";
import { readInput } from "./read-input.ts";

type Fields = Record<string, unknown>;

/** A job of 30,000 segments. Reading takes a hundred times as much memory; a device that never ends is stopped here. */
const maxFileBytes = 4 * 1024 * 1024;
/** Deeper than any body; a parser or a validator would run out of stack far below. */
const maxDepth = 100;

/**
 * The body, checked against the contract unless that is switched off.
 *
 * @throws {CommandError}
 */
export async function readCheckedBody(
  invocation: Invocation,
  surroundings: Surroundings,
): Promise<object> {
  const { operation, flags } = invocation;
  const body = await readBody(invocation, surroundings);
  if (!flags.check) return body;
  // Only creates need the validator, which takes longer to load than all the rest.
  const { findProblems, findWarnings } = await import("./check-body.ts");
  const schema = inputSchemas[operation.operation];
  const problems = findProblems(schema, body);
  if (problems.length > 0)
    throw usageError(
      ["The body does not match the contract. Nothing was sent.", ...problems].join("\n"),
    );
  for (const warning of findWarnings(schema, body)) surroundings.notify(`! ${warning}\n`);
  return body;
}

/** @throws {CommandError} for a file that cannot be read or is no object */
async function readBody(
  { operation: { resource, verb }, fields, flags: { file } }: Invocation,
  surroundings: Surroundings,
): Promise<Fields> {
  if (file === undefined && fields.length === 0) {
    throw usageError(
      `${resource} ${verb} needs a body: --file job.yaml, or flags. --help lists them.`,
    );
  }
  const body =
    file === undefined
      ? {}
      : parseBody(await readInput(`--file ${file}`, file, maxFileBytes, surroundings), file);
  for (const field of fields) {
    checkValue(field.value, field.flag);
    setField(body, field);
  }
  return body;
}

/** JSON is YAML; aliases that multiply are refused by the parser. */
function parseBody(text: string, file: string): Fields {
  const value = parseValue(text, file);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw usageError(`--file ${file} holds no object of fields.`);
  }
  checkValue(value, `--file ${file}`);
  // A copy: what an alias stands for must not be changed in two places by a flag.
  return JSON.parse(JSON.stringify(value)) as Fields;
}

function parseValue(text: string, file: string): unknown {
  const refuse = (reason: string) =>
    usageError(`--file ${file} is neither YAML nor JSON: ${printable(reason)}`);
  let documents: Document[];
  try {
    documents = parseAllDocuments(text, { logLevel: "error", prettyErrors: true }) as Document[];
    const [first, second] = documents;
    const [problem] = documents.flatMap(({ errors }) => errors);
    if (problem) throw refuse(problem.message.split("\n")[0]!);
    if (second) throw usageError(`--file ${file} holds more than one document. Send one job each.`);
    return first?.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) throw refuse(error.message);
    throw error;
  }
}

/** Refuses what JSON cannot carry as it stands there. */
export function checkValue(value: unknown, source: string, depth = 0): void {
  if (depth > maxDepth) throw usageError(`${source} is nested more than ${maxDepth} deep.`);
  if (typeof value === "number" && !isExact(value)) {
    throw usageError(`${source} holds the number ${value}, which JSON cannot carry exactly.`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (name === "__proto__") throw usageError(`${source} has a field __proto__.`);
    checkValue(item, source, depth + 1);
  }
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function setField(body: Fields, { path, value, flag }: FieldValue): void {
  let target = body;
  for (const name of path.slice(0, -1)) {
    const inner = (target[name] ??= {});
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
      throw usageError(`${flag} sets a field of ${name}, which is no object in --file.`);
    }
    target = inner as Fields;
  }
  target[path.at(-1)!] = value;
}
