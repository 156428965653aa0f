/** What handlers are told of a call, and that they cannot harm it. */
import { expect, test, vi } from "vitest";
import { hpJob } from "../../faults/faults.ts";
import type { EventHandlers } from "../src/index.ts";
import { baseUrl, failureOf, json, type MockResponse, open, slides, status } from "./support.ts";

interface Told {
  kind: string;
  callId: number;
  operation: string;
  durationMs: number;
  headers: Record<string, string>;
}

/** A client whose events are kept. */
function observe(...responses: MockResponse[]) {
  const events: Told[] = [];
  const keep = (kind: string) => (event: object) => void events.push({ kind, ...event } as Told);
  const handlers: EventHandlers = {
    onRequest: keep("request"),
    onResponse: keep("response"),
    onFailure: keep("failure"),
  };
  return { ...open(responses, handlers), events, kinds: () => events.map(({ kind }) => kind) };
}

test("each attempt is told, its response, and its failure with the pause that follows", async () => {
  const { client, events, kinds } = observe(status(503), json(hpJob));
  await client.getHpJob("job-1");
  expect(kinds()).toEqual(["request", "response", "failure", "request", "response"]);
  expect(events[0]).toEqual({
    kind: "request",
    callId: expect.any(Number),
    operation: "getHpJob",
    method: "GET",
    url: `${baseUrl}/api/hp_job/job-1`,
    attempts: 1,
    sent: "no",
    headers: expect.objectContaining({ authorization: "[redacted]" }),
  });
  expect(events[1]!.durationMs).toBeGreaterThanOrEqual(0);
  const delayMs = expect.any(Number);
  expect(events[2]).toMatchObject({ attempts: 1, error: { status: 503 }, sent: "yes", delayMs });
  expect(events[4]).toMatchObject({ attempts: 2, status: 200 });
});

test("a response is told with the time from its request to the end of its body", async () => {
  vi.useFakeTimers();
  const late = () => new Promise<Response>((resolve) => setTimeout(resolve, 1_234, json(hpJob)));
  const { client, events } = observe(late);
  const call = client.getHpJob("job-1");
  await vi.advanceTimersByTimeAsync(1_234);
  await call;
  vi.useRealTimers();
  expect(Math.round(events[1]!.durationMs)).toBe(1_234);
});

test.each<[string, MockResponse, string[]]>([
  ["a response outside 2XX", status(503), ["request", "response", "failure"]],
  ["no response", new TypeError("fetch failed"), ["request", "failure"]],
  ["no receipt", new Response("<h1>Hi</h1>"), ["request", "response", "failure"]],
])("the failure of a create is told: %s", async (_, response, expected) => {
  const { client, kinds, events } = observe(response);
  const error = await failureOf(client.createDynamicSlideVideo(slides));
  expect(kinds()).toEqual(expected);
  const delayMs = undefined;
  expect(events.at(-1)).toMatchObject({ error, attempts: 1, delayMs, callId: error["callId"] });
});

test("a handler that throws or rejects does not cost the caller the response", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const failure = new Error("log is full");
  const handlers = {
    onRequest: () => {
      throw failure;
    },
    onResponse: () => Promise.reject(failure),
  };
  // oxlint-disable-next-line typescript/no-misused-promises -- users write such hooks, and types do not stop them
  expect(await open(json(hpJob), handlers).client.getHpJob("job-1")).toEqual(hpJob);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("a count of tokens is shown, and tokens, keys and cookies are not", async () => {
  const shown = { "x-ratelimit-remaining-tokens": "17", "www-authenticate": "Bearer" };
  const hidden = { "x-auth-token": "a", "x-api-key": "b", "set-cookie": "c", "x-secret": "d" };
  const { client, events } = observe(json(hpJob, { headers: { ...shown, ...hidden } }));
  await client.getHpJob("job-1");
  const { headers } = events[1]!;
  expect(headers).toMatchObject(shown);
  for (const name of Object.keys(hidden)) expect(headers[name]).toBe("[redacted]");
});
