/** Rules that hold for every input. */
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { growingPause } from "../src/timing.ts";
import { createClient } from "../src/index.ts";
import { parseRetryAfter } from "../src/answer.ts";
import { retryPause } from "../src/send.ts";
import { ApiError, beginCall, ConnectionError } from "../src/errors.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch } from "./mock-fetch.ts";

afterEach(() => void vi.restoreAllMocks());

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const firstMs = fc.double({ min: 1, max: 1e6, noNaN: true });
const maxMs = fc.double({ min: 1, max: 1e7, noNaN: true });
const factor = fc.double({ min: 1, max: 10, noNaN: true });

describe("a growing delay", () => {
  test("is never longer than its limit, never shorter than three quarters of the grown value", () => {
    const pauses = fc.nat(2000);
    const property = fc.property(firstMs, maxMs, factor, pauses, fraction, (...values) => {
      const [first, max, by, before, random] = values;
      const grown = Math.min(max, first * by ** before);
      vi.spyOn(Math, "random").mockReturnValue(random);
      const delay = growingPause(first, max, by, before);
      expect(delay).toBeLessThanOrEqual(grown);
      expect(delay).toBeGreaterThanOrEqual(grown * 0.75);
      expect(Number.isFinite(delay)).toBe(true);
    });
    fc.assert(property);
  });

  test.each([
    [1, 500],
    [2, 1_000],
    [9, 8_000],
  ])("after attempt %i is at most %i ms", (attempt, ms) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const failure = new ConnectionError(beginCall("getHpJob", "GET"), undefined);
    expect(retryPause(failure, "GET", attempt)).toBe(ms);
  });
});

describe("Retry-After", () => {
  const parse = (value: string, headers: Record<string, string> = {}) =>
    parseRetryAfter(new Headers({ "retry-after": value, ...headers }));

  test("whole seconds are what they say", () => {
    const property = fc.property(fc.nat(), (seconds) => {
      expect(parse(String(seconds))).toBe(seconds * 1000);
    });
    fc.assert(property);
  });

  test("a date is measured on the server's own clock, and never negative", () => {
    const date = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    const property = fc.property(date, fc.integer({ min: -1e6, max: 1e6 }), (now, seconds) => {
      now.setUTCMilliseconds(0);
      const until = new Date(now.getTime() + seconds * 1000);
      const waitMs = parse(until.toUTCString(), { date: now.toUTCString() });
      expect(waitMs).toBe(Math.max(0, seconds * 1000));
    });
    fc.assert(property);
  });

  test("without a clock of the server, a date is measured on ours", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    expect(parse("Thu, 01 Jan 2026 00:00:07 GMT")).toBe(7000);
    vi.useRealTimers();
  });

  test.each([
    "",
    "-1",
    "1.5",
    "1e3",
    "0x10",
    "soon",
    "2026-01-01",
    "Thu, 99 Jan 2026 00:00:00 GMT",
    "Fri, 01 Jan 2026 00:00:00 GMT",
    "Invalid Date",
  ])("%j is ignored", (value) => {
    expect(parse(value)).toBeUndefined();
  });

  test("any other text is ignored, and none is an error", () => {
    const text = fc
      .string({ unit: "grapheme-ascii" })
      .filter((value) => !/^\s*\d+\s*$/.test(value));
    const property = fc.property(text, (value) => {
      expect(parse(value)).toBeUndefined();
    });
    fc.assert(property);
  });

  test("is obeyed to the minute, and beyond it the failure is final", () => {
    const property = fc.property(fc.integer({ min: 1, max: 1e6 }), (retryAfterMs) => {
      const answer = {
        status: 429,
        headers: new Headers(),
        text: "",
        body: "",
        requestId: undefined,
      };
      const facts = beginCall("o", "GET");
      const delay = retryPause(new ApiError(facts, { ...answer, retryAfterMs }), "GET", 1);
      if (retryAfterMs > 60_000) expect(delay).toBeUndefined();
      else expect(delay).toBeGreaterThanOrEqual(retryAfterMs);
    });
    fc.assert(property);
  });
});

describe("a path parameter", () => {
  const segment = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^(\.|%2e|%2E|\/|\\|%2f|\?|#|;|@|:|\{job_id\}|\t|\n| ){0,5}$/),
  );

  test("never changes which path is called, and arrives as it was given", async () => {
    const property = fc.asyncProperty(segment, async (jobId) => {
      const fetch = mockFetch(json(hpJob));
      const options = { baseUrl: "https://video-generation.example/base", token: "t", fetch };
      const call = createClient(options).getHpJob(jobId);
      if (["", ".", ".."].includes(jobId)) {
        await expect(call).rejects.toThrow(TypeError);
        expect(fetch.sent).toEqual([]);
        return;
      }
      await call;
      const { pathname, search, hash, host } = new URL(fetch.sent[0]!.url);
      expect({ search, hash, host }).toEqual({
        search: "",
        hash: "",
        host: "video-generation.example",
      });
      const [start, base, api, resource, last, ...more] = pathname.split("/");
      expect([start, base, api, resource, more]).toEqual(["", "base", "api", "hp_job", []]);
      expect(decodeURIComponent(last!)).toBe(jobId);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  test("with half a character is refused", async () => {
    const client = createClient({ baseUrl: "https://a.example", token: "t" });
    await expect(client.getHpJob("\ud800")).rejects.toThrow(/^job_id cannot be/);
  });
});
