// @ts-check
import { gapImpacts, gapOrigins } from "./gap-impacts.js";
import { gapKinds } from "./gap-kinds.js";

/** @param {object} values */
const listOf = (values) =>
  new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(values));

const kebabCase = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$";

const otherKinds = Object.keys(gapKinds).filter((kind) => kind !== "contradiction");

/** The JSON Schema of an `x-gap` list, as `openapi/EXTENSIONS.md` explains it. */
export const gapSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "x-gap",
  description:
    "Write a list with one entry for each thing that the interface specification leaves open at this place.",
  type: "array",
  minItems: 1,
  items: { $ref: "#/$defs/entry" },
  $defs: {
    entry: {
      type: "object",
      description:
        "An entry is an object with the fields id, kind, impact, origin, source, states, reading and question.",
      required: ["id", "kind", "impact", "origin", "source", "states", "reading", "question"],
      additionalProperties: false,
      properties: {
        id: {
          type: "string",
          pattern: kebabCase,
          description: "Name the gap in kebab-case, for instance job-status-values.",
        },
        kind: {
          enum: Object.keys(gapKinds),
          description: `Write ${listOf(gapKinds)}.`,
        },
        impact: {
          enum: Object.keys(gapImpacts),
          description: `Say what a wrong guess does to a consumer: ${listOf(gapImpacts)}.`,
        },
        origin: {
          enum: Object.keys(gapOrigins),
          description: `Write ${listOf(gapOrigins)}.`,
        },
        source: {
          type: "string",
          pattern: "\\S",
          description:
            "Name the heading of the interface specification, for instance States and transitions.",
        },
        states: {
          description:
            "Say in our words what the specification does state; for a contradiction, list both claims.",
        },
        reading: {
          type: "string",
          pattern: "\\S",
          description: "Say what this contract encodes, and what a consumer may rely on.",
        },
        question: {
          type: "string",
          pattern: "\\?\\s*$",
          description:
            "Put the one question to the provider that would close the gap, with a question mark at its end.",
        },
        answer: {
          type: "string",
          pattern: kebabCase,
          description:
            "Name the kind of answer that the contract can take up, for instance values; leave it out if only words can answer.",
        },
        also: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { type: "string" },
          description:
            "List the operationIds of the other operations that the gap concerns; leave it out where it concerns only those that reach this place.",
        },
        settled: {
          type: "string",
          pattern: "\\S",
          description: "Say which claim this contract follows, and why.",
        },
        evidence: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: {
            type: "string",
            pattern: kebabCase,
            description: "Name a kind of observation in kebab-case, for instance values.",
          },
          description:
            "List the kinds of observation that can close the gap, for instance [values]; leave it out if only the provider can answer.",
        },
      },
      allOf: [
        {
          if: { required: ["kind"], properties: { kind: { const: "contradiction" } } },
          then: {
            properties: {
              states: {
                type: "array",
                minItems: 2,
                items: { $ref: "#/$defs/claim" },
                description:
                  "List the claims that contradict each other, at least two, each as {claim, sample}.",
              },
            },
          },
        },
        {
          if: {
            required: ["kind"],
            properties: { kind: { const: "contradiction" } },
            not: { required: ["settled"] },
          },
          then: {
            properties: {
              states: {
                items: {
                  type: "object",
                  required: ["sample"],
                  properties: {
                    sample: {
                      description:
                        "Give a value that the claim allows here, or say under settled which claim holds.",
                    },
                  },
                },
              },
            },
          },
        },
        {
          if: {
            required: ["kind"],
            properties: { kind: { enum: otherKinds } },
          },
          then: {
            properties: {
              states: {
                type: "string",
                pattern: "\\S",
                description:
                  "Say in one text what the specification does state; only a contradiction lists claims.",
              },
              settled: {
                not: {},
                description:
                  "Leave it out: only a contradiction can be settled. A confirmed fact is an x-verified.",
              },
            },
          },
        },
      ],
    },
    claim: {
      type: "object",
      description: "A claim is an object with the fields claim and sample.",
      required: ["claim"],
      additionalProperties: false,
      properties: {
        claim: {
          type: "string",
          pattern: "\\S",
          description: "Say in our words what this statement of the specification claims.",
        },
        sample: { description: "Give a value that the claim allows here." },
      },
    },
  },
};
