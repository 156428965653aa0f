import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { RequestLog } from "../src/http/request-log.ts";

const request = { method: "GET", url: "/api/avatars/public", headers: {} } as IncomingMessage;

test.each([
  ['{"a":[1]}', { a: [1] }],
  ["{nope", "{nope"],
  ["", null],
  ["[".repeat(100), "[".repeat(100)],
])("the log shows the body %j as JSON, or else as text", (body, shown) => {
  const log = new RequestLog();
  const record = log.add(request, null, 0);
  record.body = body;
  log.end(record, 200, "application/json", body);
  const response = shown === null ? null : { mediaType: "application/json", body: shown };
  expect(log.list()).toMatchObject([{ status: 200, body: shown, response }]);
});

test("the log keeps a part of an answer that is long", () => {
  const log = new RequestLog();
  log.end(log.add(request, null, 0), 200, "text/plain", "x".repeat(70_000));
  expect(log.list()[0]?.response?.body).toBe("x".repeat(65_536));
});

test("the log keeps the newest thousand, the newest first, and counts from 1 again when it was cleared", () => {
  const log = new RequestLog();
  for (let count = 0; count < 1003; count++) log.add(request, null, 0);
  expect(log.list().map(({ id }) => id)).toEqual(
    Array.from({ length: 1000 }, (_, age) => 1003 - age),
  );
  expect(log.get(3)).toBeUndefined();
  log.clear();
  expect(log.add(request, null, 0).id).toBe(1);
});
