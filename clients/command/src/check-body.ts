/** Holds a body against the contract, before it costs anything. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { type JsonObject, parsePointer } from "openapi-gaps/document";
import type { InputSchema } from "../../../generated/command/schemas.ts";
import { findDeprecatedFields } from "../../../scripts/support/deprecated-fields.ts";
import { describeErrors } from "../../../scripts/support/field-problems.ts";
import { printable } from "./print.ts";

const ajv = new Ajv2020({
  allErrors: true,
  discriminator: true,
  strict: false,
  // The contract's own tests have done so.
  validateSchema: false,
  validateFormats: false,
  verbose: true,
});

/** @returns what is wrong, a line each, with the place and the remedy */
export function findProblems(schema: InputSchema, body: unknown): string[] {
  // Compiled once: the validator knows a schema by its identity.
  const validate = ajv.compile(schema);
  if (validate(body)) return [];
  return describeErrors(validate.errors ?? []).map(({ pointer, detail }) => {
    const place = printable(parsePointer(pointer).join("."));
    return `${place || "The body"}: ${detail}`;
  });
}

/** @returns what the contract keeps for old code alone, a line each */
export function findWarnings(schema: InputSchema, body: unknown): string[] {
  const root = schema as JsonObject;
  return findDeprecatedFields(root, root, body).map(
    (path) => `${printable(path.join("."))}: Deprecated: the service does not take it. Remove it.`,
  );
}
