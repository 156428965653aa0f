/** Finds what the output of a job points to. Its shape is not documented. */

/** Every http or https address in a value, once each, in their order. */
export function findAddresses(value: unknown): string[] {
  const found = new Set<string>();
  // A stack of our own: an output may be nested as deep as its sender likes.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string" && /^https?:\/\//i.test(next) && URL.canParse(next))
      found.add(next);
    if (typeof next === "object" && next !== null) {
      for (const inner of Object.values(next).reverse()) waiting.push(inner);
    }
  }
  return [...found];
}
