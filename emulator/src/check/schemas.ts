/** What comes from outside, beside requests to the API: what a program tells the emulator, and the lines of a journal. */
import type { JsonObject } from "../contract/json.ts";

/** Longest delay that a timer takes. */
const maxDelayMs = 2 ** 31 - 1;

const delay = { type: "integer", minimum: 0, maximum: maxDelayMs };
const headerValue = "^[\\x20-\\x7e]+$";

function effect(name: string, properties: JsonObject = {}, required: string[] = []): JsonObject {
  return {
    properties: {
      effect: { const: name },
      ...properties,
      operation: { type: "string" },
      times: { type: "integer", minimum: 1 },
      probability: { type: "number", exclusiveMinimum: 0, maximum: 1 },
    },
    required: ["effect", ...required],
    additionalProperties: false,
  };
}

const text = { type: "string" };
const number = { type: "number" };

function object(required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: "object",
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

const changes = { type: "array", items: object({ status: text, atMs: number }) };
const videos = { type: "array", items: object({ expiresAtMs: number }) };

export const schemas = {
  journalLine: {
    type: "object",
    minProperties: 1,
    properties: {
      created: object(
        {
          id: text,
          operation: { type: "string", pattern: "^create" },
          input: text,
          sequence: { type: "integer", minimum: 1 },
          createdAtMs: number,
          dueAtMs: { type: ["number", "null"] },
          status: text,
        },
        { projectName: text, changes, videos },
      ),
      changed: text,
      change: object({ status: text }, { videos }),
      atMs: number,
      cleared: { const: true },
      clock: object({ timeMs: number, mode: { enum: ["auto", "manual"] }, realMs: number }),
    },
    dependentRequired: { changed: ["change", "atMs"] },
  },
  fault: {
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
  reading: {
    type: "object",
    required: ["reading"],
    additionalProperties: false,
    properties: { reading: { type: "string" } },
  },
} satisfies JsonObject;
