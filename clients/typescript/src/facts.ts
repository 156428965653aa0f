/** What a call can tell about itself, on its events and on its errors. */
import type { Sent } from "./sent.ts";

export interface RequestFacts {
  /** Number of the call in this process: all events and errors of one call carry the same. */
  callId: number;
  /** The `operationId`, or method and URL of a request that is none of the operations. */
  operation: string;
  /** HTTP method, in capitals. */
  method: string;
  /** How many times the request was sent, or its sending begun. */
  attempts: number;
  /** The most that is certain of any attempt. */
  sent: Sent;
}

let lastCallId = 0;

/** The facts of a call that has not begun. */
export function beginCall(operation: string, method: string): RequestFacts {
  return { callId: ++lastCallId, operation, method, attempts: 0, sent: "no" };
}
