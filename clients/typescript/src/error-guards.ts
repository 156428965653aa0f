/** Type guards that also know errors of another copy of this package. */
import type {
  AbortError,
  ApiError,
  ConnectionError,
  InvalidResponseError,
  JobWaitTimeoutError,
  RequestError,
  TimeoutError,
} from "./errors.ts";
import type { SizeLimitError } from "./size-limit-error.ts";

/** The guard for the errors of this name. No other library's have the number of a call too. */
function guard<Guarded extends RequestError>(name: Guarded["name"]) {
  return (error: unknown): error is Guarded => {
    const { name: found, callId } = Object(error) as Partial<RequestError>;
    return found === name && typeof callId === "number";
  };
}

export const isApiError = /* @__PURE__ */ guard<ApiError>("ApiError");
export const isConnectionError = /* @__PURE__ */ guard<ConnectionError>("ConnectionError");
export const isTimeoutError = /* @__PURE__ */ guard<TimeoutError>("TimeoutError");
export const isAbortError = /* @__PURE__ */ guard<AbortError>("AbortError");
export const isInvalidResponseError =
  /* @__PURE__ */ guard<InvalidResponseError>("InvalidResponseError");
export const isJobWaitTimeoutError =
  /* @__PURE__ */ guard<JobWaitTimeoutError>("JobWaitTimeoutError");
export const isSizeLimitError = /* @__PURE__ */ guard<SizeLimitError>("SizeLimitError");
