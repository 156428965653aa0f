/** The typed client of the Video Generation Service. */
export type * from "../../../generated/methods.ts";
export {
  type Client,
  createClient,
  type RequestMethod,
  type RequestOptions,
  type WaitMethods,
} from "./client.ts";
export {
  addressesIn,
  type Download,
  download,
  type DownloadOptions,
  type OutputAddress,
} from "./download.ts";
export {
  AbortError,
  ResponseError,
  ApiError,
  ConnectionError,
  InvalidResponseError,
  JobWaitTimeoutError,
  RequestError,
  type RequestFacts,
  type Sent,
  SizeLimitError,
  TimeoutError,
} from "./errors.ts";
export type { EventHandlers, FailureEvent, RequestEvent, ResponseEvent } from "./events.ts";
export type { CallOptions, ClientOptions, TokenSource } from "./options.ts";
export type { FetchFunction, FetchOptions } from "./platform.ts";
export type { WaitOptions, WatchOptions } from "./wait.ts";
