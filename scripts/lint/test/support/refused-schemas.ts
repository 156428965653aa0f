/** By rule on sources, a schema that it refuses. */
export const refusedBySources: Record<string, object> = {
  "extension-registered": { type: "string", "x-invented": 1 },
  "claim-stated": { type: "string", maxLength: 5 },
  "doubt-in-notes": { type: "string", description: "Its form is not shown." },
  "source-known": { type: "string", "x-source": ["No heading"] },
};
