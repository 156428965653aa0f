import { describe, expect, test } from "vitest";
import { createIdentifiers } from "../src/random.ts";

describe("identifiers", () => {
  const identify = createIdentifiers(1, "job");
  const first = Array.from({ length: 100_000 }, (_, index) => identify(index + 1));

  test("are 16 hexadecimal digits, and never the same", () => {
    expect(first.every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
    expect(new Set(first).size).toBe(first.length);
  });

  test("are others under another seed", () => {
    const identifyOthers = createIdentifiers(2, "job");
    expect(first).not.toContain(identifyOthers(1));
  });

  test("give nothing away of their order", () => {
    const digits = new Set(first.slice(0, 1000).map((id) => id.slice(0, 2)));
    expect(digits.size).toBeGreaterThan(200);
  });
});
