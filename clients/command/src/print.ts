/** Results on the standard output: as JSON, or as a line of JSON for each. */
import type { Surroundings } from "./process-io.ts";

export const formats = ["json", "jsonl"] as const;
export type Format = (typeof formats)[number];

/** JSON of which V8 writes a number as it came. The types of TypeScript do not know it yet. */
interface ExactJson {
  parse(
    text: string,
    read: (key: string, value: unknown, at: { source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}
const exactJson = JSON as Omit<typeof JSON, "parse"> & ExactJson;

/**
 * The value of a JSON text, whose numbers are written again as they came: `1e400`, or all digits of
 * `9007199254740993`. `undefined` for what is not JSON, and for what is nested too deep to be read so.
 */
export function exactValue(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    const value = exactJson.parse(text, (_, each, { source }) =>
      typeof each === "number" ? exactJson.rawJSON(source) : each,
    );
    // What is too deep to be written is too deep for every caller.
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

/** Far more than anybody reads, and less than what makes the writer of JSON fail. */
const maxDepth = 2_000;

/** Before it is parsed for its numbers: that takes a hundred bytes of memory for each bracket. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index++) {
    const letter = json[index];
    if (letter === '"') isInText = !isInText;
    else if (isInText) index += letter === "\\" ? 1 : 0;
    else if (letter === "[" || letter === "{") depth++;
    else if (letter === "]" || letter === "}") depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

/**
 * Prints a result of the service as it was sent.
 *
 * @param text JSON
 * @param list the field whose items are lines of their own in `jsonl`
 */
export function printResult(
  text: string,
  format: Format | undefined,
  { write }: Surroundings,
  list = "",
): Promise<void> {
  const value = exactValue(text);
  if (value === undefined) return write(`${escapeUnsafe(text)}\n`);
  if (format !== "jsonl") return write(`${toJson(value, 2)}\n`);
  const items = (value as Record<string, unknown>)[list];
  const lines = Array.isArray(items) ? items : [value];
  return write(lines.map((item) => `${toJson(item)}\n`).join(""));
}

/**
 * Control characters, what changes the direction or the lines of the text around it, and invisible
 * letters, which only programs read. What joins the parts of an emoji stays.
 */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029\u{e0000}-\u{e0fff}]/gu;

/** A text of a service in one line, as it may be shown: what a terminal or an agent would obey or not see is escaped. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** JSON for a terminal or a program: the same value. */
export function toJson(value: unknown, indent?: number): string {
  return escapeUnsafe(JSON.stringify(value, null, indent) ?? "null");
}

/** Escapes what is unsafe in JSON. Line breaks are its own. */
export function escapeUnsafe(json: string): string {
  return json.split("\n").map(printable).join("\n");
}
