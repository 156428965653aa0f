/** What becomes of a response: the data of a success, or an error that says what came. */
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, InvalidResponseError, type RequestFacts } from "../src/errors.ts";
import {
  readData,
  readText,
  type Received,
  redactHeaders,
  responseError,
} from "../src/response.ts";

afterEach(() => void vi.useRealTimers());

const facts: RequestFacts = {
  ...{ callId: 1, operation: "listPublicAvatars", method: "GET" },
  ...{ attempts: 1, sent: "yes" as const },
};
const redact = (text: string) => text.replaceAll("s3cret", "[redacted]");

const received = (text: string, init: ResponseInit = {}): Received => ({
  ...{ response: new Response(null, init), text, redact, facts },
});
const failed = (text: string, init: ResponseInit, problem?: string) =>
  responseError(received(text, init), problem);

test.each<[status: number, text: string, says: string]>([
  [500, "", "listPublicAvatars got status 500."],
  [302, "", "listPublicAvatars got status 302 (redirects are not followed)."],
  [399, "", "listPublicAvatars got status 399 (redirects are not followed)."],
  [400, "", "listPublicAvatars got status 400."],
  [404, "no\n  such\tthing", "listPublicAvatars got status 404: no such thing."],
  [404, "it is s3cret", "listPublicAvatars got status 404: it is [redacted]."],
])("a status of %i with %j says %j", (status, text, says) => {
  const error = failed(text, { status });
  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe(says);
});

test("an error shows the beginning of a long text, and keeps the whole", () => {
  const text = "a".repeat(5000);
  const { message, text: whole } = failed(text, { status: 500 });
  expect(message.length).toBeLessThan(400);
  expect(message).toMatch(/: a{100,}\.$/);
  expect(whole).toBe(text);
});

test("a success that cannot be used is another error, and says why", () => {
  const error = failed("<p>", { status: 200 }, "no JSON");
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error.message).toBe("listPublicAvatars got status 200 and no JSON: <p>.");
});

test.each<[text: string, body: unknown]>([
  ["", undefined],
  ["<p>", "<p>"],
  ['{"a":1}', { a: 1 }],
  ['"s3cret"', "[redacted]"],
  ["null", null],
  // JSON that no log could write stays a text.
  ["[".repeat(9000) + "]".repeat(9000), "[".repeat(9000) + "]".repeat(9000)],
])("of the text %.20j an error has its body", (text, body) => {
  const error = failed(text, { status: 500 });
  expect(error.body).toEqual(body);
  expect(() => JSON.stringify(error)).not.toThrow();
});

test.each<[status: number, isSafe: boolean]>([
  [408, true],
  [409, false],
  [429, true],
  [500, true],
  [501, false],
  [503, true],
])("after the status %i, a read is repeated: %j", (status, isSafe) => {
  expect(failed("", { status }).isSafeToRepeat).toBe(isSafe);
});

test.each<[headers: Record<string, string>, id: string | undefined]>([
  [{ "X-Request-Id": "a", "Request-Id": "b" }, "a"],
  [{ "Request-Id": "b" }, "b"],
  [{ "X-Request-Id": "", "Request-Id": "b" }, "b"],
  [{ "X-Other": "a" }, undefined],
])("of %j, the identifier of the request is %j", (headers, id) => {
  expect(failed("", { status: 500, headers }).requestId).toBe(id);
});

const date = "Sat, 31 Jan 2026 10:00:00 GMT";
const later = "Sat, 31 Jan 2026 10:00:07 GMT";
test.each<[headers: Record<string, string>, waitMs: number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "120" }, 120_000],
  [{ "retry-after": "1.5" }, undefined],
  [{ "retry-after": "-1" }, undefined],
  [{ "retry-after": "1e3" }, undefined],
  [{ "retry-after": "7 s" }, undefined],
  [{ "retry-after": "2026-01-31T10:00:07Z" }, undefined],
  // By the server's own clock, and by ours where it tells none.
  [{ "retry-after": later, date }, 7000],
  [{ "retry-after": later }, 17_000],
  [{ "retry-after": later, date: "none" }, 17_000],
  [{ "retry-after": date, date: later }, 0],
  [{ "retry-after": "none GMT", date }, 0],
])("%j asks for a pause of %j ms", (headers, waitMs) => {
  vi.useFakeTimers({ now: Date.parse("2026-01-31T09:59:50Z"), toFake: ["Date"] });
  expect(failed("", { status: 503, headers }).retryAfterMs).toBe(waitMs);
});

test("headers are shown without credentials, in names and values", () => {
  const headers = new Headers({
    ...{ "Set-Cookie": "id=1", "X-Auth-Token": "abc", "X-Trace": "of s3cret", "X-S3cret": "a" },
    ...{ "Content-Type": "text/html" },
  });
  const inCapitals = (text: string) => redact(text).replaceAll(/s3cret/gi, "[redacted]");
  expect(redactHeaders(headers, inCapitals)).toEqual({
    ...{ "set-cookie": "[redacted]", "x-auth-token": "[redacted]" },
    ...{ "x-trace": "of [redacted]", "content-type": "text/html" },
  });
});

const needed = { job_id: "string", videos: "array" } as const;
test.each<[text: string, problem: string | undefined]>([
  ['{"job_id":"a","videos":[],"more":1}', undefined],
  ['{"job_id":"","videos":[]}', "no usable job_id"],
  ['{"job_id":7,"videos":[]}', "no usable job_id"],
  ['{"job_id":"a","videos":{}}', "no usable videos"],
  ['{"job_id":"a"}', "no usable videos"],
  ["null", "no usable job_id"],
  ["", "no JSON"],
  ["{", "no JSON"],
])("a success of %j has as its problem %j", (text, problem) => {
  const read = () => readData(received(text), needed);
  if (problem === undefined) return expect(read()).toEqual(JSON.parse(text));
  expect(read).toThrow(`got status 200 and ${problem}`);
});

test("a success of which nothing is needed may be empty, and no failure may", () => {
  expect(readData(received(""))).toBeUndefined();
  expect(readData(received("[1]"))).toEqual([1]);
  expect(() => readData(received("{"))).toThrow("got status 200 and no JSON");
  expect(() => readData(received("{}", { status: 404 }))).toThrow("got status 404: {}");
});

test("a text is read in parts, which may end within a letter", async () => {
  const bytes = new TextEncoder().encode("Zoë");
  const begun = { text: "" };
  const response = new Response(
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    }),
  );
  expect(await readText(response, facts, bytes.length, begun)).toBe("Zoë");
  expect(begun.text).toBe("Zoë");
});

test("a text that ends within a letter says so", async () => {
  const response = new Response(Uint8Array.of(0x5a, 0xc3));
  expect(await readText(response, facts, 9, { text: "" })).toBe("Z\ufffd");
});

test("a text above its limit is not kept", async () => {
  const begun = { text: "" };
  await expect(readText(new Response("12345"), facts, 4, begun)).rejects.toMatchObject({
    name: "SizeLimitError",
    maxBytes: 4,
    message: "listPublicAvatars passed its maxBodyBytes of 4.",
  });
  expect(begun.text).toBe("");
});

const atOnce = (text: string) => () => Promise.resolve(text);
test.each<[what: string, response: object, text: string]>([
  ["no body", { body: null, text: atOnce("") }, ""],
  ["a body of another library", { body: {}, text: atOnce("all") }, "all"],
])("of a response with %s, all is read at once", async (_, response, text) => {
  expect(await readText(response as never, facts, 9, { text: "" })).toBe(text);
});
