/** What a fault may be. */
import { createCheck, FieldError } from "../check/check.ts";
import type { FaultSpec } from "./fault.ts";

/** Longest delay that a timer takes. */
const maxDelayMs = 2 ** 31 - 1;

const matching = {
  operation: { type: "string" },
  times: { type: "integer", minimum: 1 },
  probability: { type: "number", exclusiveMinimum: 0, maximum: 1 },
};

function effect(name: string, properties: object = {}, required: string[] = []): object {
  return {
    properties: { effect: { const: name }, ...properties, ...matching },
    required: ["effect", ...required],
    additionalProperties: false,
  };
}

const delay = { type: "integer", minimum: 0, maximum: maxDelayMs };
const headerValue = "^[\\x20-\\x7e]+$";

const check = createCheck<FaultSpec>({
  type: "object",
  required: ["effect"],
  discriminator: { propertyName: "effect" },
  oneOf: [
    effect(
      "status",
      {
        status: { type: "integer", minimum: 200, maximum: 599 },
        body: {},
        contentType: { type: "string", pattern: headerValue },
        retryAfter: { type: ["integer", "string"], pattern: headerValue },
      },
      ["status"],
    ),
    effect("delay", { delayMs: delay, maxDelayMs: delay }, ["delayMs"]),
    effect("hang"),
    effect("reset", { when: { enum: ["before-body", "after-body", "after-work"] } }, ["when"]),
    effect("truncate"),
    effect("stall"),
    effect("malformed-json"),
  ],
});

/**
 * A copy of a fault, checked.
 *
 * @param targets what a fault can hit
 * @throws {FieldError} that says what was expected where
 */
export function checkFault(value: unknown, targets: readonly string[]): FaultSpec {
  const spec = structuredClone(check(value));
  if (spec.operation !== undefined && !targets.includes(spec.operation))
    throw new FieldError([
      { pointer: "/operation", detail: `Expected one of ${targets.join(", ")}.` },
    ]);
  if (spec.effect === "delay" && (spec.maxDelayMs ?? Infinity) < spec.delayMs)
    throw new FieldError([{ pointer: "/maxDelayMs", detail: "Expected no less than delayMs." }]);
  return spec;
}
