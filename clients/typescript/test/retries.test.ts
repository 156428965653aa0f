/** What is sent again, and after which pause. */
import { describe, expect, test, vi } from "vitest";
import { ApiError, beginCall, ConnectionError } from "../src/errors.ts";
import { createClient } from "../src/index.ts";
import { retryPause } from "../src/send.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret-token-of-the-test";

describe("a read is sent again", () => {
  test.each([408, 429, 500, 502, 503, 504])("after %d", async (status) => {
    const fetch = mockFetch(new Response(null, { status }), json({ avatars_list: [] }));
    await createClient({ baseUrl, token, fetch }).listPublicAvatars();
    expect(fetch.sent).toHaveLength(2);
  });

  test.each([400, 404, 501, 505])("not after %d", async (status) => {
    const fetch = mockFetch(new Response(null, { status }), json({ avatars_list: [] }));
    await expect(createClient({ baseUrl, token, fetch }).listPublicAvatars()).rejects.toThrow();
    expect(fetch.sent).toHaveLength(1);
  });
});

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [9, 8_000],
])(
  "the pause after attempt %i is at most %i ms, and three quarters of that at least",
  (attempt, ms) => {
    const failure = new ConnectionError(beginCall("getHpJob", "GET"), undefined);
    for (const random of [0, 0.999]) {
      vi.spyOn(Math, "random").mockReturnValue(random);
      const delayMs = retryPause(failure, "GET", attempt);
      expect(delayMs).toBeLessThanOrEqual(ms);
      expect(delayMs).toBeGreaterThanOrEqual(ms * 0.75);
    }
    vi.restoreAllMocks();
  },
);

test("an attempt that never got its token is not counted as sent", async () => {
  let asked = 0;
  const readToken = () => (++asked === 1 ? new Promise<string>(() => {}) : token);
  const fetch = mockFetch(new Response(null, { status: 404 }));
  const client = createClient({ baseUrl, token: readToken, fetch, timeoutMs: 1_000 });
  await expect(client.getHpJob("job-1")).rejects.toMatchObject({ status: 404, attempts: 1 });
  expect(fetch.sent).toHaveLength(1);
});

test("a Retry-After of a minute is obeyed, and a longer one ends the call", () => {
  const answer = { status: 503, headers: new Headers(), text: "", body: "", requestId: undefined };
  const failure = (retryAfterMs: number) =>
    new ApiError(beginCall("getHpJob", "GET"), { ...answer, retryAfterMs });
  expect(retryPause(failure(60_000), "GET", 1)).toBe(60_000);
  expect(retryPause(failure(60_001), "GET", 1)).toBeUndefined();
});
