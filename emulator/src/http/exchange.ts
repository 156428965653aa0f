/** One request to the API and its answer, on their way through the emulator. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import type { FaultEffect } from "../faults/fault.ts";
import type { RequestRecord } from "./request-log.ts";

export interface Exchange {
  operation: Operation;
  record: RequestRecord;
  /** The fault that hits this exchange. */
  fault: FaultEffect | undefined;
  /** Headers of the answer, their names in lower case. */
  headers: Record<string, string>;
  request: IncomingMessage;
  response: ServerResponse;
  pathParameters: Record<string, string>;
  /** The request body, once it has been read. */
  body?: Json;
}
