/** How a value differs from the part of it that was expected. */
import { isDeepStrictEqual } from "node:util";

/** Where a value lacks what another one has, each place in a line. Fields that only the value has do not matter. */
export function differencesOf(value: unknown, part: unknown, pointer = ""): string[] {
  if (typeof part === "object" && part !== null && !Array.isArray(part))
    return Object.entries(part).flatMap(([name, field]) =>
      differencesOf(
        typeof value === "object" && value !== null
          ? (value as Record<string, unknown>)[name]
          : undefined,
        field,
        `${pointer}/${name}`,
      ),
    );
  if (isDeepStrictEqual(value, part)) return [];
  return [`  ${pointer || "the body"}: expected ${show(part)}, received ${show(value)}`];
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
