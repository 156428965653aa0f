import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator, FaultSpec } from "../src/index.ts";
import { call, createHpJob, send, start, timeoutMs } from "./support/client.ts";
import { hpRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeEach(async () => void (emulator = await start()));

const slidesPath = "/api/template_dynamic_slide_video";
type StatusFault = Extract<FaultSpec, { effect: "status" }>;

const created = (project_name: string) => createHpJob(emulator, { project_name });
const createJob = () => call(emulator, "createDynamicSlideVideo", { body: slidesRequest() });
const list = () => send(emulator, { path: "/api/avatars/public" });

describe("a fault", () => {
  test.each<[Omit<StatusFault, "effect">, string, string | null]>([
    [{ status: 429, body: { slow: "down" }, retryAfter: 7 }, "application/json", "7"],
    [{ status: 502, body: "<h1>Bad</h1>", contentType: "text/html" }, "text/html", null],
    [{ status: 200, body: { avatars_list: [{ avatar_id: "mine" }] } }, "application/json", null],
    [{ status: 204 }, "", null],
    [{ status: 304 }, "", null],
  ])("responds with any status code, body and header: %j", async (reply, mediaType, retryAfter) => {
    emulator.faults.add({ effect: "status", ...reply });
    const received = await list();
    const { status, body = "" } = reply;
    expect(received).toMatchObject({ status, mediaType, body });
    expect(received.headers.get("retry-after")).toBe(retryAfter);
    expect((await list()).body.avatars_list).toBeDefined();
  });

  test("hits only its operation, and only so many times", async () => {
    const operation = "listPublicAvatars";
    emulator.faults.add({ effect: "status", status: 503, operation, times: 2 });
    expect((await createJob()).status).toBe(201);
    const statuses = [(await list()).status, (await list()).status, (await list()).status];
    expect(statuses).toEqual([503, 503, 200]);
  });

  test("hits the requests about one job, its videos included", async () => {
    const jobs = [await createHpJob(emulator), await createHpJob(emulator)];
    const [, second] = jobs;
    emulator.faults.add({ effect: "status", status: 503, jobId: second! });
    const read = async (id: string) => (await send(emulator, { path: `/api/hp_job/${id}` })).status;
    expect([await read(jobs[0]!), await read(second!), await read(second!)]).toEqual([
      200, 503, 200,
    ]);
    await emulator.finish();
    const ofVideo = { operation: "downloadVideo", jobId: second! } as const;
    emulator.faults.add({ effect: "status", status: 500, ...ofVideo });
    const fetchVideo = (id: string) => send(emulator, { path: `/emulator/media/${id}/1.mp4` });
    const statuses = [(await fetchVideo(jobs[0]!)).status, (await fetchVideo(second!)).status];
    expect(statuses).toEqual([200, 500]);
  });

  test("hits the create with these fields in its body", async () => {
    const requestBody = { project_name: "Second customer" };
    emulator.faults.add({ effect: "reset", when: "after-work", requestBody });
    const create = (project_name: string) =>
      call(emulator, "createHpJob", { body: { ...hpRequest(), project_name } });
    expect((await create("First customer")).status).toBe(201);
    await expect(create("Second customer")).rejects.toThrow();
    expect(emulator.jobs.list()).toHaveLength(2);
    expect((await create("Second customer")).status).toBe(201);
    // Nothing of the body is known then.
    expect(() =>
      emulator.faults.add({ effect: "reset", when: "before-body", requestBody }),
    ).toThrow(/when: Expected after-body or after-work/);
  });

  test("hits by chance, and in the same way under the same seed", async () => {
    const statuses = async (own: Emulator) => {
      own.faults.add({ effect: "status", status: 500, probability: 0.2 });
      const replies = [];
      for (let index = 0; index < 40; index++)
        replies.push((await send(own, { path: "/api/avatars/public" })).status);
      return replies;
    };
    const first = await statuses(emulator);
    expect(await statuses(await start())).toEqual(first);
    const hits = first.flatMap((status, index) => (status === 500 ? [index] : []));
    // Eight of forty.
    expect(hits).toEqual([1, 5, 6, 14, 24, 29, 31, 36]);
  });

  test.each<[fault: FaultSpec, jobs: number]>([
    [{ effect: "reset", when: "before-body" }, 0],
    [{ effect: "reset", when: "after-body" }, 0],
    [{ effect: "reset", when: "after-work" }, 1],
    [{ effect: "truncate" }, 1],
  ])("%j: the client sees a broken connection, and there are %i jobs", async (fault, jobs) => {
    emulator.faults.add(fault);
    // A TypeError of fetch: the connection broke. To wait in vain is another error.
    await expect(createJob()).rejects.toMatchObject({ name: "TypeError" });
    expect(emulator.jobs.list()).toHaveLength(jobs);
    expect((await createJob()).status).toBe(201);
  });

  test.each<[fault: FaultSpec, jobs: number]>([
    [{ effect: "hang" }, 0],
    [{ effect: "stall" }, 1],
    [{ effect: "delay", delayMs: 2 ** 30 }, 1],
  ])("%j: there is no end to wait for, and %i jobs", async (fault, jobs) => {
    emulator.faults.add(fault);
    const client = new AbortController();
    const settled = vi.fn();
    const ended = fetch(emulator.url + slidesPath, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify(slidesRequest()),
      signal: client.signal,
    })
      .then((response) => response.text())
      .then(settled, settled);
    await vi.waitFor(() => expect(emulator.faults.list()).toEqual([]), timeoutMs);
    await vi.waitFor(() => expect(emulator.jobs.list()).toHaveLength(jobs), timeoutMs);
    const status = fault.effect === "stall" ? 201 : null;
    expect(emulator.requests()).toMatchObject([{ fault: fault.effect, status }]);
    // A response would have come before that of a later request.
    expect((await list()).status).toBe(200);
    expect(settled).not.toHaveBeenCalled();
    client.abort();
    await ended;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: "AbortError" }));
  });

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

  test("with the status code of a success is the real response under that code", async () => {
    emulator.faults.add({ effect: "status", status: 202 });
    expect(await createJob()).toMatchObject({ status: 202, body: { status: "rendering" } });
  });

  test("delays a response by a time that is drawn", async () => {
    emulator.faults.add({ effect: "delay", delayMs: 1, maxDelayMs: 50 });
    expect((await createJob()).status).toBe(201);
    expect(emulator.requests()[0]).toMatchObject({ fault: "delay" });
  });

  test.each([
    ["a list", async () => "/api/avatars/public"],
    ["a job with letters of two bytes", async () => `/api/hp_job/${await created("é".repeat(99))}`],
    ["a video", async () => `/emulator/media/${await created("emulator:instant")}/1.mp4`],
  ])("sends half of %s, as if it were whole", async (_, pathOf) => {
    const path = await pathOf();
    const headers = { authorization: `Bearer ${emulator.token}` };
    const read = async () => {
      const reply = await fetch(emulator.url + path, { headers });
      return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
    };
    const whole = (await read()).bytes;
    for (const operation of [undefined, "downloadVideo"] as const)
      emulator.faults.add({ effect: "malformed-json", ...(operation && { operation }) });
    const { status, bytes } = await read();
    const half = path.endsWith(".mp4")
      ? whole.subarray(0, whole.length >> 1)
      : Buffer.from(whole.toString().slice(0, whole.toString().length >> 1));
    expect([status, bytes.equals(half)]).toEqual([200, true]);
    emulator.faults.clear();
  });

  test.each<[FaultSpec, object]>([
    [{ effect: "status", status: 503 }, { authorization: "Bearer wrong" }],
    [{ effect: "hang" }, { authorization: "Bearer wrong" }],
    [{ effect: "status", status: 503 }, { "content-type": "text/plain" }],
  ])("%j is not used up by a request that is refused before it shows", async (fault, headers) => {
    emulator.faults.add(fault);
    const posted = { method: "POST", path: slidesPath, body: "x" };
    const refused = await send(emulator, { ...posted, headers: { ...headers } });
    expect([401, 415]).toContain(refused.status);
    expect(emulator.requests()[0]).not.toHaveProperty("fault");
    expect(emulator.faults.list()).toMatchObject([{ left: 1 }]);
  });

  test("is chosen for no more requests at once than it is to hit: the others meet the next one", async () => {
    emulator.faults.add({ effect: "status", status: 503 });
    emulator.faults.add({ effect: "status", status: 504 });
    const open = () => {
      const authorization = `Bearer ${emulator.token}`;
      const headers = { "content-type": "application/json", authorization };
      const sent = request(emulator.url + slidesPath, { method: "POST", headers });
      sent.flushHeaders();
      return sent;
    };
    // All of them have begun before one of them is over.
    const begun = [open(), open(), open()];
    await vi.waitFor(() => expect(emulator.requests()).toHaveLength(3), timeoutMs);
    const statuses = begun.map(async (sent) => {
      sent.end(JSON.stringify(slidesRequest()));
      const [reply] = (await once(sent, "response")) as [IncomingMessage];
      reply.resume();
      return reply.statusCode;
    });
    expect((await Promise.all(statuses)).sort()).toEqual([201, 503, 504]);
  });

  test.each([
    [
      { effect: "drop" },
      /effect: Expected one of "status", "delay", "hang", "reset", "truncate", "stall"/,
    ],
    [{}, /effect: This field is required/],
    [{ effect: "status" }, /status: This field is required/],
    [{ effect: "delay", delayMs: -1 }, /delayMs: Expected a number >= 0/],
    [{ effect: "delay", delayMs: 5, maxDelayMs: 1 }, /maxDelayMs: Expected delayMs or more/],
    [{ effect: "hang", times: 0 }, /times: Expected a number >= 1/],
    [{ effect: "hang", probability: 0 }, /probability: Expected a number > 0/],
    [{ effect: "hang", tmies: 1 }, /tmies: This field is not known/],
    [{ effect: "hang", operation: "typo" }, /Expected one of .*createHpJob.*downloadVideo/],
  ])("is refused when it is not valid: %j", async (fault, message) => {
    expect(() => emulator.faults.add(fault as FaultSpec)).toThrow(message);
  });
});
