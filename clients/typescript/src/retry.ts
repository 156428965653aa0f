/** When a failed attempt is repeated, and after which pause. */
import { growingDelay } from "./backoff.ts";
import { ApiError, ConnectionError, isRead, TimeoutError } from "./errors.ts";
import { isTlsRefusal } from "./sent.ts";

/** Statuses that say "not now": HTTP gives each of them a meaning that may pass. */
const passingStatuses = [408, 429, 500, 502, 503, 504];

const firstDelayMs = 500;
const maxDelayMs = 8_000;
const growthFactor = 2;

/**
 * A caller who is told to wait longer than a minute has better things to do than to wait inside a
 * call.
 */
export const maxRetryAfterMs = 60_000;

/**
 * The pause before the next attempt in milliseconds, or `undefined` if the failure is final.
 *
 * @param method a request other than `GET` may have started something, and is repeated only if
 *   nothing was sent
 * @param attempt number of the attempt that failed, from 1
 */
export function retryDelay(failure: unknown, method: string, attempt: number): number | undefined {
  const isSafe = isRead(method) || (failure instanceof ConnectionError && failure.sent === "no");
  if (!isSafe || !isPassing(failure)) return undefined;
  const { retryAfterMs = 0 } = failure as ApiError;
  if (retryAfterMs > maxRetryAfterMs) return undefined;
  return Math.max(retryAfterMs, growingDelay(firstDelayMs, maxDelayMs, growthFactor, attempt - 1));
}

/** Whether a failure may be gone at the next attempt. */
export function isPassing(failure: unknown): boolean {
  if (failure instanceof ApiError) return passingStatuses.includes(failure.status);
  if (failure instanceof ConnectionError) return !isTlsRefusal(failure.cause);
  return failure instanceof TimeoutError;
}
