/** What a fault may be. */
import { check, FieldError } from "../check/check.ts";
import type { FaultSpec } from "./fault.ts";

/**
 * A copy of a fault, checked.
 *
 * @param targets what a fault can hit
 * @throws {FieldError} that says what was expected where
 */
export function checkFault(value: unknown, targets: readonly string[]): FaultSpec {
  const spec = structuredClone(check<FaultSpec>("fault", value));
  if (spec.operation !== undefined && !targets.includes(spec.operation))
    throw new FieldError([
      { pointer: "/operation", detail: `Expected one of ${targets.join(", ")}.` },
    ]);
  if (spec.effect === "delay" && (spec.maxDelayMs ?? Infinity) < spec.delayMs)
    throw new FieldError([{ pointer: "/maxDelayMs", detail: "Expected no less than delayMs." }]);
  return spec;
}
