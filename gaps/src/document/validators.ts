/** Validators of a document's schemas. See `formats.ts` for the formats that most callers check. */
export {
  type ErrorObject,
  type ValidateFunction,
  Validators,
} from "../ruleset/support/validators.js";
