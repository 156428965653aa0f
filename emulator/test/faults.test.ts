import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator, type FaultSpec } from "../src/index.ts";
import { call, timeoutMs, send } from "./support/client.ts";
import { slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeEach(
  async () => void (emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } })),
);
afterEach(() => emulator.close());

const createJob = () => call(emulator, "createDynamicSlideVideo", { body: slidesRequest() });
const list = () => send(emulator, { path: "/api/avatars/public" });

describe("a fault", () => {
  test("answers with any status code, body and Retry-After", async () => {
    emulator.faults.add({
      effect: "status",
      status: 429,
      body: { slow: "down" },
      retryAfter: 7,
    });
    const received = await list();
    expect(received).toMatchObject({
      status: 429,
      mediaType: "application/json",
      body: { slow: "down" },
    });
    expect(received.headers.get("retry-after")).toBe("7");
    expect((await list()).status).toBe(200);
  });

  test("can be a page of HTML", async () => {
    emulator.faults.add({
      effect: "status",
      status: 502,
      body: "<h1>Bad gateway</h1>",
      contentType: "text/html",
    });
    expect(await list()).toMatchObject({
      status: 502,
      mediaType: "text/html",
      body: "<h1>Bad gateway</h1>",
    });
  });

  test("hits only its operation, and only so many times", async () => {
    emulator.faults.add({
      effect: "status",
      status: 503,
      operation: "listPublicAvatars",
      times: 2,
    });
    expect((await createJob()).status).toBe(201);
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([
      503, 503, 200,
    ]);
  });

  test("hits by chance, and in the same way under the same seed", async () => {
    const statuses = async (own: Emulator) => {
      own.faults.add({ effect: "status", status: 500, probability: 0.5 });
      const answers = [];
      for (let index = 0; index < 40; index++)
        answers.push((await send(own, { path: "/api/avatars/public" })).status);
      return answers;
    };
    const first = await statuses(emulator);
    const twin = await createEmulator({ seed: 1 });
    expect(await statuses(twin)).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    await twin.close();
  });

  test.each([
    ["reset before the body", { effect: "reset", when: "before-body" }, 0],
    ["reset after the body", { effect: "reset", when: "after-body" }, 0],
    ["reset after the work", { effect: "reset", when: "after-work" }, 1],
    ["truncated body", { effect: "truncate" }, 1],
  ] as [string, FaultSpec, number][])(
    "%s: the client sees a broken connection, and %j leaves %i jobs",
    async (_name, fault, jobs) => {
      emulator.faults.add(fault);
      // A TypeError of fetch: the connection broke. To wait in vain is another error.
      await expect(createJob()).rejects.toMatchObject({ name: "TypeError" });
      expect(emulator.jobs.list()).toHaveLength(jobs);
      expect((await createJob()).status).toBe(201);
    },
  );

  test.each([
    ["hang", { effect: "hang" }, 0],
    ["stalled body", { effect: "stall" }, 1],
  ] as [string, FaultSpec, number][])(
    "%s: there is no end to wait for",
    async (_name, fault, jobs) => {
      emulator.faults.add(fault);
      const controller = new AbortController();
      let isAnswered = false;
      const request = fetch(`${emulator.url}/api/template_dynamic_slide_video`, {
        method: "POST",
        headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
        body: JSON.stringify(slidesRequest()),
        signal: controller.signal,
      })
        .then((response) => response.text())
        .catch((error: unknown) => error)
        .finally(() => (isAnswered = true));
      await vi.waitFor(() => expect(emulator.faults.list()).toEqual([]), timeoutMs);
      await vi.waitFor(() => expect(emulator.jobs.list()).toHaveLength(jobs), timeoutMs);
      // An answer would have come before that of a later request.
      expect((await list()).status).toBe(200);
      expect(isAnswered).toBe(false);
      controller.abort();
      expect(await request).toMatchObject({ name: "AbortError" });
      expect(emulator.jobs.list()).toHaveLength(jobs);
    },
  );

  test("half of a stalled body arrives", async () => {
    emulator.faults.add({ effect: "stall" });
    const { headers, body } = await fetch(`${emulator.url}/api/avatars/public`, {
      headers: { authorization: `Bearer ${emulator.token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const reader = body!.getReader();
    const half = Buffer.from((await reader.read()).value!).toString();
    expect(half).toMatch(/^\{"avatars_list":/);
    expect(half).toHaveLength(Number(headers.get("content-length")) >> 1);
    await reader.cancel();
  });

  test("delays an answer whose work is done", async () => {
    emulator.faults.add({ effect: "delay", delayMs: 50 });
    const start = performance.now();
    expect((await createJob()).status).toBe(201);
    expect(performance.now() - start).toBeGreaterThanOrEqual(49);
  });

  test("sends JSON that is cut, as if it were whole", async () => {
    emulator.faults.add({ effect: "malformed-json" });
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatch(/^\{"avatars_list":.*[^}]$/);
  });

  test.each([204, 304])("answers %i without a body, and goes on", async (status) => {
    emulator.faults.add({ effect: "status", status, operation: "listPublicAvatars" });
    expect(await list()).toMatchObject({ status, body: "", mediaType: "" });
    expect((await list()).status).toBe(200);
  });

  test("is counted from 1, and again from 1 when all were cleared", () => {
    const add = () => emulator.faults.add({ effect: "hang" }).id;
    expect(add()).toBe("fault-1");
    emulator.faults.clear();
    expect(add()).toBe("fault-1");
  });

  test.each<[FaultSpec, object]>([
    [{ effect: "status", status: 503 }, { authorization: "Bearer wrong" }],
    [{ effect: "hang" }, { authorization: "Bearer wrong" }],
    [{ effect: "status", status: 503 }, { "content-type": "text/plain" }],
  ])(
    "%j is not used up by a request that is refused before it can show",
    async (fault, headers) => {
      emulator.faults.add(fault);
      const path = "/api/template_dynamic_slide_video";
      const refused = await send(emulator, {
        method: "POST",
        path,
        body: "x",
        headers: { ...headers },
      });
      expect([401, 415]).toContain(refused.status);
      expect(emulator.requests()[0]).not.toHaveProperty("fault");
      expect(emulator.faults.list()).toMatchObject([{ left: 1 }]);
    },
  );

  test("is chosen for no more requests at once than it is to hit: the others meet the next one", async () => {
    emulator.faults.add({ effect: "status", status: 503 });
    emulator.faults.add({ effect: "status", status: 504 });
    const open = () => {
      const path = "/api/template_dynamic_slide_video";
      const headers = {
        "content-type": "application/json",
        authorization: "Bearer emulator-token",
      };
      const sent = request(emulator.url + path, { method: "POST", headers });
      sent.flushHeaders();
      return sent;
    };
    // All of them have begun before one of them is over.
    const begun = [open(), open(), open()];
    await vi.waitFor(() => expect(emulator.requests()).toHaveLength(3), timeoutMs);
    const statuses = begun.map(async (sent) => {
      sent.end(JSON.stringify(slidesRequest()));
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    });
    expect((await Promise.all(statuses)).sort()).toEqual([201, 503, 504]);
  });

  test.each([
    [
      { effect: "drop" },
      /effect: Expected one of status, delay, hang, reset, truncate, stall, mal/,
    ],
    [{}, /effect: This field is required/],
    [{ effect: "status" }, /status: This field is required/],
    [{ effect: "delay", delayMs: -1 }, /delayMs: Expected a number >= 0/],
    [{ effect: "hang", times: 0 }, /times: Expected a number >= 1/],
    [{ effect: "hang", tmies: 1 }, /tmies: This field is not known/],
    [
      { effect: "hang", operation: "typo" },
      /operation: Expected one of .*createHpJob.*downloadVideo/,
    ],
    [{ effect: "delay", delayMs: 5, maxDelayMs: 4 }, /maxDelayMs: Expected no less/],
  ])("is refused when it is none: %j", async (fault, message) => {
    expect(() => emulator.faults.add(fault as FaultSpec)).toThrow(message);
  });
});

describe("the header Prefer", () => {
  test.each([400, 404, 429, 500, 503])("code=%i is answered", async (code) => {
    const received = await call(emulator, "listPublicAvatars", {
      headers: { prefer: `code=${code}` },
    });
    expect(received).toMatchObject({ status: code, body: { status: code, code: "injected" } });
  });

  test("code=202 is the real answer under that code", async () => {
    const received = await call(emulator, "createDynamicSlideVideo", {
      body: slidesRequest(),
      headers: { prefer: "respond-async, code=202" },
    });
    expect(received).toMatchObject({ status: 202, body: { status: "rendering" } });
  });

  test("is left alone when it asks for something else", async () => {
    expect(
      (await call(emulator, "listPublicAvatars", { headers: { prefer: "wait=10" } })).status,
    ).toBe(200);
  });
});
