/** What a test suite in the same process does with an emulator. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listen } from "../../scripts/support/listen.ts";
import {
  createEmulator,
  type Emulator,
  type RenderContext,
  type Renderer,
  type RenderTask,
} from "../src/index.ts";
import type { JsonObject } from "../src/contract/json.ts";
import { createSchemas } from "../src/contract/schemas.precompiled.ts";
import { assemble, followContract, moveJob } from "../src/parts.ts";
import type { JobKind } from "../src/service/names.ts";
import { call, send } from "./support/client.ts";
import { emulated } from "./support/contracts.ts";
import { hpRequest, lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeEach(
  async () => void (emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } })),
);
afterEach(() => emulator.close());

describe("fetch", () => {
  const authorization = "Bearer emulator-token";
  let silent: Emulator;
  beforeEach(async () => void (silent = await createEmulator({ listen: false })));
  afterEach(() => silent.close());

  test("answers without a port, whatever the host of the address", async () => {
    const request = new Request("https://service.example/api/hp_job", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ ...hpRequest(), project_name: "emulator:instant" }),
    });
    const created = await silent.fetch(request);
    expect(created.status).toBe(201);
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
    const list = (init = {}) =>
      silent.fetch("/api/avatars/public", { headers: { authorization }, ...init });
    silent.faults.add({ effect: "reset", when: "after-body" });
    await expect(list()).rejects.toBeInstanceOf(TypeError);
    silent.faults.add({ effect: "hang" });
    const signal = AbortSignal.timeout(50);
    await expect(list({ signal })).rejects.toMatchObject({ name: /Abort|Timeout/ });
    silent.faults.add({ effect: "truncate" });
    await expect(list().then((response) => response.text())).rejects.toThrow();
    silent.faults.add({ effect: "status", status: 204 });
    expect((await list()).status).toBe(204);
    expect((await list()).status).toBe(200);
  });

  test("has the address of an emulator that listens", async () => {
    const created = await emulator.fetch("/api/template_dynamic_slide_video", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ ...slidesRequest(), template_id: "emulator:instant" }),
    });
    const { output } = (await created.json()) as { output: string };
    expect(output).toContain(emulator.url);
    expect((await fetch(output)).status).toBe(200);
  });
});

describe("expect", () => {
  test("returns what fits, and otherwise lists what came", async () => {
    await call(emulator, "createHpJob", { body: hpRequest() });
    await send(emulator, { method: "POST", path: "/api/hp_job", body: {} });
    await send(emulator, { path: "/api/nothing" });
    const { project_name } = hpRequest();
    expect(
      emulator.expect({ operation: "createHpJob", status: 201, body: { project_name } }),
    ).toHaveLength(1);
    emulator.expect({ operation: "createHpJob", times: 2 });
    emulator.expect({ operation: "getHpJob", times: 0 });
    expect(() => emulator.expect({ operation: "createHpJob", times: 1 })).toThrow(
      /createHpJob 1 times, received it 2 times\.\nReceived, the newest first:\n  GET \/api\/nothing → 404 \(.*\n  createHpJob → 422 \(.*required/,
    );
    expect(() => emulator.expect({ operation: "getHpJob" })).toThrow(/at least once/);
  });

  test("shows where the nearest body differs", async () => {
    await send(emulator, { method: "POST", path: "/api/hp_job", body: {} });
    await call(emulator, "createHpJob", { body: hpRequest() });
    const body = { ...hpRequest(), project_name: "another", music: 7 };
    expect(() => emulator.expect({ operation: "createHpJob", body })).toThrow(
      /nearest body, of request 2, differs:\n  \/project_name: expected "another", received "Welcome videos"\n  \/music: expected 7, received (?:true|false)$/,
    );
  });
});

describe("jobs and faults", () => {
  test("one is got by its identifier", async () => {
    const { job_id } = (await call(emulator, "createHpJob", { body: hpRequest() })).body;
    expect(emulator.jobs.get(job_id)).toMatchObject({ id: job_id, status: "rendering" });
    expect(emulator.jobs.get("none")).toBeUndefined();
  });

  test("a fault that was handed out is a copy, and can be removed", async () => {
    const fault = emulator.faults.add({ effect: "status", status: 503, times: 5 });
    fault.left = 1;
    (emulator.faults.list()[0] as { left: number }).left = 1;
    for (let count = 0; count < 2; count++) await send(emulator, { path: "/api/avatars/public" });
    expect(emulator.faults.list()).toMatchObject([{ left: 3 }]);
    expect([emulator.faults.remove(fault.id), emulator.faults.remove(fault.id)]).toEqual([
      true,
      false,
    ]);
    expect((await send(emulator, { path: "/api/avatars/public" })).status).toBe(200);
  });
});

describe("a move by hand", () => {
  const create = async () =>
    (await call(emulator, "createHpJob", { body: hpRequest() })).body.job_id as string;

  test.each([
    [{}, /status: This field is required/],
    [{ status: "queued" }, /status: Expected one of "rendering", "completed", "failed"/],
    [{ status: "completed", output: { url: "x" } }, /output\/url: This field is not known/],
    [{ status: "completed", output: "text" }, /output: Expected (object|at most 0 characters)/],
    [{ status: "failed", colour: "red" }, /colour: This field is not known/],
  ])("%j is refused, and reads go on", async (change, reason) => {
    const jobId = await create();
    await expect(emulator.jobs.move(jobId, change as never)).rejects.toThrow(reason);
    const patched = await send(emulator, {
      method: "PATCH",
      path: `/emulator/jobs/${jobId}`,
      body: change,
    });
    expect(patched).toMatchObject({ status: 422, body: { code: "invalid_field" } });
    expect((await call(emulator, "getHpJob", { jobId })).body.status).toBe("rendering");
  });

  test("of a job with one video needs an output that is a text", async () => {
    const created = await call(emulator, "createDynamicSlideVideo", { body: slidesRequest() });
    const { job_id } = created.body;
    await expect(emulator.jobs.move(job_id, { status: "failed", output: {} })).rejects.toThrow(
      /output: Expected string/,
    );
    await emulator.jobs.move(job_id, { status: "completed" });
    expect(emulator.jobs.get(job_id)?.videos).toHaveLength(1);
  });

  test("is judged by what shows a job of its kind", async () => {
    const parts = assemble({ seed: 1 });
    const document = structuredClone(emulated.document);
    const receipt = document.components.schemas["LipsyncVideoReceipt"]?.[
      "properties"
    ] as JsonObject;
    receipt["status"] = { const: "rendering" };
    parts.contract = { ...emulated, document, schemas: createSchemas("emulator", document) };
    const create = (operation: JobKind, input: object) => {
      const text = JSON.stringify(input);
      const request = { operation, input: input as JsonObject, text, scenario: {}, isLocal: false };
      return parts.runner.create(request);
    };
    const lipsync = await create("createLipsyncVideo", lipsyncRequest());
    const slides = await create("createDynamicSlideVideo", slidesRequest());
    await moveJob(parts, slides, { status: "failed" });
    await expect(moveJob(parts, lipsync, { status: "failed" })).rejects.toThrow(
      /status: Expected "rend/,
    );
    parts.clock.close();
  });

  test("completes no job that cannot have a video", async () => {
    const body = { ...hpRequest(), data_slice_start_index: 3, data_slice_end_index: 1 };
    const jobId = (await call(emulator, "createHpJob", { body })).body.job_id;
    await expect(emulator.jobs.move(jobId, { status: "completed" })).rejects.toThrow(
      /cannot be completed: The slice ends/,
    );
    await emulator.jobs.move(jobId, { status: "failed", error: "By hand." });
    expect((await call(emulator, "getHpJob", { jobId })).body.output).toEqual({
      error: "By hand.",
    });
  });
});

test("jobs stay when the contract is read anew, unless its shapes do not fit them any more", async () => {
  const parts = assemble({ seed: 1, clock: { mode: "manual" } });
  const create = (input: JsonObject) =>
    parts.runner.create({
      ...{ operation: "createHpJob", input, text: JSON.stringify(input), scenario: {} },
      isLocal: false,
    });
  const kept = await create(hpRequest() as unknown as JsonObject);
  await create({ ...hpRequest(), music: "no boolean" } as unknown as JsonObject);
  expect(await followContract(parts)).toBe(1);
  await parts.clock.advance("1m");
  expect(parts.jobs.list()).toMatchObject([{ id: kept.id, status: "completed" }]);
  const { job_id } = (await call(emulator, "createHpJob", { body: hpRequest() })).body;
  expect(await emulator.followContract()).toBe(0);
  expect((await call(emulator, "getHpJob", { jobId: job_id })).status).toBe(200);
});

describe("a renderer", () => {
  test("is told to stop, tells how far it is, and has a folder for each job", async () => {
    const seen: unknown[] = [];
    const own = await createEmulator({
      clock: { mode: "manual" },
      renderer: async ({ row }, { folder, reportProgress, signal }) => {
        const path = `${await folder()}/${row?.index}.mp4`;
        await writeFile(path, `video ${row?.index}`);
        reportProgress(0.5);
        seen.push(own.jobs.list()[0]?.progress, signal.aborted);
        return { path };
      },
    });
    const { job_id } = (await call(own, "createHpJob", { body: hpRequest() })).body;
    await own.clock.advance("10s");
    expect(seen).toEqual([
      { done: 0.5, total: 3 },
      false,
      { done: 1.5, total: 3 },
      false,
      { done: 2.5, total: 3 },
      false,
    ]);
    const { videos } = (await call(own, "getHpJob", { jobId: job_id })).body.output;
    expect(await (await fetch(videos[1].video_url)).text()).toBe("video 2");
    await own.reset();
    expect((await fetch(videos[1].video_url)).status).toBe(404);
    await own.close();
  });

  test("gets the rows of the oldest job first, so many at once of all jobs together", async () => {
    let running = 0;
    const seen: [jobId: string, row: number | undefined][] = [];
    const atOnce: number[] = [];
    const renderer: Renderer = Object.assign(
      async ({ jobId, row }: RenderTask, { folder }: RenderContext) => {
        atOnce.push(++running);
        seen.push([jobId, row?.index]);
        await setImmediate();
        running--;
        return { path: `${await folder()}/${row?.index}.mp4` };
      },
      { rowsAtOnce: 2 },
    );
    const own = await createEmulator({ renderer, rendersAtOnce: true, renderMs: 1 });
    const body = hpRequest();
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => (await call(own, "createHpJob", { body })).body.job_id),
    );
    await expect
      .poll(() => own.jobs.list().every(({ status }) => status === "completed"))
      .toBe(true);
    const order = own.jobs
      .list()
      .toReversed()
      .map(({ id }) => id);
    expect(seen.map(([id]) => id)).toEqual(order.flatMap((id) => [id, id, id]));
    expect([ids.length, Math.max(...atOnce)]).toEqual([4, 2]);
    await own.close();
  });

  test("that does not stop when it is told does not keep others waiting", async () => {
    const own = await createEmulator({
      clock: { mode: "manual" },
      rendersAtOnce: true,
      renderer: async ({ input }, { folder }) =>
        input["template_id"] === "hangs"
          ? new Promise(() => {})
          : { path: `${await folder()}/1.mp4` },
    });
    const create = (template_id: string) =>
      call(own, "createDynamicSlideVideo", { body: { ...slidesRequest(), template_id } });
    const hanging = (await create("hangs")).body.job_id;
    const waiting = (await create("works")).body.job_id;
    await own.jobs.move(hanging, { status: "failed" });
    await own.clock.advance("10s");
    expect(own.jobs.get(waiting)?.status).toBe("completed");
    await own.close();
  });

  test("fetches what a request names under the rules for spreadsheets, and has its own sample where none can be", async () => {
    await using server = await listen(
      createServer((_request, response) => response.end("a base video")),
    );
    const results: unknown[] = [];
    const renderer: Renderer = async (_task, { folder, download }) => {
      const path = `${await folder()}/base`;
      const limits = { timeoutMs: 5000, maxBytes: 100 };
      for (const [address, maxBytes] of [
        ["https://example.com/base-video", 100],
        [`${server.origin}/base`, 100],
        [`${server.origin}/base`, 5],
        ["http://10.0.0.1/base", 100],
      ] as const) {
        const result = await download(address, path, { ...limits, maxBytes }).catch(
          (error: Error) => error.message,
        );
        results.push(result, existsSync(path));
      }
      throw new Error("Nothing to see.");
    };
    const options = { allowHosts: ["127.0.0.1"], renderer };
    const own = await createEmulator({ ...options, clock: { mode: "manual" } });
    await call(own, "createDynamicSlideVideo", { body: slidesRequest() });
    await own.clock.advance("10s");
    expect(results).toEqual([
      ...[false, false],
      ...[true, true],
      ...[expect.stringMatching(/larger than 5 bytes/), false],
      ...[expect.stringMatching(/10\.0\.0\.1 is a private host/), false],
    ]);
    await own.close();
  });

  test("may give a picture of its video, and a word for how close it is to a real one", async () => {
    const renderer: Renderer = async (_task, { folder }) => {
      const [path, poster] = [`${await folder()}/1.mp4`, `${await folder()}/1.jpg`];
      await Promise.all([writeFile(path, "video"), writeFile(poster, "picture")]);
      return { path, poster, fidelity: "preview" };
    };
    const own = await createEmulator({ clock: { mode: "manual" }, renderer });
    await call(own, "createDynamicSlideVideo", { body: slidesRequest() });
    await own.clock.advance("10s");
    const { jobs } = (await (await fetch(`${own.url}/emulator/jobs`)).json()) as any;
    const [{ poster, fidelity }] = jobs[0].videos;
    expect(fidelity).toBe("preview");
    const picture = await fetch(poster);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    expect(await picture.text()).toBe("picture");
    await own.close();
  });

  test("is asked for nothing more of a job that is gone, and is waited for until it has let go of its files", async () => {
    const begun = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const renderer: Renderer = async ({ row }, { signal, folder }) => {
      seen.push(row?.index);
      const path = `${await folder()}/part`;
      begun.resolve();
      await once(signal, "abort");
      await setImmediate();
      await writeFile(path, "written while it stops");
      seen.push("stopped");
      throw signal.reason;
    };
    const own = await createEmulator({ rendersAtOnce: true, renderer });
    await call(own, "createHpJob", { body: hpRequest() });
    await begun.promise;
    await own.reset();
    expect(seen).toEqual([1, "stopped"]);
    await own.close();
    expect(seen).toEqual([1, "stopped"]);
  });
});
