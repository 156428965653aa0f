/** Holds a value against a schema of the contract. */
import type { ErrorObject } from "ajv";
import { describeErrors, type FieldProblem } from "../../../scripts/support/field-problems.ts";

/** Returns whether a value is valid; if not, `errors` has the reasons until the next call. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Gives the validator of the schema at a JSON pointer, for instance `#/components/schemas/JobId`. */
export interface Schemas {
  at(pointer: string): Validate;
}

/** The fields of a value that a schema refuses. */
export function findProblems(validate: Validate, value: unknown): FieldProblem[] {
  return validate(value) ? [] : describeErrors(validate.errors ?? []);
}
