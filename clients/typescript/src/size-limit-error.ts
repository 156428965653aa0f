/** A download that is, or would become, larger than the caller allows. */
import { RequestError } from "./errors.ts";
import type { RequestFacts } from "./facts.ts";

export class SizeLimitError extends RequestError {
  override readonly name = "SizeLimitError";
  /** The limit that was passed, in bytes. */
  declare readonly maxBytes: number;
  /** Size of the whole, in bytes, if the server told it. */
  declare readonly size: number | undefined;

  constructor(facts: RequestFacts, maxBytes: number, size: number | undefined) {
    super(facts, `passed its maxBytes of ${maxBytes}`, { maxBytes, size });
  }
}
