/** What is given from outside, checked by a schema. The library, the control plane and the command share these checks. */
import type { FieldProblem } from "../../../scripts/support/field-problems.ts";
import { findProblems } from "./find-problems.ts";
import { createSchemas } from "./schemas.precompiled.ts";
import { schemas } from "./control-schemas.ts";

/** A value that cannot be used, with what was expected where. */
export class FieldError extends RangeError {
  override name = "FieldError";
  readonly errors: FieldProblem[];

  constructor(errors: FieldProblem[]) {
    super(
      errors.map(({ pointer, detail }) => (pointer ? `${pointer}: ${detail}` : detail)).join(" "),
    );
    this.errors = errors;
  }
}

const compiled = createSchemas("control", schemas);

/**
 * Returns a value as what it was checked to be.
 *
 * @param name of the schema
 * @throws {FieldError} when it is not as the schema wants it
 */
export function check<Value>(name: keyof typeof schemas, value: unknown): Value {
  const problems = findProblems(compiled.at(`#/${name}`), value);
  if (problems.length > 0) throw new FieldError(problems);
  return value as Value;
}
