/** The kinds of answer that a gap can ask for under `answer`, as `openapi/EXTENSIONS.md` defines them. */

interface AnswerKind {
  /** What the letter to the owner asks for. */
  request: string;
  /** Keys of an answer in `answers.yaml`, and how they are filled in; every answer has `words` too. */
  keys: Record<string, string>;
}

const inWords: AnswerKind = { request: "In your words", keys: {} };

const kinds: Record<string, AnswerKind> = {
  "yes-no": { request: "Yes, no, or it depends on", keys: { answer: "yes, no or depends" } },
  address: { request: "The address", keys: { address: "https://…" } },
  bounds: {
    request: "The smallest and the largest value",
    keys: { minimum: "a number", maximum: "a number" },
  },
  fields: {
    request: "Name, type and meaning of each field",
    keys: { fields: "{name: {type: string, meaning: …, always: true}}" },
  },
  items: {
    request: "Type and fields of an element",
    keys: { items: "{type: object, fields: {name: {type: string, meaning: …}}}" },
  },
  name: { request: "The name", keys: { name: "the name that holds" } },
  operation: { request: "Method and path, or none", keys: {} },
  presence: {
    request: "Always there, and never there",
    keys: { always: "[names]", never: "[names]" },
  },
  "status-codes": { request: "The codes", keys: { codes: "one number, or {operationId: number}" } },
  failures: {
    request: "The codes, and what each means",
    keys: { failures: "{404: what it means}" },
  },
  type: { request: "The type", keys: { type: "string, integer, object …" } },
  values: {
    request: "The values, and whether there may be others",
    keys: { values: "[words], or {word: what it means}", complete: "true or false" },
  },
};

/** @param kind undefined for a question that only words can answer */
export function answerKind(kind: string | undefined): AnswerKind {
  return (kind !== undefined && Object.hasOwn(kinds, kind) && kinds[kind]) || inWords;
}
