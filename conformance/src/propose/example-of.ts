/** A value that stands for a field in an example. None of them was seen: what was seen is not kept. */
import type { Json, JsonObject } from "../../../gaps/src/document/document.ts";

const placeholders: Record<string, string> = {
  uri: "https://example.com/placeholder",
  uuid: "00000000-0000-4000-8000-000000000000",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
};

/** The linter asks of every field what it looks like; undefined where its own fields show it. */
export function exampleOf(name: string, { type, format }: JsonObject): Json | undefined {
  const [first] = [type ?? []].flat();
  if (first === "string")
    return placeholders[String(format)] ?? `example-${name.replaceAll("_", "-")}`;
  if (first === "integer" || first === "number") return 1;
  if (first === "boolean") return true;
  if (first === "null") return null;
  if (first === "array") return [];
  return undefined;
}
