/** Type guards that also know errors of another copy of this package. */
import {
  errorBrand,
  type AbortError,
  type ApiError,
  type ConnectionError,
  type InvalidResponseError,
  type JobWaitTimeoutError,
  type TimeoutError,
} from "./errors.ts";
import type { SizeLimitError } from "./size-limit-error.ts";

/** The guard for the errors whose class has this name. */
function guard<Guarded>(name: string) {
  return (error: unknown): error is Guarded =>
    (error as { [errorBrand]?: string } | null | undefined)?.[errorBrand] === name;
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
