/** What is given from outside, checked by a schema. The library, the control plane and the command share these checks. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describeErrors, type FieldProblem } from "../contract/field-problems.ts";

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

let ajv: Ajv2020 | undefined;

/**
 * Makes a check that returns the value it is given. Its schema is compiled when it is first used: most emulators are never told
 * anything, and start faster without.
 *
 * @returns a function that throws a {@link FieldError} when the value is not as the schema wants it
 */
export function createCheck<Value>(schema: object): (value: unknown) => Value {
  let validate: ValidateFunction<Value> | undefined;
  return (value) => {
    ajv ??= new Ajv2020({ allErrors: true, discriminator: true, allowUnionTypes: true });
    validate ??= ajv.compile<Value>(schema);
    if (validate(value)) return value;
    throw new FieldError(describeErrors(validate.errors ?? []));
  };
}
