import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator } from "../src/index.ts";
import { behaviours } from "../src/service/behaviours.ts";
import { call, createHpJob, getRaw, send, start } from "./support/client.ts";
import { emulated } from "./support/contracts.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeEach(async () => void (emulator = await start({ token: "secret-token" })));

const control = (method: string, path: string, body?: unknown) =>
  send(emulator, { method, path: `/emulator/${path}`, body });

describe("the control plane", () => {
  test("shows what was received, with the token redacted", async () => {
    const headers = { cookie: "session=secret-token", "proxy-authorization": "secret-token" };
    await call(emulator, "createHpJob", { body: hpRequest(), headers });
    await send(emulator, { method: "POST", path: "/api/hp_job?page=1", body: "{nope" });
    await send(emulator, { path: "/api/avatar/public" });
    const received = await control("GET", "requests");
    expect(received.body.requests).toMatchObject([
      { method: "GET", url: "/api/avatar/public", operation: null, status: 404 },
      { url: "/api/hp_job?page=1", operation: "createHpJob", status: 400, body: "{nope" },
      {
        id: 1,
        operation: "createHpJob",
        status: 201,
        body: hpRequest(),
        headers: { authorization: "[redacted]", cookie: "[redacted]" },
      },
    ]);
    expect(JSON.stringify(received.body)).not.toContain("secret-token");
    expect((await control("DELETE", "requests")).status).toBe(204);
    expect(emulator.requests()).toEqual([]);
  });

  test("shows each cell of a job, after every step of its life", async () => {
    const startMs = emulator.clock.now();
    const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
    const jobId = await createHpJob(emulator, { project_name: "Hello" });
    const shown = async () => (await control("GET", "jobs?summary=true")).body.jobs[0];
    const created = await shown();
    expect(created).toEqual({
      ...{ id: jobId, name: "Hello", sequence: 1, operation: "createHpJob", status: "rendering" },
      ...{ created_at: at(0), changed_at: at(0), due_at: expect.any(String) },
      ...{ progress: null, error: null, video_count: 0, failed_count: 0 },
    });
    await emulator.clock.advance("1m");
    const { due_at } = created;
    const completed = { status: "completed", changed_at: due_at, video_count: 3 };
    expect(await shown()).toEqual({ ...created, ...completed });
    await emulator.jobs.move(jobId, { status: "failed", error: "By hand." });
    // Its videos are there all the same.
    const failed = { status: "failed", changed_at: at(60), error: "By hand." };
    expect(await shown()).toEqual({ ...created, ...completed, ...failed });
  });

  test("shows each request with its response and why it was refused", async () => {
    const body = { ...hpRequest(), music: 7 };
    await send(emulator, { method: "POST", path: "/api/hp_job", body });
    const { requests } = (await control("GET", "requests?limit=1")).body;
    const response = {
      mediaType: "application/problem+json",
      body: { errors: [{ pointer: "/music" }] },
    };
    const reason = "At /music: Expected boolean.";
    expect(requests).toMatchObject([{ status: 422, reason, response }]);
    expect((await control("GET", `requests/${requests[0].id}`)).body).toEqual(requests[0]);
    const [summary] = (await control("GET", "requests?summary=true&text=music")).body.requests;
    const older = await control("GET", `requests?before=${summary.id}`);
    expect(older.body.requests.every(({ id }: { id: number }) => id < summary.id)).toBe(true);
    expect(summary).not.toHaveProperty("body");
  });

  test("keeps only a part of a large body, and lists only a part of a long name", async () => {
    const body = `"${"x".repeat(1024 * 1024 - 2)}"`;
    await send(emulator, { method: "POST", path: "/api/hp_job", body });
    expect(emulator.requests()[0]?.body).toHaveLength(65_536);
    await createHpJob(emulator, { project_name: "x".repeat(5000) });
    const { jobs } = (await control("GET", "jobs?summary=true")).body;
    expect(jobs[0].name).toHaveLength(1000);
  });

  test("ends a page of jobs where it gets too long, and goes on at the next", async () => {
    const body = { ...hpRequest(), project_name: "x".repeat(1_040_000) };
    for (let count = 0; count < 20; count++)
      await send(emulator, { method: "POST", path: "/api/hp_job", body });
    const { jobs, next } = (await control("GET", "jobs?limit=1000")).body;
    expect([jobs.length, next]).toEqual([17, 4]);
    expect((await control("GET", `jobs?limit=1000&before=${next}`)).body.jobs).toHaveLength(3);
    expect((await control("GET", "jobs?limit=1000&summary=true")).body.jobs).toHaveLength(20);
  });

  test("moves the clock, and a job with it, and lists jobs with a text only", async () => {
    const id = await createHpJob(emulator);
    expect((await control("PATCH", "clock", { advance: "2m" })).body.mode).toBe("manual");
    expect((await control("GET", "jobs?text=failed")).body).toMatchObject({ jobs: [], total: 1 });
    expect((await control("GET", "jobs?text=completed")).body.jobs).toMatchObject([{ id }]);
    expect((await control("PATCH", "clock", { set: "2031-05-06T07:08:09Z" })).body.now).toBe(
      "2031-05-06T07:08:09.000Z",
    );
    expect((await control("PATCH", "clock", { mode: "auto" })).body.mode).toBe("auto");
  });

  test("takes faults and behaviours, and reset forgets them", async () => {
    const fault = { effect: "status", status: 503, times: 9 };
    const { status, body } = await control("POST", "faults", fault);
    expect([status, body.left]).toEqual([201, 9]);
    expect((await control("PUT", "gaps/error-body", { behaviour: "empty" })).status).toBe(204);
    const get = () => send(emulator, { path: "/api/hp_job/x" });
    expect(await get()).toMatchObject({ status: 503, body: "" });
    expect((await control("POST", "reset")).status).toBe(204);
    expect((await control("GET", "faults")).body.faults).toEqual([]);
    expect(await get()).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test("lists every assumption of its contract, and every gap that can be played", async () => {
    const marked = new Set<string>();
    JSON.parse(JSON.stringify(emulated.document), (key, value) => {
      if (key === "x-assumed") for (const { id } of value) marked.add(id);
      return value;
    });
    const { total, assumptions } = (await control("GET", "assumptions")).body;
    expect(new Set(assumptions.map(({ id }: { id: string }) => id))).toEqual(marked);
    expect(total).toBe(marked.size);
    const { gaps } = (await control("GET", "gaps")).body;
    expect(gaps.map(({ gap }: { gap: string }) => gap)).toEqual(Object.keys(behaviours));
  });

  test.each([
    ["PATCH", "clock", { mode: "auto", advance: "soon" }, 422, /250ms/],
    ["PATCH", "clock", {}, 422, /./],
    ["PATCH", "clock", { mode: "auto", set: "2030-02-30" }, 422, /^At \/set: .*no time. Write/],
    ["GET", "jobs?limit=0", undefined, 422, /^The parameter limit is "0"\. Set it to/],
    ["GET", "jobs?limit=1001", undefined, 422, /from 1 to 1000/],
    ["PATCH", "clock", { advance: "999999999999d" }, 422, /1970 to the start of 9999-12-31/],
    ["PATCH", "clock", { set: "-002026-01-01T00:00:00Z" }, 422, /1970 to the start of 9999-12-31/],
    ["POST", "faults", { effect: "status", status: 99 }, 422, /\/status/],
    ["POST", "faults", { effect: "hang", operation: "nothing" }, 422, /createHpJob/],
    ["PUT", "gaps/error-body", { behaviour: "nothing" }, 422, /html-as-json/],
    ["POST", "faults", { effect: "hang", more: 1 }, 422, /\/more: This field is not known/],
    ["POST", "expect", { operation: "getHpJob", more: 1 }, 422, /\/more: This field is not known/],
    ["PATCH", "clock", { mode: "auto", more: 1 }, 422, /\/more: This field is not known/],
    ["PUT", "gaps/error-body", { behaviour: "html", more: 1 }, 422, /\/more: This field is not/],
    ["PATCH", "jobs/JOB", { status: "failed", more: 1 }, 422, /\/more: This field is not known/],
    ["PATCH", "jobs/none", { status: "failed" }, 404, /no job/],
    ["DELETE", "faults/none", undefined, 404, /no fault/],
    ["GET", "nothing", undefined, 404, /nothing/],
  ])("%s %s with %j: %i, and nothing changes", async (method, path, body, status, detail) => {
    const id = path.includes("JOB") ? await createHpJob(emulator) : "";
    const before = (await control("GET", "clock")).body;
    const refused = await control(method, path.replace("JOB", id), body);
    expect(refused).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect((await control("GET", "clock")).body).toEqual(before);
  });

  test.each([
    ["a foreign name that was pointed here", { host: "attacker.example" }],
    ["a page of another site", { origin: "https://attacker.example" }],
    ["an image of another site", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" }],
    ["a script of another port", { "sec-fetch-site": "same-site", "sec-fetch-dest": "script" }],
  ])("responds with nothing to %s", async (_name, own) => {
    const headers = { authorization: "Bearer secret-token", ...own };
    expect((await getRaw(`${emulator.url}/emulator/state`, headers)).status).toBe(403);
    expect((await getRaw(`${emulator.url}/api/avatars/public`, headers)).status).toBe(200);
  });

  test("opens the page for a link of another site", async () => {
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    expect((await getRaw(`${emulator.url}/emulator`, headers)).status).toBe(200);
  });
});
