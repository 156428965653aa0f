/** What the control plane accepts. It is no part of the service, so its schemas are here and not in the contract. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describeErrors } from "../contract/field-problems.ts";
import type { FaultSpec } from "../faults/fault.ts";
import { invalidFields } from "../http/problem.ts";
import type { JobChange } from "../jobs/job-store.ts";

/** A validator that is compiled when it is first asked for. Most emulators are never told anything, and start faster without. */
type Later<Body> = () => ValidateFunction<Body>;

let ajv: Ajv2020 | undefined;

function later<Body>(schema: object): Later<Body> {
  let validate: ValidateFunction<Body> | undefined;
  return () => {
    ajv ??= new Ajv2020({ allErrors: true, discriminator: true, allowUnionTypes: true });
    return (validate ??= ajv.compile<Body>(schema));
  };
}

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

export const isFault = later<FaultSpec>({
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
  const validate = isFault();
  if (validate(value)) return value;
  const [problem] = describeErrors(validate.errors ?? []);
  throw new RangeError(`${problem?.pointer || "The fault"}: ${problem?.detail}`);
}

export const isJobChange = later<JobChange>({
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

export const isClockMove = later<ClockMove>({
  type: "object",
  minProperties: 1,
  additionalProperties: false,
  properties: {
    set: { type: "string" },
    advance: { type: "string" },
    mode: { enum: ["auto", "manual"] },
  },
});

export const isReadingChoice = later<{ reading: string }>({
  type: "object",
  required: ["reading"],
  additionalProperties: false,
  properties: { reading: { type: "string" } },
});

/** A body of the control plane, checked. @throws {Problem} 422 */
export function checkBody<Body>(validator: Later<Body>, body: unknown): Body {
  const validate = validator();
  if (validate(body)) return body;
  throw invalidFields(describeErrors(validate.errors ?? []));
}
