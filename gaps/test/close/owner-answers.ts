/** What an owner may answer: one gap for each kind of answer, and what the contract says from then on. */
import { expect } from "vitest";
import type { JsonObject } from "../../src/document/document.ts";

export const head = { by: "Product owner", date: "2026-11-20" };
const schemas = "#/components/schemas";
const responses = "#/paths/~1api~1hp_job/post/responses";

export interface AnswerKind {
  what: string;
  gap: string;
  answer: unknown;
  /** What stands in the contract afterwards, and where. */
  at: string;
  is: JsonObject;
}

export const answerKinds: AnswerKind[] = [
  {
    what: "yes, with words",
    gap: "create-idempotency",
    answer: { answer: "yes", words: "Each costs." },
    at: "#/info",
    is: { "x-verified": expect.arrayContaining([told("Yes. Each costs.")]) },
  },
  {
    what: "no, and nothing else",
    gap: "unknown-request-fields",
    answer: "no",
    at: "#/info",
    is: { "x-verified": expect.arrayContaining([told("No.")]) },
  },
  {
    what: "words",
    gap: "token-lifecycle",
    answer: "A token lives for 90 days.",
    at: "#/components/securitySchemes/bearerToken",
    is: { "x-verified": [told("A token lives for 90 days.")] },
  },
  {
    what: "no promise: the gap stays",
    gap: "job-retention",
    answer: { promise: "none", words: "A day, today." },
    at: `${schemas}/JobId/x-gap/0`,
    is: {
      reading: expect.stringMatching(
        /asked \(Product owner, 2026-11-20\) and promises nothing\. A day, today\.$/,
      ),
    },
  },
  {
    what: "all values",
    gap: "job-type-values",
    answer: { values: { hp_job: "an HP job" }, complete: true },
    at: `${schemas}/HpJob/properties/job_type`,
    is: { enum: ["hp_job"], examples: ["hp_job"] },
  },
  {
    what: "some values",
    gap: "job-status-values",
    answer: { values: ["rendering", "completed", "failed"] },
    at: `${schemas}/JobStatus`,
    is: { "x-extensible-enum": ["rendering", "completed", "failed"] },
  },
  {
    what: "the fields of an object",
    gap: "voice-fields",
    answer: {
      fields: {
        voice_id: { type: "string", meaning: "The identifier to send.", always: true },
        name: { type: "string", always: true },
        language: { type: "string", always: true },
        sample_url: { type: "string", format: "uri", nullable: true },
        mood: "string",
      },
    },
    at: `${schemas}/Voice`,
    is: {
      required: ["voice_id", "name", "language"],
      properties: {
        voice_id: { type: "string", description: "The identifier to send." },
        sample_url: { type: ["string", "null"], format: "uri" },
        mood: { type: "string" },
      },
    },
  },
  {
    what: "the elements of a list",
    gap: "layer-inputs-shape",
    answer: { items: { type: "object", fields: { name: { type: "string", always: true } } } },
    at: `${schemas}/SlideCustomization/properties/inputs/items`,
    is: { type: "object", required: ["name"] },
  },
  {
    what: "bounds",
    gap: "slides-count-bounds",
    answer: { minimum: 1, maximum: 100 },
    at: `${schemas}/DynamicSlideVideoInput/properties/slides_count`,
    is: { minimum: 1, maximum: 100 },
  },
  {
    what: "a length",
    gap: "script-text-rules",
    answer: { "max-length": 5000, words: "Markup is spoken as it is." },
    at: `${schemas}/TextScript/properties/text`,
    is: {
      maxLength: 5000,
      "x-verified": [told("Markup is spoken as it is. max-length: 5000.")],
    },
  },
  {
    what: "a format",
    gap: "spreadsheet-format",
    answer: { format: "uri", words: "Only .xlsx." },
    at: `${schemas}/HpJobInput/properties/data_xlsx_url`,
    is: { format: "uri" },
  },
  {
    what: "what holds where a field is left out",
    gap: "model-differences",
    answer: { default: "v2" },
    at: `${schemas}/LipsyncModel`,
    is: { default: "v2" },
  },
  {
    what: "fields that are always in an answer",
    gap: "hp-create-response-fields",
    answer: { always: ["output"] },
    at: `${schemas}/HpJobReceipt`,
    is: { required: ["job_id", "status", "output"] },
  },
  {
    what: "fields that a request needs",
    gap: "actor-and-script-presence",
    answer: { always: ["actor", "script"] },
    at: `${schemas}/LipsyncVideoInput`,
    is: { required: ["model", "actor", "script"] },
  },
  {
    what: "the code of each success",
    gap: "success-status-codes",
    answer: { codes: { createHpJob: 201, getHpJob: 200 } },
    at: `${responses}/201`,
    is: { "x-verified": [told("codes: createHpJob (201), getHpJob (200).")] },
  },
  {
    what: "the codes of failures",
    gap: "failure-status-codes",
    answer: { failures: { 429: "Too many requests." } },
    at: `${responses}/429`,
    is: { description: "Too many requests.", content: { "*/*": { schema: {} } } },
  },
  {
    what: "an address",
    gap: "base-address",
    answer: { address: "https://api.video.example" },
    at: "#/servers/0/variables/base_url",
    is: { default: "https://api.video.example" },
  },
  {
    what: "the type that holds",
    gap: "segment-time-type",
    answer: { type: "integer" },
    at: `${schemas}/SegmentTime`,
    is: { type: "integer", examples: [1] },
  },
  {
    what: "the name that holds",
    gap: "variables-or-customizations",
    answer: { name: "variables" },
    at: "#/components/examples/segments_as_customizations.request/value",
    is: { variables: expect.any(Array) },
  },
];

/** Further answers to gaps that an owner may answer in several ways; the emulator does not contradict them. */
export const otherAnswers: AnswerKind[] = [
  {
    what: "the other type",
    gap: "segment-time-type",
    answer: { type: "string" },
    at: `${schemas}/SegmentTime`,
    is: { type: "string" },
  },
  {
    what: "the other name",
    gap: "variables-or-customizations",
    answer: { name: "customizations" },
    at: "#/components/examples/segments_as_variables.request/value",
    is: { customizations: expect.any(Array) },
  },
  {
    what: "the other name, which leaves the one that does not hold",
    gap: "variables-or-customizations",
    answer: { name: "customizations" },
    at: `${schemas}/HpJobInput/properties/variables`,
    is: { deprecated: true },
  },
  {
    what: "the statuses",
    gap: "job-status-values",
    answer: { values: ["rendering", "completed", "failed"], complete: true },
    at: `${schemas}/JobStatus`,
    is: { enum: ["rendering", "completed", "failed"] },
  },
  {
    what: "some fields of an object that the emulator has more of",
    gap: "avatar-fields",
    answer: { fields: { avatar_id: { type: "string", always: true }, name: "string" } },
    at: `${schemas}/Avatar`,
    is: { required: ["avatar_id"] },
  },
  {
    what: "the fields of an output",
    gap: "hp-output-fields",
    answer: {
      fields: {
        videos: {
          type: "array",
          items: { type: "object", fields: { row: "integer", status: "string" } },
        },
      },
    },
    at: `${schemas}/HpJobOutput/properties/videos/items/properties`,
    is: { row: { type: "integer" }, status: { type: "string" } },
  },
  {
    what: "one code for all successes",
    gap: "success-status-codes",
    answer: { codes: { createHpJob: 201, createLipsyncVideo: 201, createDynamicSlideVideo: 201 } },
    at: `${responses}/201`,
    is: { description: expect.any(String) },
  },
];

function told(evidence: string): JsonObject {
  return expect.objectContaining({ kind: "stated by the owner", ...head, evidence });
}
