/** One request to the API and its answer, on their way through the emulator. */
import type { Json } from "../contract/json.ts";
import type { Operation } from "../contract/operations.ts";
import type { Delivery } from "../faults/inject.ts";

export interface Exchange extends Delivery {
  operation: Operation;
  pathParameters: Record<string, string>;
  /** The request body, once it has been read, and its text. */
  body?: Json;
  text?: string;
}
