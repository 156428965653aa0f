/** In the place of `platform.ts` in bundles for browsers, which have headers of their own, and name no failure. */
import type { FailureReason, PlatformAttempt } from "./errors.ts";

export const platformHeaders: Record<string, string> = {};

export const beginAttempt = (): PlatformAttempt => ({ explain: reasonOf });

/** Words for people alone. */
export function reasonOf(error: unknown): FailureReason {
  const { message } = Object(error) as { message?: string };
  return { reason: String(message) };
}
