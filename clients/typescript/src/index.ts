/** The typed client of the Video Generation Service. */
export type * from "../../../generated/methods.ts";
export { type Client, createClient } from "./client.ts";
export { type Download, download } from "./download.ts";
export type { DownloadOptions } from "./download-options.ts";
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
export type {
  EventHandlers,
  FailureEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./events.ts";
export type { CallOptions, ClientOptions, FetchFunction, FetchOptions } from "./options.ts";
export type { Sent } from "./sent.ts";
export { SizeLimitError } from "./size-limit-error.ts";
export type { TokenSource } from "./token.ts";
export type { WaitOptions, WatchOptions } from "./wait.ts";
export type { WaitMethods } from "./wait-methods.ts";
