/**
 * What the README promises in numbers and names, one by one. The mutation run found that nothing
 * else holds them.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settleInTime } from "../src/delay.ts";
import {
  createClient,
  isApiError,
  isInvalidResponseError,
  type ResponseEvent,
} from "../src/index.ts";
import { errorBrand } from "../src/errors.ts";
import { beginCall } from "../src/facts.ts";
import { limitsOf } from "../src/options.ts";
import { retryDelay } from "../src/retry.ts";
import { classifySent } from "../src/sent.ts";
import { redactToken } from "../src/token.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret-token-of-the-test";
const avatars = () => json({ avatars_list: [] });

describe("without options", () => {
  test("a read may take 30 seconds, a create 120, and a read is sent at most three times", () => {
    expect(limitsOf({}, {}, "GET")).toMatchObject({ timeoutMs: 30_000, retries: 2 });
    expect(limitsOf({}, {}, "POST")).toMatchObject({ timeoutMs: 120_000 });
  });
});

describe("a read is sent again", () => {
  test.each([408, 429, 500, 502, 503, 504])("after %d", async (status) => {
    const fetch = mockFetch(new Response(null, { status }), avatars());
    await createClient({ baseUrl, token, fetch }).listPublicAvatars();
    expect(fetch.sent).toHaveLength(2);
  });

  test.each([400, 404, 501, 505])("not after %d", async (status) => {
    const fetch = mockFetch(new Response(null, { status }), avatars());
    await expect(createClient({ baseUrl, token, fetch }).listPublicAvatars()).rejects.toThrow();
    expect(fetch.sent).toHaveLength(1);
  });
});

test.each(["x-request-id", "request-id"])(
  "an error knows its request from the header %s",
  async (header) => {
    const fetch = mockFetch(new Response(null, { status: 400, headers: { [header]: "r-1" } }));
    const failure = await createClient({ baseUrl, token, fetch })
      .listPublicAvatars()
      .then(undefined, (error: unknown) => error);
    expect(isApiError(failure) && failure.requestId).toBe("r-1");
  },
);

test("an event tells how long the exchange took, and no more than the whole call did", async () => {
  const events: ResponseEvent[] = [];
  const onResponse = (event: ResponseEvent) => void events.push(event);
  const startedAt = performance.now();
  await createClient({
    baseUrl,
    token,
    fetch: mockFetch(avatars()),
    onResponse,
  }).listPublicAvatars();
  const durationMs = events[0]?.durationMs;
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(durationMs).toBeLessThanOrEqual(performance.now() - startedAt);
});

test("a token of eight characters is taken out of a text, and a shorter one is left in", () => {
  expect(redactToken("is 12345678 known?", "12345678")).toBe("is [redacted] known?");
  expect(redactToken("is 1234567 known?", "1234567")).toBe("is 1234567 known?");
});

test("the message of an error shows the first 200 characters of the body, the error all of it", async () => {
  const fetch = mockFetch(new Response("x".repeat(500)));
  const failure = await createClient({ baseUrl, token, fetch })
    .listPublicAvatars()
    .then(undefined, (error: unknown) => error);
  expect(isInvalidResponseError(failure) && failure.body).toBe("x".repeat(500));
  expect((failure as Error).message).toContain(`: ${"x".repeat(200)}.`);
});

test("a Retry-After of a minute is obeyed, and a longer one ends the call", () => {
  const failure = (retryAfterMs: number) => ({
    [errorBrand]: "ApiError",
    status: 503,
    retryAfterMs,
  });
  expect(retryDelay(failure(60_000), "GET", 1)).toBe(60_000);
  expect(retryDelay(failure(60_001), "GET", 1)).toBeUndefined();
});

test("an error that lists no failed attempts proves nothing, and one failed attempt is enough", () => {
  expect(classifySent({ errors: [] })).toBe("maybe");
  expect(classifySent({ errors: [{ code: "ECONNREFUSED" }] })).toBe("no");
});

describe("a timer", () => {
  const facts = beginCall("listPublicAvatars", "GET");

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("of the longest time that a timer holds ends then", () => {
    const onTime = vi.fn();
    void settleInTime(2 ** 31 - 1, [], facts, onTime);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(onTime).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTime).toHaveBeenCalledOnce();
  });

  test("of a longer time is not set at all, because it would fire at once", () => {
    void settleInTime(2 ** 31, [], facts, () => expect.unreachable());
    expect(vi.getTimerCount()).toBe(0);
  });
});
