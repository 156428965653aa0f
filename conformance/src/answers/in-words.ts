/** An answer as sentences, for the register of closed gaps. */
import type { Json } from "../../../gaps/src/document/document.ts";
import type { Answer } from "./answer.ts";

const sentences: { [Key in keyof Answer]-?: (value: string) => string } = {
  answer: (value) => ({ yes: "Yes", no: "No" })[value] ?? "It depends",
  words: (value) => value.replace(/\.\s*$/, ""),
  promise: () => "Nothing is promised",
  values: (value) => `The values are ${value}`,
  complete: (value) => (value === "true" ? "There are no others" : "There may be others"),
  type: (value) => `The type is ${value}`,
  format: (value) => `The format is ${value}`,
  pattern: (value) => `It fits the pattern ${value}`,
  default: (value) => `Where it is left out, ${value} holds`,
  "min-length": (value) => `It has at least ${value} characters`,
  "max-length": (value) => `It has at most ${value} characters`,
  minimum: (value) => `It is at least ${value}`,
  maximum: (value) => `It is at most ${value}`,
  "max-items": (value) => `It has at most ${value} items`,
  fields: (value) => `The fields are ${value}`,
  items: (value) => `An element has ${value}`,
  always: (value) => `Always there: ${value}`,
  never: (value) => `Never there: ${value}`,
  name: (value) => `The name is ${value}`,
  codes: (value) => `A success is answered with ${value}`,
  address: (value) => `The address is ${value}`,
  failures: (value) => `Failures are answered with ${value}`,
  headers: (value) => `The headers are ${value}`,
};

/** In the order of the table above, whatever the order of the answer. */
export function inWords(answer: Answer): string {
  const keys = Object.keys(sentences) as (keyof Answer)[];
  return keys
    .filter((key) => answer[key] !== undefined)
    .map((key) => `${sentences[key](asText(answer[key] as Json))}.`)
    .join(" ");
}

function asText(value: Json): string {
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${key} (${asText(part)})`)
    .join(", ");
}
