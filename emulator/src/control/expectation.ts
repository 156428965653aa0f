import type { FaultTarget } from "../faults/fault.ts";

/** What was to be received. */
export interface Expectation {
  operation: FaultTarget;
  /** How often, exactly. At least once by default. */
  times?: number;
  /** Only requests that got a response with this status code. */
  status?: number;
  /** Only requests whose body has these fields; further ones do not matter. */
  body?: unknown;
}
