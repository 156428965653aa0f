/** What an owner may answer to the question of a gap. `answers.yaml` has one of these for each gap. */
import type { JsonObject } from "../../../gaps/src/document/document.ts";

/** A field, or the elements of a list, as an owner describes them. */
export interface FieldAnswer {
  type: string;
  meaning?: string;
  format?: string;
  /** All values that a string takes. */
  values?: string[];
  /** Whether it is in every object. */
  always?: boolean;
  /** Whether it may be `null`. */
  nullable?: boolean;
  /** Of an object. */
  fields?: Record<string, FieldAnswer>;
  /** The elements of an array. */
  items?: FieldAnswer;
}

/** All fields are optional; which of them a gap can take is said by the place that it stands on. */
export interface Answer {
  answer?: "yes" | "no" | "depends";
  /** The answer in words. It stands in the contract as it is. */
  words?: string;
  /** `none`: the owner promises nothing, and the gap stays open. */
  promise?: "none";

  values?: string[] | Record<string, string>;
  /** Whether `values` are all that there are. */
  complete?: boolean;
  type?: string;
  format?: string;
  pattern?: string;
  default?: string | number | boolean;
  "min-length"?: number;
  "max-length"?: number;
  minimum?: number;
  maximum?: number;
  "max-items"?: number;
  fields?: Record<string, FieldAnswer>;
  items?: FieldAnswer;
  always?: string[];
  never?: string[];
  /** Which of several names of one field holds. */
  name?: string;
  /** The status code of each success: of all, or by `operationId`. */
  codes?: number | Record<string, number>;
  address?: string;
  /** The status codes of failures, and what each means. */
  failures?: Record<string, string>;
  /** Response headers, and what each means. */
  headers?: Record<string, FieldAnswer>;
}

export interface Answers {
  /** Role of the person who answers. */
  by: string;
  /** `YYYY-MM-DD`. */
  date: string;
  answers: Record<string, Answer>;
}

const text = { type: "string", pattern: "\\S" };
const names = { type: "array", minItems: 1, uniqueItems: true, items: text };
const count = { type: "integer", minimum: 0 };
const types = ["string", "integer", "number", "boolean", "object", "array"];

const field = {
  type: "object",
  required: ["type"],
  additionalProperties: false,
  properties: {
    type: { enum: types },
    meaning: text,
    format: text,
    values: names,
    always: { type: "boolean" },
    nullable: { type: "boolean" },
    fields: { type: "object", minProperties: 1, additionalProperties: { $ref: "#/$defs/field" } },
    items: { $ref: "#/$defs/field" },
  },
  // A field that says nothing of what is in it would leave a new gap without a name.
  allOf: [
    { if: isOfType("object"), then: { required: ["fields"] } },
    { if: isOfType("array"), then: { required: ["items"] } },
    { if: { required: ["values"] }, then: isOfType("string") },
  ],
};

function isOfType(type: string): JsonObject {
  return { properties: { type: { const: type } } };
}

/** The JSON Schema of {@link Answers}, once what is short has been written out and what is empty left out. */
export const answersSchema: JsonObject & object = {
  type: "object",
  required: ["by", "date", "answers"],
  additionalProperties: false,
  properties: {
    by: text,
    date: { type: "string", format: "date" },
    answers: { type: "object", additionalProperties: { $ref: "#/$defs/answer" } },
  },
  $defs: {
    field,
    answer: {
      type: "object",
      minProperties: 1,
      additionalProperties: false,
      properties: {
        answer: { enum: ["yes", "no", "depends"] },
        words: text,
        promise: { const: "none" },
        values: {
          anyOf: [names, { type: "object", minProperties: 1, additionalProperties: text }],
        },
        complete: { type: "boolean" },
        type: { enum: types },
        format: text,
        pattern: { type: "string", format: "regex" },
        default: { type: ["string", "number", "boolean"] },
        "min-length": count,
        "max-length": count,
        minimum: { type: "number" },
        maximum: { type: "number" },
        "max-items": count,
        fields: field.properties.fields,
        items: { $ref: "#/$defs/field" },
        always: names,
        never: names,
        name: text,
        codes: {
          anyOf: [
            { $ref: "#/$defs/success" },
            { type: "object", minProperties: 1, additionalProperties: { $ref: "#/$defs/success" } },
          ],
        },
        address: { type: "string", pattern: "^https?://" },
        failures: {
          type: "object",
          minProperties: 1,
          propertyNames: { pattern: "^[45]\\d\\d$" },
          additionalProperties: text,
        },
        headers: {
          type: "object",
          minProperties: 1,
          additionalProperties: { $ref: "#/$defs/field" },
        },
      },
    },
    success: { type: "integer", minimum: 200, maximum: 299 },
  },
};
