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

function hasBrand(error: unknown, name: string): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    errorBrand in error &&
    (error as { name?: unknown }).name === name
  );
}

export function isApiError(error: unknown): error is ApiError {
  return hasBrand(error, "ApiError");
}

export function isConnectionError(error: unknown): error is ConnectionError {
  return hasBrand(error, "ConnectionError");
}

export function isTimeoutError(error: unknown): error is TimeoutError {
  return hasBrand(error, "TimeoutError");
}

export function isAbortError(error: unknown): error is AbortError {
  return hasBrand(error, "AbortError");
}

export function isInvalidResponseError(error: unknown): error is InvalidResponseError {
  return hasBrand(error, "InvalidResponseError");
}

export function isJobWaitTimeoutError(error: unknown): error is JobWaitTimeoutError {
  return hasBrand(error, "JobWaitTimeoutError");
}
