/** Limits and words of the emulator, one by one. The mutation run found that nothing else holds them. */
import type { ErrorObject } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { describeErrors } from "../src/contract/field-problems.ts";
import { FaultPlan } from "../src/faults/fault-plan.ts";
import { readJson } from "../src/http/read-json.ts";
import { RequestLog } from "../src/http/request-log.ts";
import { createIdentifiers } from "../src/random.ts";

describe("a body", () => {
  const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));

  test("may nest 64 levels deep, and not 65", () => {
    expect(() => readJson(nested(64))).not.toThrow();
    expect(() => readJson(nested(65))).toThrow(/deeper than 64 levels/);
  });

  test("may hold any number of brackets in its texts", () => {
    const texts = [`${"[".repeat(65)}`, `\\" ${"{".repeat(65)}`];
    expect(readJson(Buffer.from(JSON.stringify(texts)))).toEqual(texts);
  });
});

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

test("faults are counted from 1, and again from 1 when they were cleared", () => {
  const plan = new FaultPlan(1, []);
  expect(plan.add({ effect: "hang" }).id).toBe("fault-1");
  plan.clear();
  expect(plan.add({ effect: "hang" }).id).toBe("fault-1");
});

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

describe("the log of requests", () => {
  const record = {
    atMs: 0,
    method: "GET",
    url: "/api/avatars/public",
    operation: null,
    headers: {},
    status: null,
  };

  test("keeps the newest thousand", () => {
    const log = new RequestLog();
    for (let count = 0; count < 2500; count++) log.add({ ...record });
    const ids = log.list().map(({ id }) => id);
    expect(ids).toHaveLength(1000);
    expect([ids[0], ids.at(-1)]).toEqual([2500, 1501]);
  });

  test.each([
    ['{"a":[1]}', { a: [1] }],
    ['"text"', "text"],
    ["{nope", "{nope"],
    ["", null],
    ["[".repeat(100), "[".repeat(100)],
    ["x".repeat(70_000), "x".repeat(65_536)],
  ])("shows a body as JSON, or else as text that is not too long", (body, shown) => {
    const log = new RequestLog();
    log.add({ ...record, body });
    expect(log.list()[0]?.body).toEqual(shown);
  });

  test("counts from 1, and again from 1 when it was cleared", () => {
    const log = new RequestLog();
    expect(log.add({ ...record }).id).toBe(1);
    log.clear();
    expect(log.add({ ...record }).id).toBe(1);
  });
});
