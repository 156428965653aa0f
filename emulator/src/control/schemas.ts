/** What the control plane accepts. It is no part of the service, so its schemas are here and not in the contract. */
import { Ajv2020, type JSONSchemaType, type ValidateFunction } from "ajv/dist/2020.js";
import { describeErrors } from "../contract/field-problems.ts";
import type { FaultSpec } from "../faults/fault.ts";
import { invalidFields } from "../http/problem.ts";
import type { JobChange } from "../jobs/job-store.ts";

const ajv = new Ajv2020({ allErrors: true, discriminator: true, allowUnionTypes: true });

/** Longest delay that a timer takes. */
const longestDelayMs = 2 ** 31 - 1;

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

const validateFault = ajv.compile<FaultSpec>({
  type: "object",
  required: ["effect"],
  discriminator: { propertyName: "effect" },
  oneOf: [
    effect(
      "status",
      {
        status: { type: "integer", minimum: 200, maximum: 599 },
        body: {},
        contentType: { type: "string", pattern: "^[\\x20-\\x7e]+$" },
        retryAfter: { type: ["integer", "string"], pattern: "^[\\x20-\\x7e]+$" },
      },
      ["status"],
    ),
    effect("delay", { delayMs: { type: "integer", minimum: 0, maximum: longestDelayMs } }, [
      "delayMs",
    ]),
    effect("hang"),
    effect("reset", { when: { enum: ["before-body", "after-body", "after-work"] } }, ["when"]),
    effect("truncate"),
    effect("stall"),
    effect("malformed-json"),
  ],
});

/** A fault, checked. @throws {RangeError} that says what was expected where */
export function checkFault(value: unknown): FaultSpec {
  if (validateFault(value)) return value;
  const [problem] = describeErrors(validateFault.errors ?? []);
  throw new RangeError(`${problem?.pointer || "The fault"}: ${problem?.detail}`);
}

export const isFault = validateFault;

export const isJobChange = ajv.compile<JobChange>({
  type: "object",
  required: ["status"],
  additionalProperties: false,
  properties: { status: { type: "string", minLength: 1 }, error: { type: "string" }, output: {} },
});

export interface ClockMove {
  set?: string;
  advance?: string;
  mode?: "auto" | "manual";
}

export const isClockMove = ajv.compile({
  type: "object",
  minProperties: 1,
  additionalProperties: false,
  properties: {
    set: { type: "string" },
    advance: { type: "string" },
    mode: { enum: ["auto", "manual"] },
  },
} as unknown as JSONSchemaType<ClockMove>);

export const isReadingChoice = ajv.compile<{ reading: string }>({
  type: "object",
  required: ["reading"],
  additionalProperties: false,
  properties: { reading: { type: "string" } },
});

/** A body of the control plane, checked. @throws {Problem} 422 */
export function checkBody<Body>(validate: ValidateFunction<Body>, body: unknown): Body {
  if (validate(body)) return body;
  throw invalidFields(describeErrors(validate.errors ?? []));
}
