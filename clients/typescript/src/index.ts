/** The typed client of the Video Generation Service. */
export type * from "../../../generated/schema.d.ts";
export type { Call, CallResult } from "./call.ts";
export { type Client, createClient, type OperationMethods } from "./client.ts";
export * from "./error-guards.ts";
export {
  AbortError,
  ApiError,
  ConnectionError,
  InvalidResponseError,
  JobWaitTimeoutError,
  RequestError,
  TimeoutError,
} from "./errors.ts";
export type { EventHandlers, RequestEvent, ResponseEvent, RetryEvent } from "./events.ts";
export type { Api } from "./openapi.ts";
export type { CallOptions, ClientOptions, FetchFunction } from "./options.ts";
export type { Sent } from "./sent.ts";
export type { TokenSource } from "./token.ts";
export type { WaitOptions, WatchOptions } from "./wait.ts";
export type { WaitMethods } from "./wait-methods.ts";
