/** What a test suite in the same process does with an emulator. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../test/support/listen.ts";
import {
  createEmulator,
  type Emulator,
  type Har,
  OptionError,
  type Renderer,
} from "../src/index.ts";
import { Clock } from "../src/time/clock.ts";
import { monotonicMs } from "../src/time/real-time.ts";
import { call, createHpJob, getRaw, readHpJob, send, start } from "./support/client.ts";
import { hpRequest, lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeEach(async () => void (emulator = await start()));

const authorization = "Bearer emulator-token";
const post = (body: object) => ({
  method: "POST",
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("fetch", () => {
  test("responds without a port, whatever the host of the address", async () => {
    const silent = await start({ listen: false });
    const init = post({ ...hpRequest(), project_name: "emulator:instant" });
    const created = await silent.fetch(new Request("https://service.example/api/hp_job", init));
    const { job_id } = (await created.json()) as { job_id: string };
    const read = await silent.fetch(`/api/hp_job/${job_id}`, { headers: { authorization } });
    const { output } = (await read.json()) as { output: { videos: { video_url: string }[] } };
    const video = await silent.fetch(output.videos[0]?.video_url ?? "");
    expect(video.headers.get("content-type")).toBe("video/mp4");
    expect((await video.arrayBuffer()).byteLength).toBeGreaterThan(5000);
    expect((await silent.fetch("/emulator/state")).status).toBe(200);
    expect(silent.requests()[2]).toMatchObject({ url: "/api/hp_job", status: 201 });
  });

  test("breaks as a network does", async () => {
    const silent = await start({ listen: false });
    const list = (init = {}) =>
      silent.fetch("/api/avatars/public", { headers: { authorization }, ...init });
    silent.faults.add({ effect: "reset", when: "after-body" });
    await expect(list()).rejects.toBeInstanceOf(TypeError);
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error("Gone.")) });
    const sent = silent.fetch("/api/hp_job", { ...post({}), body, duplex: "half" } as RequestInit);
    await expect(sent).rejects.toBeInstanceOf(TypeError);
    silent.faults.add({ effect: "hang" });
    const signal = AbortSignal.timeout(50);
    await expect(list({ signal })).rejects.toMatchObject({ name: /Abort|Timeout/ });
    silent.faults.add({ effect: "truncate" });
    await expect(list().then((response) => response.text())).rejects.toThrow();
    silent.faults.add({ effect: "status", status: 204 });
    expect((await list()).status).toBe(204);
    expect((await list()).status).toBe(200);
  });
});

describe("beside fake timers of the test", () => {
  afterEach(() => void vi.useRealTimers());

  const faked = {
    "all that Vitest fakes": undefined,
    "setImmediate alone": { toFake: ["setImmediate" as const] },
    "setTimeout and Date": { toFake: ["setTimeout" as const, "Date" as const] },
  };
  test.each(Object.entries(faked))("%s: requests, faults, jobs and moves go on", async (_, how) => {
    vi.useFakeTimers(how);
    const first = await start({ listen: false, renderMs: 1 });
    // Another one made later has nothing to wait for either.
    for (const each of [first, await start({ listen: false, renderMs: 1 })]) {
      each.faults.add({ effect: "delay", delayMs: 1, operation: "createHpJob" });
      const created = await each.fetch("/api/hp_job", post(hpRequest()));
      const { job_id } = (await created.json()) as { job_id: string };
      await each.clock.advance("2m");
      expect(each.jobs.get(job_id)?.status).toBe("completed");
      each.clock.auto();
      await each.reset();
    }
  });

  test("that came before it was loaded: requests are answered, and its clock goes by itself", async () => {
    vi.useFakeTimers();
    vi.resetModules();
    // What was loaded beside them is not for the next file.
    onTestFinished(() => void vi.resetModules());
    const { createEmulator: create } = await import("../src/index.ts");
    const late = await create({ listen: false, renderMs: 1 });
    onTestFinished(() => late.close());
    expect((await late.fetch("/api/hp_job", post(hpRequest()))).status).toBe(201);
    // What polls moves the timers of the test.
    const endMs = monotonicMs() + 10_000;
    const statuses = () =>
      late.jobs
        .list()
        .map(({ status }) => status)
        .join();
    while (statuses() !== "completed" && monotonicMs() < endMs) await setImmediate();
    expect(statuses()).toBe("completed");
  });
});

describe("received", () => {
  test("waits for responses: as many as were asked for, or more", async () => {
    emulator.faults.add({ effect: "delay", delayMs: 5 });
    const waiting = emulator.received({ operation: "createHpJob", times: 2, status: 201 });
    await createHpJob(emulator, { project_name: "first" });
    await createHpJob(emulator, { project_name: "second" });
    const bodies = (await waiting).map(({ body }) => body);
    expect(bodies).toMatchObject([{ project_name: "second" }, { project_name: "first" }]);
    // What has come already need not come again.
    expect(await emulator.received({ operation: "createHpJob" })).toHaveLength(2);
  });

  test(
    "waits for one, and for a response, unless it is told otherwise",
    { timeout: 10_000 },
    async () => {
      const emulated = await start();
      emulated.faults.add({ effect: "hang" });
      const hanging = new AbortController();
      const { signal } = hanging;
      const hung = emulated.fetch("/api/hp_job", { ...post(hpRequest()), signal }).catch(() => {});
      await vi.waitFor(() => expect(emulated.faults.list()).toEqual([]));
      const waiting = emulated.received({ operation: "createHpJob" }, 2 ** 30);
      await createHpJob(emulated);
      expect(await waiting).toMatchObject([{ id: 2 }]);
      expect(
        await emulated.received({ operation: "createHpJob", status: 201 }, 2 ** 30),
      ).toHaveLength(1);
      hanging.abort();
      await hung;
    },
  );

  test("says what came in its place when it does not come in time", async () => {
    await createHpJob(emulator);
    const waiting = emulator.received({ operation: "getHpJob" }, 1);
    await expect(waiting).rejects.toThrow(/Expected getHpJob at least once[^]*createHpJob → 201/);
  });
});

test("finish ends every job that ends by itself", async () => {
  const jobId = await createHpJob(emulator, { project_name: "emulator:slow" });
  await createHpJob(emulator, { project_name: "emulator:stall" });
  await emulator.finish();
  expect(emulator.jobs.list().map(({ status }) => status)).toEqual(["rendering", "completed"]);
  expect(emulator.jobs.get(jobId)?.status).toBe("completed");
});

test("requests are an archive for other tools, without the token", async () => {
  const path = "/api/hp_job?x=1&y=";
  await send(emulator, { method: "POST", path, body: hpRequest() });
  emulator.faults.add({ effect: "reset", when: "after-work" });
  await createHpJob(emulator).catch(() => {});
  emulator.gaps.play("error-body", "html");
  emulator.gaps.play("interface-versioning", "header");
  emulator.faults.add({ effect: "status", status: 503 });
  await getRaw(`${emulator.url}/api/avatars/public`, {
    authorization: `Bearer ${emulator.token}`,
    host: "h",
  });
  const served = (await send(emulator, { path: "/emulator/requests.har" })).body;
  const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
  const header = (name: string, value: string) => ({ name, value });
  const none = { headersSize: -1, bodySize: -1, cookies: [], httpVersion: "HTTP/1.1" };
  const each = {
    ...{ startedDateTime: new Date(emulator.clock.now()).toISOString(), time: -1, cache: {} },
    timings: { send: -1, wait: -1, receive: -1 },
  };
  const posted = { mimeType: "application/json", text: expect.any(String) };
  for (const [har, base] of [
    [emulator.har(), emulator.url],
    [served, emulator.url],
  ]) {
    expect(har.log).toEqual({
      version: "1.2",
      creator: { name: "video-generation-emulator", version },
      entries: [
        {
          ...{ ...each, comment: "" },
          request: {
            ...{ ...none, method: "POST", url: base + path, postData: posted },
            headers: expect.arrayContaining([
              header("authorization", "[redacted]"),
              header("content-type", "application/json"),
            ]),
            queryString: [
              { name: "x", value: "1" },
              { name: "y", value: "" },
            ],
          },
          response: {
            ...{ ...none, status: 201, statusText: "Created", redirectURL: "" },
            headers: [header("content-type", "application/json")],
            content: { size: -1, mimeType: "application/json", text: expect.any(String) },
          },
        },
        {
          ...{ ...each, comment: "fault: reset" },
          request: {
            ...{ ...none, method: "POST", url: `${base}/api/hp_job`, postData: posted },
            ...{ headers: expect.any(Array), queryString: [] },
          },
          response: {
            ...{ ...none, status: 0, statusText: "", redirectURL: "", headers: [] },
            content: { size: -1, mimeType: "" },
          },
        },
        {
          ...each,
          comment: "fault: status; played: interface-versioning=header, error-body=html",
          request: {
            ...{ ...none, method: "GET", url: `${base}/api/avatars/public`, queryString: [] },
            headers: [
              header("authorization", "[redacted]"),
              header("host", "h"),
              header("connection", "keep-alive"),
            ],
          },
          response: {
            ...{ ...none, status: 503, statusText: "Service Unavailable", redirectURL: "" },
            headers: [header("content-type", "text/html")],
            content: {
              ...{ size: -1, mimeType: "text/html" },
              text: "<!doctype html><title>503</title><h1>Request refused</h1>",
            },
          },
        },
      ],
    });
    const [{ request, response }] = har.log.entries;
    expect(JSON.parse(request.postData.text)).toEqual(hpRequest());
    expect(JSON.parse(response.content.text)).toHaveProperty("job_id");
    expect(JSON.stringify(har)).not.toContain(emulator.token);
  }
});

describe("expect", () => {
  test("returns what fits, and otherwise lists what came", async () => {
    await createHpJob(emulator);
    await send(emulator, { method: "POST", path: "/api/hp_job", body: {} });
    await send(emulator, { path: "/api/nothing" });
    const { project_name } = hpRequest();
    const created = { operation: "createHpJob", status: 201, body: { project_name } } as const;
    expect(emulator.expect(created)).toHaveLength(1);
    emulator.expect({ operation: "createHpJob", times: 2 });
    emulator.expect({ operation: "getHpJob", times: 0 });
    expect(() => emulator.expect({ operation: "createHpJob", times: 1 })).toThrow(
      /createHpJob 1 times, received it 2 times\.\nReceived, the newest first:\n  GET \/api\/nothing → 404 \(.*\n  createHpJob → 422 \(.*required/,
    );
    expect(() => emulator.expect({ operation: "getHpJob" })).toThrow(/at least once/);
  });

  test("tells no number of requests of which it has forgotten some: it keeps the newest thousand", async () => {
    const count = 1001;
    for (let sent = 0; sent < count; sent++) await emulator.fetch("/api/voices/public");
    const kept = emulator.requests().map(({ id }) => id);
    expect(kept).toEqual(Array.from({ length: 1000 }, (_, age) => count - age));
    // So many are listed, exported and sent.
    const served = await emulator.fetch("/emulator/requests.har");
    for (const { log } of [emulator.har(), (await served.json()) as Har])
      expect(log.entries).toHaveLength(1000);
    emulator.expect({ operation: "listPublicVoices" });
    for (const times of [0, 1000, count])
      expect(() => emulator.expect({ operation: "listPublicVoices", times })).toThrow(
        /^Only the newest 1000 of 1001 requests are kept\. Call reset\(\) before\.$/m,
      );
    await emulator.reset();
    emulator.expect({ operation: "listPublicVoices", times: 0 });
  });

  test.each([
    [{ operation: "createHPJob", times: 0 }, /operation: Expected one of "createLipsyncVideo"/],
    [{ operation: "createHpJob", time: 0 }, /time: This field is not known/],
    [{ operation: "createHpJob", times: -1 }, /times: Expected a number >= 0/],
    [{ times: 0 }, /operation: This field is required/],
  ])("refuses %j, which no request could contradict", (expectation, reason) => {
    expect(() => emulator.expect(expectation as never)).toThrow(reason);
  });

  test("tells which fault has hit nothing, and so does the end of the emulator", async () => {
    const own = await start();
    own.faults.add({ effect: "hang", operation: "getHpJob", jobId: "job-7" });
    own.faults.add({ effect: "status", status: 503, probability: 0.001 });
    own.faults.add({ effect: "status", status: 503, times: 2, operation: "listPublicVoices" });
    await send(own, { path: "/api/voices/public" });
    const unused =
      'The fault fault-1 has hit no request: {"effect":"hang","operation":"getHpJob","jobId":"job-7"}';
    expect(() => own.expect({ operation: "getHpJob" })).toThrow(unused);
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    await own.close();
    expect(warn.mock.calls).toEqual([[unused]]);
    warn.mockRestore();
  });

  test("can be asked for over HTTP", async () => {
    await createHpJob(emulator);
    const ask = (body: object) =>
      send(emulator, { method: "POST", path: "/emulator/expect", body });
    const { project_name } = hpRequest();
    const met = await ask({ operation: "createHpJob", times: 1, body: { project_name } });
    expect(met).toMatchObject({ status: 200, body: { requests: [{ status: 201 }] } });
    const missed = await ask({ operation: "getHpJob" });
    const detail = expect.stringMatching(/^Expected getHpJob at least once[^]*createHpJob → 201/);
    expect(missed).toMatchObject({ status: 409, body: { code: "not_received", detail } });
    expect((await ask({ operation: "nothing" })).status).toBe(422);
  });

  test("shows where the nearest body differs", async () => {
    await send(emulator, { method: "POST", path: "/api/hp_job", body: {} });
    await createHpJob(emulator);
    const body = { ...hpRequest(), project_name: "another", music: 7 };
    expect(() => emulator.expect({ operation: "createHpJob", body })).toThrow(
      /nearest body, of request 2, differs:\n  \/project_name: expected "another", received "Welcome videos"\n  \/music: expected 7, received (?:true|false)$/,
    );
  });
});

describe("a move by hand", () => {
  test.each([
    [{}, /status: This field is required/],
    [{ status: "queued" }, /status: Expected one of "rendering", "completed", "failed"/],
    [{ status: "completed", output: { url: "x" } }, /output\/url: This field is not known/],
    [{ status: "completed", output: "text" }, /output: Expected (object|at most 0 characters)/],
    [{ status: "failed", colour: "red" }, /colour: This field is not known/],
  ])("%j is refused, and reads go on", async (body, reason) => {
    const jobId = await createHpJob(emulator);
    await expect(emulator.jobs.move(jobId, body as never)).rejects.toThrow(reason);
    const patched = await send(emulator, {
      method: "PATCH",
      path: `/emulator/jobs/${jobId}`,
      body,
    });
    expect(patched).toMatchObject({ status: 422, body: { code: "invalid_field" } });
    expect((await readHpJob(emulator, jobId)).status).toBe("rendering");
  });

  test("is checked against the record of its kind of job", async () => {
    const { body } = await call(emulator, "createLipsyncVideo", { body: lipsyncRequest() });
    const moved = emulator.jobs.move(body.job_id, { status: "completed", output: {} });
    await expect(moved).rejects.toThrow(/output: Expected string/);
  });

  test("that cannot be made leaves no progress behind", async () => {
    const renderer: Renderer = (_task, { reportProgress }) => {
      reportProgress(0.5);
      throw new Error("No face.");
    };
    const own = await start({ renderer });
    const jobId = await createHpJob(own, { project_name: "emulator:stall" });
    await expect(own.jobs.move(jobId, { status: "completed" })).rejects.toThrow(/No row/);
    expect(own.jobs.get(jobId)).not.toHaveProperty("progress");
  });

  test("completes no job that cannot have a video", async () => {
    const slice = { data_slice_start_index: 3, data_slice_end_index: 1 };
    const jobId = await createHpJob(emulator, slice);
    const moved = emulator.jobs.move(jobId, { status: "completed" });
    await expect(moved).rejects.toThrow(/cannot be completed: The slice ends/);
    await emulator.jobs.move(jobId, { status: "failed", error: "By hand." });
    expect((await readHpJob(emulator, jobId)).output).toEqual({ error: "By hand." });
  });
});

test("jobs stay when the contract is read anew", async () => {
  const jobId = await createHpJob(emulator);
  emulator.followContract();
  expect((await readHpJob(emulator, jobId)).status).toBe("rendering");
});

describe("a renderer", () => {
  test.each([
    ["createLipsyncVideo", lipsyncRequest(), 1],
    ["createDynamicSlideVideo", slidesRequest(), 1],
    ["createHpJob", hpRequest(), 3],
  ] as const)(
    "that begins a job of %s has done nothing of its videos",
    async (kind, body, total) => {
      const going = Promise.withResolvers<{ path: string }>();
      const own = await start({ renderer: () => going.promise });
      await call(own, kind, { body });
      const progress = () => own.jobs.list()[0]?.progress;
      await expect.poll(progress, { timeout: 10_000 }).toEqual({ done: 0, total });
      going.resolve({ path: "a.mp4" });
    },
  );

  test("shows the rows as they were read before it makes a video, and its progress never falls", async () => {
    const begun = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    const done: unknown[] = [];
    const own: Emulator = await start({
      clock: { mode: "auto" },
      renderMs: 1,
      renderer: async ({ row }, { folder, reportProgress }) => {
        begun.resolve();
        await going.promise;
        // A fault has it begin again.
        for (const share of [0.4, 0.8, 0.2]) {
          reportProgress(share);
          done.push(own.jobs.list()[0]?.progress?.done);
        }
        const path = `${await folder()}/${row?.index}.mp4`;
        await writeFile(path, "video");
        return { path };
      },
    });
    const jobId = await createHpJob(own);
    await begun.promise;
    const read = async () => (await send(own, { path: `/emulator/jobs/${jobId}` })).body;
    expect(await read()).toMatchObject({
      status: "rendering",
      progress: { done: 0, total: 3 },
      rows: [
        { index: 1, texts: ["Hello Ada welcome to the team."] },
        { index: 2, texts: ["Hello Grace welcome to the team."] },
        { index: 3, texts: ["Hello Hedy welcome to the team."] },
      ],
    });
    going.resolve();
    await expect.poll(async () => (await read()).status).toBe("completed");
    expect((await read()).rows).toHaveLength(3);
    expect(done).toEqual([...(done as number[])].sort((one, other) => one - other));
  });

  test("tells how far it is, gives a video, a picture of it and a word for it, and has a folder for each job", async () => {
    const seen: unknown[] = [];
    const own: Emulator = await start({
      renderer: async ({ row }, { folder, reportProgress, signal }) => {
        const [path, poster] = [`${await folder()}/${row?.index}.mp4`, `${await folder()}/1.jpg`];
        await Promise.all([writeFile(path, `video ${row?.index}`), writeFile(poster, "picture")]);
        reportProgress(0.5);
        seen.push(own.jobs.list()[0]?.progress?.done, signal.aborted);
        const warning = "Segment 1 is shown and not spoken.";
        return { path, poster, fidelity: "preview", ...(row?.index === 2 && { warning }) };
      },
    });
    const jobId = await createHpJob(own);
    await own.clock.advance("10s");
    expect(seen).toEqual([0.5, false, 1.5, false, 2.5, false]);
    const { videos } = (await readHpJob(own, jobId)).output;
    expect(await (await fetch(videos[1].video_url)).text()).toBe("video 2");
    const warnings = videos.map((video: { warning?: string }) => video.warning);
    expect(warnings).toEqual([undefined, "Segment 1 is shown and not spoken.", undefined]);
    const shown = (await send(own, { path: `/emulator/jobs/${jobId}` })).body.videos[1];
    expect(shown.fidelity).toBe("preview");
    const picture = await fetch(shown.poster);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    expect(await picture.text()).toBe("picture");
    await own.clock.advance("1h");
    for (const url of [videos[1].video_url, shown.poster])
      expect((await fetch(url)).status, url).toBe(410);
    await own.reset();
    expect((await fetch(videos[1].video_url)).status).toBe(404);
  });

  test("tells in a line of the log what is not in a video whose job has no output that is read", async () => {
    const said = vi.spyOn(console, "warn").mockReturnValue();
    const warning = "Slide 1 is shown and not spoken.";
    const own = await start({ renderer: async () => ({ path: "none.mp4", warning }), renderMs: 1 });
    const { job_id } = (await call(own, "createDynamicSlideVideo", { body: slidesRequest() })).body;
    await expect.poll(() => said.mock.calls).toEqual([[`The video of ${job_id}: ${warning}`]]);
    said.mockRestore();
  });

  test.each([1, 2])(
    "gets the rows of the oldest job first, %i at once of all jobs, and lets go of one before it begins many",
    async (rowsAtOnce) => {
      const order: string[] = [];
      const begun = new Set<string>();
      let [running, maxRunning, maxBegun] = [0, 0, 0];
      const render: Renderer = async ({ jobId, row }) => {
        order.push(`${jobId} ${row?.index}`);
        maxRunning = Math.max(maxRunning, ++running);
        maxBegun = Math.max(maxBegun, begun.add(jobId).size);
        // Rows end in the order in which they begin. Beside a slow one, later jobs may rightly begin.
        await setImmediate();
        running--;
        return { path: "none.mp4" };
      };
      const release = (jobId: string) => void begun.delete(jobId);
      const renderer = Object.assign(render, { rowsAtOnce, release });
      const own = await start({ renderer, renderMs: 1 });
      await Promise.all(Array.from({ length: 6 }, () => createHpJob(own)));
      await expect.poll(() => [order.length, begun.size]).toEqual([18, 0]);
      const oldestFirst = own.jobs.list().toReversed();
      expect(order).toEqual(
        oldestFirst.flatMap(({ id }) => [1, 2, 3].map((row) => `${id} ${row}`)),
      );
      expect(maxRunning).toBe(rowsAtOnce);
      expect(maxBegun).toBeLessThanOrEqual(2);
    },
  );

  test("that does not stop when it is told does not keep others waiting", async () => {
    const own = await start({
      renderer: async ({ input }, { folder }) => {
        if (input["template_id"] === "hangs") await new Promise(() => {});
        return { path: `${await folder()}/1.mp4` };
      },
    });
    const create = async (template_id: string) => {
      const body = { ...slidesRequest(), template_id };
      return (await call(own, "createDynamicSlideVideo", { body })).body.job_id as string;
    };
    const [hanging, waiting] = [await create("hangs"), await create("works")];
    const toldAt = performance.now();
    await own.jobs.move(hanging, { status: "failed" });
    await own.clock.advance("10s");
    expect(own.jobs.get(waiting)?.status).toBe("completed");
    // It has a second; the rest is for a busy machine.
    expect(performance.now() - toldAt).toSatisfy((ms: number) => ms > 900 && ms < 10_000);
  });

  test.each([undefined, {}, { path: 7 }])("that returns %j is told so", async (made) => {
    const own = await start({ renderer: () => made as never });
    await call(own, "createDynamicSlideVideo", { body: slidesRequest() });
    await own.clock.advance("10s");
    expect(own.jobs.list()[0]?.error).toBe("The renderer returned no path.");
  });

  test("that ends after its job was moved by hand changes nothing", async () => {
    const end = Promise.withResolvers<void>();
    const own = await start({
      renderer: async (_task, { folder }) => {
        await end.promise;
        return { path: `${await folder()}/1.mp4` };
      },
    });
    const jobId = await createHpJob(own);
    const moved = own.clock.advance("1m");
    await setImmediate();
    await own.jobs.move(jobId, { status: "failed" });
    end.resolve();
    await moved;
    const statuses = own.jobs.get(jobId)?.history.map(({ status }) => status);
    expect(statuses).toEqual(["rendering", "failed"]);
  });

  test("that ends a move after a reset changes no job of the same identifier", async () => {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const renderer: Renderer = async (_task, { folder }) => {
      const path = `${await folder()}/1.mp4`;
      await writeFile(path, "");
      begun.resolve();
      await ended.promise;
      return { path };
    };
    const own = await start({ renderer });
    const stalled = { project_name: "emulator:stall" };
    const jobId = await createHpJob(own, stalled);
    const moved = own.jobs.move(jobId, { status: "completed" });
    await begun.promise;
    const reset = own.reset();
    expect(await createHpJob(own, stalled)).toBe(jobId);
    ended.resolve();
    await Promise.allSettled([moved, reset]);
    expect(own.jobs.get(jobId)?.status).toBe("rendering");
  });

  test("fetches what a request names under the rules for spreadsheets, and has its own sample where none can be", async () => {
    const files = createServer((_request, response) => response.end("a base video"));
    await using server = await listen(files);
    const results: unknown[] = [];
    const renderer: Renderer = async (_task, { folder, download }) => {
      const path = `${await folder()}/base`;
      const fetch = async (address: string, maxBytes: number) => {
        const fetched = download(address, path, { timeoutMs: 5000, maxBytes });
        results.push([await fetched.catch(({ message }: Error) => message), existsSync(path)]);
      };
      await fetch("https://example.com/base-video", 100);
      await fetch(`${server.origin}/base`, 100);
      await fetch(`${server.origin}/base`, 5);
      await fetch("http://10.0.0.1/base", 100);
      return { path };
    };
    const own = await start({ allowHosts: ["127.0.0.1"], renderer });
    await call(own, "createDynamicSlideVideo", { body: slidesRequest() });
    await own.clock.advance("10s");
    expect(results).toEqual([
      [false, false],
      [true, true],
      [expect.stringMatching(/larger than 5 bytes/), false],
      [expect.stringMatching(/private host.* the emulator and its workers/), false],
    ]);
  });
});

test("a job ends at its time, however far the clock is moved", async () => {
  const own = await start();
  const jobId = await createHpJob(own);
  await own.clock.advance("1d");
  const [begun, ended] = own.jobs.get(jobId)!.history;
  expect(ended!.atMs - begun!.atMs).toBe(10_000);
});

test("a clock whose next task is due in thirty days lets the process rest", async () => {
  const clock = new Clock({ startAt: 0 });
  onTestFinished(() => clock.close());
  const takeUntil = vi.fn(() => undefined);
  clock.follow({ nextTimeMs: () => 30 * 86_400_000, takeUntil });
  // Node makes a delay that it cannot hold one of 1 ms.
  await delay(5);
  expect(takeUntil).not.toHaveBeenCalled();
});

test("a job that is due before an earlier one ends in time, while the clock goes by itself", async () => {
  const own = await start({ clock: { mode: "auto" }, renderMs: 20 });
  await createHpJob(own, { project_name: "emulator:slow" });
  const jobId = await createHpJob(own);
  await expect.poll(() => own.jobs.get(jobId)?.status).toBe("completed");
});

describe("a clock", () => {
  test("goes on from where it was moved to, whatever time has passed before", async () => {
    const clock = new Clock({ startAt: 0 });
    await delay(20);
    const movedMs = performance.now();
    await clock.set(1_000_000);
    expect(clock.now() - 1_000_000).toBeLessThanOrEqual(performance.now() - movedMs);
  });

  test("does not go back for what is overdue", async () => {
    const clock = new Clock({ startAt: 1000, mode: "manual" });
    const times: number[] = [];
    const overdue = [{ timeMs: 500, run: () => void times.push(clock.now()) }];
    clock.follow({ nextTimeMs: () => overdue[0]?.timeMs, takeUntil: () => overdue.shift() });
    await clock.advance(10);
    expect(times).toEqual([1000]);
  });
});

test.each(["20.20.2", "22.12.9"])("an old Node is named: %s", async (node) => {
  const versions = { ...process.versions, node };
  const real = Object.getOwnPropertyDescriptor(process, "versions")!;
  Object.defineProperty(process, "versions", { ...real, value: versions });
  onTestFinished(() => void Object.defineProperty(process, "versions", real));
  await expect(createEmulator()).rejects.toThrow(
    new OptionError(
      `video-generation-emulator needs Node 22.13 or later, and this is ${process.version}.`,
    ),
  );
});

describe.each<[whose: string, of: (emulator: Emulator) => Emulator]>([
  ["an emulator", (emulator) => emulator],
  ["a session, with its emulator", (emulator) => emulator.session("one")],
])("the end of %s", (_, of) => {
  /** Sends a create without a port, as a session too can be asked. */
  const create = async (place: Emulator) => {
    const response = await place.fetch("/api/hp_job", post(hpRequest()));
    return ((await response.json()) as { job_id: string }).job_id;
  };

  test("stops what its renderer does, and removes the files", async () => {
    const begun = Promise.withResolvers<{ folder: string; signal: AbortSignal }>();
    const renderer: Renderer = async (_task, { folder, signal }) => {
      begun.resolve({ folder: await folder(), signal });
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("It was stopped.")));
      });
    };
    const own = await createEmulator({ listen: false, renderer });
    await create(of(own));
    const { folder, signal } = await begun.promise;
    expect([existsSync(folder), signal.aborted]).toEqual([true, false]);
    await own.close();
    expect([existsSync(folder), signal.aborted]).toEqual([false, true]);
  });

  test("ends its clock: no job ends any more", async () => {
    const own = await createEmulator({ listen: false, clock: { mode: "manual" } });
    const place = of(own);
    const id = await create(place);
    await own.close();
    await place.clock.advance("1d");
    expect(place.jobs.get(id)?.status).toBe("rendering");
  });

  test("tells which of its faults has hit nothing", async () => {
    const own = await createEmulator({ listen: false });
    of(own).faults.add({ effect: "hang" });
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    await own.close();
    expect(warn.mock.calls).toEqual([[expect.stringContaining("has hit no request")]]);
  });
});

test("what was closed leaves no handle behind", async () => {
  const handles = () =>
    process.getActiveResourcesInfo().filter((name) => /^(?:TCPServerWrap|Timeout)$/.test(name));
  const before = handles().length;
  for (let count = 0; count < 50; count++) {
    const emulator = await createEmulator();
    await call(emulator, "createHpJob", { body: hpRequest() });
    await emulator.close();
  }
  expect(handles().length).toBeLessThanOrEqual(before);
});

test("a move of the clock that fails is told, and does not stop the next one", async () => {
  const { clock } = await start({ clock: { mode: "manual", startAt: "9999-12-30T00:00:00Z" } });
  const moves = [clock.advance("20h"), clock.advance("20h")];
  await expect(Promise.allSettled(moves)).resolves.toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { name: "RangeError" } },
  ]);
  await clock.advance("1h");
  expect(new Date(clock.now()).toISOString()).toBe("9999-12-30T21:00:00.000Z");
});

test.each([
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2030-01-31T12:00:00+02:00", "2030-01-31T10:00:00.000Z"],
  ["2030-01-31T12:00:00.5Z", "2030-01-31T12:00:00.500Z"],
])("%s is a time", async (time, shown) => {
  await emulator.clock.set(time);
  expect(new Date(emulator.clock.now()).toISOString()).toBe(shown);
});
