import { describe, expect, test } from "vitest";
import { RequestLog } from "../src/http/request-log.ts";

describe("the log of requests", () => {
  const request = { method: "GET", url: "/api/avatars/public", headers: {} };

  test.each([
    ['{"a":[1]}', { a: [1] }],
    ['"text"', "text"],
    ["{nope", "{nope"],
    ["", null],
    ["[".repeat(100), "[".repeat(100)],
    ["x".repeat(70_000), "x".repeat(65_536)],
  ])("shows a body as JSON, or else as text that is not too long", (body, shown) => {
    const log = new RequestLog();
    log.add(request, null, 0).body = body;
    expect(log.list()[0]?.body).toEqual(shown);
  });

  test("keeps the newest thousand, the newest first", () => {
    const log = new RequestLog();
    for (let count = 0; count < 1003; count++) log.add(request, null, 0);
    expect(log.list().map(({ id }) => id)).toEqual(
      Array.from({ length: 1000 }, (_, age) => 1003 - age),
    );
    expect(log.get(3)).toBeUndefined();
    expect(log.page({ before: 5, limit: 5, summary: true })).toMatchObject({
      requests: [{ id: 4 }],
      next: null,
    });
  });

  test("keeps a part of an answer that is long, and the whole of another one", () => {
    const log = new RequestLog();
    const value = { text: "x".repeat(70_000) };
    const answers = [JSON.stringify(value), '{"text":"short"}'].map((text) => {
      const record = log.add({ method: "GET", url: "/", headers: {} }, null, 0);
      log.end(record, 200, { mediaType: "application/json", text, value: JSON.parse(text) });
      return log.get(record.id)?.response?.body;
    });
    expect(answers).toEqual([JSON.stringify(value).slice(0, 65_536), { text: "short" }]);
  });

  test("shows no answer where none had a body, and else the answer", () => {
    const log = new RequestLog();
    log.end(log.add(request, null, 0), 204);
    expect(log.list()[0]).toMatchObject({ status: 204, response: null });
    log.end(log.add(request, null, 0), 200, {
      mediaType: "application/json",
      text: "[1]",
      value: [1],
    });
    expect(log.list()[0]?.response).toEqual({ mediaType: "application/json", body: [1] });
  });

  test("counts from 1, and again from 1 when it was cleared", () => {
    const log = new RequestLog();
    expect(log.add(request, null, 0).id).toBe(1);
    log.clear();
    expect(log.add(request, null, 0).id).toBe(1);
  });
});
