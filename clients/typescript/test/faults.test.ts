import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hpRequest } from "../../../scripts/example-requests.ts";
import {
  createClient,
  isAbortError,
  isApiError,
  isConnectionError,
  isInvalidResponseError,
  isTimeoutError,
  type RequestError,
} from "../src/index.ts";
import { type FaultServer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { hpJob, listFaults } from "../../faults/faults.ts";
import { type ClientCall, type FaultResult, runFault } from "../../faults/run-fault.ts";

const token = "secret-token-of-the-test";

/** Faults that only a timeout ends. To all others it may not happen, however busy the machine is. */
const silentFaults = ["no answer", "head, then a stalled body"];
const shortTimeoutMs = 1_500;

const calls: Record<"read" | "create", (timeoutMs: number) => ClientCall> = {
  read: (timeoutMs) => (baseUrl, signal) =>
    createClient({ baseUrl, token, timeoutMs }).getHpJob("job-1", { signal }),
  create: (timeoutMs) => (baseUrl, signal) =>
    createClient({ baseUrl, token, timeoutMs }).createHpJob(hpRequest(), { signal }),
};

/**
 * What a call must come to: requests at the server, and the data or the error with some of its
 * fields.
 */
interface Expected {
  requests: number;
  error?: string;
  fields?: Record<string, unknown>;
  attempts?: number;
  value?: unknown;
}

const ok = (requests: number, value: unknown = hpJob): Expected => ({ requests, value });
const fails = (
  requests: number,
  error: string,
  fields: Record<string, unknown> = {},
  attempts = requests,
): Expected => ({ requests, error, fields, attempts });

/** For each fault what a read and what a create must come to. */
const expectations: Record<string, { read: Expected; create: Expected }> = {
  "connection refused": {
    read: fails(0, "ConnectionError", { sent: "no" }, 3),
    create: fails(0, "ConnectionError", { sent: "no" }, 3),
  },
  "503 for ever": {
    read: fails(3, "ApiError", { status: 503, body: "down", sent: "yes" }),
    create: fails(1, "ApiError", { status: 503, body: "down", sent: "yes" }),
  },
  "503 once, then fine": { read: ok(2), create: fails(1, "ApiError", { status: 503 }) },
  "reset before the request is read": {
    read: fails(3, "ConnectionError", { sent: "maybe" }),
    create: fails(1, "ConnectionError", { sent: "maybe" }),
  },
  "reset after the request is read": {
    read: fails(3, "ConnectionError", { sent: "maybe" }),
    create: fails(1, "ConnectionError", { sent: "maybe" }),
  },
  "no answer": {
    read: fails(3, "TimeoutError", { sent: "maybe", limit: "timeoutMs", limitMs: shortTimeoutMs }),
    create: fails(1, "TimeoutError", {
      sent: "maybe",
      limit: "timeoutMs",
      limitMs: shortTimeoutMs,
    }),
  },
  "head, then a stalled body": {
    read: fails(3, "TimeoutError", { sent: "yes" }),
    create: fails(1, "TimeoutError", { sent: "yes" }),
  },
  "truncated body": {
    read: fails(3, "ConnectionError", { sent: "yes" }),
    create: fails(1, "ConnectionError", { sent: "yes" }),
  },
  "429 with Retry-After: 2, then fine": {
    read: ok(2),
    create: fails(1, "ApiError", { status: 429, retryAfterMs: 2000, body: undefined }),
  },
  "429 with Retry-After: 3600, aborted after 500 ms": {
    read: fails(1, "ApiError", { status: 429, retryAfterMs: 3_600_000 }),
    create: fails(1, "ApiError", { status: 429, retryAfterMs: 3_600_000 }),
  },
  "503 with Retry-After as a date, server clock 1 h ahead, then fine": {
    read: ok(2),
    create: fails(1, "ApiError", { status: 503, retryAfterMs: 1000 }),
  },
  "200 with an HTML page": {
    read: fails(1, "InvalidResponseError", {
      status: 200,
      body: "<h1>Please sign in</h1>",
    }),
    create: fails(1, "InvalidResponseError", { status: 200, sent: "yes" }),
  },
  "404 without a body": {
    read: fails(1, "ApiError", { status: 404, body: undefined }),
    create: fails(1, "ApiError", { status: 404, body: undefined }),
  },
  "204": {
    read: fails(1, "InvalidResponseError", { status: 204, body: undefined }),
    create: fails(1, "InvalidResponseError", { status: 204, body: undefined }),
  },
  "200 without a job_id": {
    read: fails(1, "InvalidResponseError", { body: { message: "accepted" } }),
    create: fails(1, "InvalidResponseError", { body: { message: "accepted" } }),
  },
  "200 with a number as job_id": {
    read: fails(1, "InvalidResponseError", { body: { ...hpJob, job_id: 81723 } }),
    create: fails(1, "InvalidResponseError", { body: { ...hpJob, job_id: 81723 }, sent: "yes" }),
  },
  "200 with the job inside data": {
    read: fails(1, "InvalidResponseError", { body: { data: hpJob } }),
    create: fails(1, "InvalidResponseError", { body: { data: hpJob }, sent: "yes" }),
  },
  "HTML page once, then fine": {
    read: fails(1, "InvalidResponseError", { body: "<h1>One moment</h1>" }),
    create: fails(1, "InvalidResponseError", { body: "<h1>One moment</h1>", sent: "yes" }),
  },
  "422 with a list of errors": {
    read: fails(1, "ApiError", { message: expect.stringContaining('[{"at":"/music"}]') }),
    create: fails(1, "ApiError", { message: expect.stringContaining('[{"at":"/music"}]') }),
  },
  "303 to the job": {
    read: fails(1, "ApiError", { status: 303 }),
    create: fails(1, "ApiError", {
      status: 303,
      message: expect.stringContaining("may be rendering"),
    }),
  },
  "304": {
    read: fails(1, "ApiError", { status: 304, body: undefined }),
    create: fails(1, "ApiError", { status: 304, body: undefined }),
  },
  "307 to another origin": {
    read: fails(1, "ApiError", { status: 307 }),
    create: fails(1, "ApiError", { status: 307 }),
  },
  "503 for ever, aborted after 200 ms": {
    read: fails(1, "AbortError", { reason: new Error("the caller's reason"), sent: "yes" }),
    create: fails(1, "ApiError", { status: 503 }),
  },
  "unknown status": {
    read: ok(1, { ...hpJob, status: "cancelled" }),
    create: ok(1, { ...hpJob, status: "cancelled" }),
  },
  "output as a string": {
    read: ok(1, { ...hpJob, output: "" }),
    create: ok(1, { ...hpJob, output: "" }),
  },
  "output as an object": {
    read: ok(1, { ...hpJob, output: { any: 1 } }),
    create: ok(1, { ...hpJob, output: { any: 1 } }),
  },
};

const guards: Record<string, (error: unknown) => boolean> = {
  ApiError: isApiError,
  ConnectionError: isConnectionError,
  TimeoutError: isTimeoutError,
  AbortError: isAbortError,
  InvalidResponseError: isInvalidResponseError,
};

let otherOrigin: FaultServer;
beforeAll(async () => {
  otherOrigin = await startFaultServer({ answer: (response) => sendJson(response, hpJob) });
});
afterAll(() => otherOrigin.close());

test("every fault has an expectation, and every expectation a fault", () => {
  const names = listFaults("http://127.0.0.1").map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(expectations).sort());
});

describe.concurrent.each(Object.entries(expectations))("%s", (name, expected) => {
  test.each(["read", "create"] as const)("a %s", async (kind) => {
    const fault = listFaults(otherOrigin.baseUrl).find((candidate) => candidate.name === name);
    const timeoutMs = silentFaults.includes(name) ? shortTimeoutMs : 60_000;
    const result = await runFault(fault!, calls[kind](timeoutMs), 100_000);
    check(result, expected[kind]);
    expect(otherOrigin.received, "the other origin must see nothing").toEqual([]);
  });
});

function check(result: FaultResult, expected: Expected): void {
  expect(result.pending, "the call must settle").toBe(false);
  if (!expected.error) {
    expect(result.error).toBeUndefined();
    expect(result.value).toEqual(expected.value);
  } else {
    const error = result.error as RequestError;
    expect(error?.name, String(error)).toBe(expected.error);
    expect(guards[expected.error]?.(error)).toBe(true);
    expect(error).toMatchObject({ ...expected.fields, attempts: expected.attempts });
    expect(error.message).not.toContain(token);
  }
  expect(result.requests).toBe(expected.requests);
}
