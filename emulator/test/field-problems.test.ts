import type { ErrorObject } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { describeErrors } from "../src/contract/field-problems.ts";

describe("a refusal", () => {
  const error = (keyword: string, params: object, instancePath = "/field") =>
    ({ keyword, params, instancePath, schemaPath: "" }) as ErrorObject;
  const detailOf = (problem: ErrorObject) => describeErrors([problem])[0]?.detail;

  test("names twenty fields, and no more", () => {
    const errors = Array.from({ length: 30 }, (_, index) =>
      error("type", { type: "string" }, `/${index}`),
    );
    expect(describeErrors(errors)).toHaveLength(20);
  });

  test("names a field once, by what was found first, and no choice between branches", () => {
    const errors = [
      error("oneOf", {}, ""),
      error("type", { type: "string" }),
      error("const", { allowedValue: 1 }),
    ];
    expect(describeErrors(errors)).toEqual([{ pointer: "/field", detail: "Expected string." }]);
  });

  test("says which limit of a text was passed", () => {
    expect(detailOf(error("minLength", { limit: 1 }))).toBe("Expected at least 1 characters.");
    expect(detailOf(error("maxLength", { limit: 9 }))).toBe("Expected at most 9 characters.");
  });

  test("says in words what a pattern asks for", () => {
    const text = error("pattern", { pattern: "^[^\\u0000\\p{Cs}]*$" });
    expect(detailOf(text)).toMatch(/without the character NUL/);
    expect(detailOf(error("pattern", { pattern: "^https?://" }))).toMatch(/http or https URL/);
    expect(detailOf(error("pattern", { pattern: "^\\d+$" }))).toMatch(/matches \^\\d\+\$/);
  });
});
