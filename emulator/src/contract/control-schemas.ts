/** What comes from outside, beside requests to the API: what a program tells the emulator. */
import type { JsonObject } from "./json.ts";
import { operationIds } from "../../../generated/names.ts";

/** Longest delay that a timer takes. */
const maxDelayMs = 2 ** 31 - 1;

const delay = { type: "integer", minimum: 0, maximum: maxDelayMs };
const operation = { enum: [...operationIds, "downloadVideo"] };
const headerValue = "^[\\x20-\\x7e]+$";

function effect(name: string, properties: JsonObject = {}, required: string[] = []) {
  return {
    properties: {
      effect: { const: name },
      ...properties,
      operation,
      jobId: { type: "string", minLength: 1 },
      requestBody: {},
      times: { type: "integer", minimum: 1 },
      probability: { type: "number", exclusiveMinimum: 0, maximum: 1 },
    },
    required: ["effect", ...required],
    additionalProperties: false,
  };
}

const faults = [
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
];

export const schemas = {
  fault: {
    type: "object",
    required: ["effect"],
    properties: { effect: { enum: faults.map(({ properties }) => properties.effect.const) } },
    discriminator: { propertyName: "effect" },
    oneOf: faults,
  },
  expectation: {
    type: "object",
    required: ["operation"],
    additionalProperties: false,
    properties: {
      operation,
      times: { type: "integer", minimum: 0 },
      status: { type: "integer" },
      body: {},
    },
  },
  jobChange: {
    type: "object",
    required: ["status"],
    additionalProperties: false,
    properties: { status: { type: "string", minLength: 1 }, error: { type: "string" }, output: {} },
  },
  clockMove: {
    type: "object",
    minProperties: 1,
    additionalProperties: false,
    properties: {
      set: { type: "string" },
      advance: { type: "string" },
      mode: { enum: ["auto", "manual"] },
    },
  },
  behaviour: {
    type: "object",
    required: ["behaviour"],
    additionalProperties: false,
    properties: { behaviour: { type: "string" } },
  },
} satisfies JsonObject;
