/** What validates by schemas: the part of Ajv that the emulator knows. */

/** A place in a value that a schema refuses. */
export interface SchemaError {
  /** The keyword of the schema that refuses it. */
  keyword: string;
  /** JSON pointer (RFC 6901) into the value. */
  instancePath: string;
  /** What the keyword says more. */
  params: Record<string, unknown>;
  message?: string;
}

/** Returns whether a value is valid; if not, `errors` has the reasons until the next call. */
export interface Validate {
  (value: unknown): boolean;
  errors?: SchemaError[] | null;
}

/** Gives the validator of the schema at a JSON pointer, for instance `#/components/schemas/JobId`. */
export interface Schemas {
  at(pointer: string): Validate;
}
