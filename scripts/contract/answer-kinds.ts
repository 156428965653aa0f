/** The kinds of answer that a gap can ask for under `answer`, as `openapi/EXTENSIONS.md` defines them. */

/** What the letter to the owner asks for, by kind. */
const requests: Record<string, string> = {
  "yes-no": "Yes, no, or it depends on",
  address: "The address",
  bounds: "The smallest and the largest value",
  fields: "Name, type and meaning of each field",
  items: "Type and fields of an element",
  name: "The name",
  operation: "Method and path, or none",
  presence: "Always there, and never there",
  "status-codes": "The codes",
  type: "The type",
  values: "The values, and whether there may be others",
};

/** @param kind undefined for a question that only words can answer */
export function requestFor(kind: string | undefined): string {
  return (kind && requests[kind]) ?? "In your words";
}
