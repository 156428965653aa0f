/** What handlers are told of a call, and that they cannot harm it. */
import { describe, expect, test, vi } from "vitest";
import { createClient, type EventHandlers } from "../src/index.ts";
import { sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch, type MockAnswer } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret-token-of-the-test";
const input = { template_id: "t", slides_count: 2 };

type Told = [kind: string, event: { callId: number; attempts: number; error?: unknown }];

/** A client whose events are kept. */
function open(...answers: MockAnswer[]) {
  const events: Told[] = [];
  const handlers: EventHandlers = {
    onRequest: (event) => events.push(["request", event]),
    onResponse: (event) => events.push(["response", event]),
    onFailure: (event) => events.push(["failure", event]),
    onRetry: (event) => events.push(["retry", event]),
  };
  const fetch = mockFetch(...answers);
  const client = createClient({ baseUrl, token, fetch, ...handlers });
  return { client, events, kinds: () => events.map(([kind]) => kind) };
}

describe("events", () => {
  test("tell each attempt, its answer and the retry between", async () => {
    const events: [string, object][] = [];
    const server = await startFaultServer({
      answer: (response, count) =>
        count === 1 ? response.writeHead(503).end() : sendJson(response, hpJob),
    });
    const client = createClient({
      baseUrl: server.baseUrl,
      token,
      onRequest: (event) => events.push(["request", event]),
      onResponse: (event) => events.push(["response", event]),
      onRetry: (event) => events.push(["retry", event]),
    });
    await client.getHpJob("job-1");
    await server.close();
    expect(events.map(([kind]) => kind)).toEqual([
      "request",
      "response",
      "retry",
      "request",
      "response",
    ]);
    expect(events[0]?.[1]).toEqual({
      callId: expect.any(Number),
      operation: "getHpJob",
      method: "GET",
      url: `${server.baseUrl}/api/hp_job/job-1`,
      attempts: 1,
      sent: "no",
      headers: expect.objectContaining({ authorization: "[redacted]" }),
    });
    expect(events[2]?.[1]).toMatchObject({ attempts: 1, error: { status: 503 } });
    expect(events[4]?.[1]).toMatchObject({ attempts: 2, status: 200 });
  });

  test("tell how long the exchange took, which is no more than the whole call did", async () => {
    const startedAt = performance.now();
    const { client, events } = open(json({ avatars_list: [] }));
    await client.listPublicAvatars();
    const { durationMs } = events[1]![1] as unknown as { durationMs: number };
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeLessThanOrEqual(performance.now() - startedAt);
  });

  test("a handler that throws does not cost the caller the answer", async () => {
    const fail = () => {
      throw new Error("log is full");
    };
    const fetch = mockFetch(json(hpJob));
    // oxlint-disable-next-line typescript/no-misused-promises -- users write such hooks, and types do not stop them
    const client = createClient({ baseUrl, token, fetch, onRequest: fail, onResponse: fail });
    expect(await client.getHpJob("job-1")).toEqual(hpJob);
  });

  test("onFailure is called for every failed attempt, the last one included", async () => {
    const { client, kinds, events } = open(new Response("", { status: 503 }));
    const call = client.createDynamicSlideVideo(input);
    await expect(call).rejects.toMatchObject({ status: 503 });
    expect(kinds()).toEqual(["request", "response", "failure"]);
    expect(events[2]?.[1]).toMatchObject({ attempts: 1, sent: "yes", error: { status: 503 } });
  });

  test("onFailure is called where no answer came, and where the answer is no success", async () => {
    const lost = open(new TypeError("fetch failed"));
    await lost.client.createDynamicSlideVideo(input).catch(() => {});
    expect(lost.kinds()).toEqual(["request", "failure"]);
    const html = open(new Response("<h1>Hi</h1>"));
    await html.client.createDynamicSlideVideo(input).catch(() => {});
    expect(html.kinds()).toEqual(["request", "response", "failure"]);
  });

  test("all events of a call carry its number, and those of another call another", async () => {
    const { client, events } = open(new Response("", { status: 503 }), json({ avatars_list: [] }));
    await Promise.all([client.listPublicAvatars(), client.listCustomAvatars()]);
    const ids = new Map<string, Set<number>>();
    for (const [, { callId, ...event }] of events) {
      const { operation } = event as unknown as { operation: string };
      ids.set(operation, (ids.get(operation) ?? new Set()).add(callId));
    }
    const [first, second] = [...ids.values()].map((each) => [...each]);
    expect(first).toHaveLength(1);
    expect(second).toHaveLength(1);
    expect(first).not.toEqual(second);
  });

  test("an error carries the number of its call", async () => {
    const { client, events } = open(new Response("", { status: 400 }));
    const { callId } = events[0]?.[1] ?? (await client.getHpJob("j").catch((error) => error));
    expect(events.map(([, event]) => event.callId)).toEqual([callId, callId, callId]);
  });

  test("a handler that rejects is no unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const fail = async () => Promise.reject(new Error("log is full"));
    const fetch = mockFetch(json(hpJob));
    // oxlint-disable-next-line typescript/no-misused-promises -- users write such hooks, and types do not stop them
    const client = createClient({ baseUrl, token, fetch, onRequest: fail, onResponse: fail });
    expect(await client.getHpJob("job-1")).toEqual(hpJob);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("a count of tokens is shown, and tokens, keys and cookies are not", async () => {
    const shown = { "x-ratelimit-remaining-tokens": "17", "www-authenticate": "Bearer" };
    const hidden = { "x-auth-token": "a", "x-api-key": "b", "set-cookie": "c", "x-secret": "d" };
    const { client, events } = open(json(hpJob, { headers: { ...shown, ...hidden } }));
    await client.getHpJob("job-1");
    const { headers } = events[1]![1] as unknown as { headers: Record<string, string> };
    expect(headers).toMatchObject(shown);
    for (const name of Object.keys(hidden)) expect(headers[name]).toBe("[redacted]");
  });
});
