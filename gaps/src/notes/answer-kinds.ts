/** The kinds of answer that a gap can ask for under `answer`, as `openapi/EXTENSIONS.md` defines them. */

interface AnswerKind {
  /** What the letter to the owner asks for. */
  request: string;
  /** Keys of an answer in `answers.yaml`, and how they are filled in; every answer has `words` too. */
  keys: Record<string, string>;
}

const kinds: Record<string, [request: string, keys?: AnswerKind["keys"]]> = {
  "yes-no": ["Yes, no, or it depends on", { answer: "yes, no or depends" }],
  address: ["The address", { address: "https://…" }],
  bounds: ["The smallest and the largest value", { minimum: "a number", maximum: "a number" }],
  fields: [
    "Name, type and meaning of each field",
    { fields: "{name: {type: string, meaning: …, always: true}}" },
  ],
  items: [
    "Type and fields of an element",
    { items: "{type: object, fields: {name: {type: string, meaning: …}}}" },
  ],
  name: ["The name", { name: "the name that holds" }],
  operation: ["Method and path, or none"],
  presence: ["Always there, and never there", { always: "[names]", never: "[names]" }],
  "status-codes": ["The codes", { codes: "one number, or {operationId: number}" }],
  failures: ["The codes, and what each means", { failures: "{404: what it means}" }],
  type: ["The type", { type: "string, integer, object …" }],
  values: [
    "The values, and whether there may be others",
    { values: "[words], or {word: what it means}", complete: "true or false" },
  ],
};

/** @param kind undefined for a question that only words can answer */
export function answerKind(kind = ""): AnswerKind {
  const [request = "In your words", keys = {}] = Object.hasOwn(kinds, kind) ? kinds[kind]! : [];
  return { request, keys };
}
