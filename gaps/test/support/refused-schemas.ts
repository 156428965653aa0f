/** By rule on notes, a schema that it refuses, and no other rule on notes does. */
import { gap } from "../truth/shop.ts";

const note = gap("thing-fields");
const claims = [
  { claim: "A string.", sample: "1" },
  { claim: "An integer.", sample: 1 },
];
const evidence = { date: "2026-01-31", kind: "stated by the owner", evidence: "No." };

export const refused: Record<string, object> = {
  "contradiction-accepts-claims": {
    type: "string",
    "x-gap": [{ ...note, kind: "contradiction", states: claims }],
  },
  "final-values-known": { enum: ["a"], "x-final-values": ["b"] },
  "gap-ids-unique": { type: "string", "x-gap": [note, { ...note, question: "Another one?" }] },
  "gap-placed-visibly": { type: "string", examples: [{ "x-gap": [note] }] },
  "gap-well-formed": { type: "string", "x-gap": [{ ...note, impact: "high" }] },
  "open-schema-has-gap": {},
  "verified-has-evidence": { type: "string", "x-verified": evidence },
};
