import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Emulator, Renderer } from "../src/index.ts";
import { call, createHpJob, readHpJob, send, start } from "./support/client.ts";
import { hpSegments, lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeEach(async () => void (emulator = await start()));

describe("an HP job", () => {
  test("renders, then lists a video for each row, without any waiting", async () => {
    const jobId = await createHpJob(emulator);
    expect(await readHpJob(emulator, jobId)).toMatchObject({ status: "rendering", output: {} });
    await emulator.clock.advance("9s");
    expect(await readHpJob(emulator, jobId)).toMatchObject({ status: "rendering" });
    await emulator.clock.advance("1s");
    const status = "completed";
    expect(await readHpJob(emulator, jobId)).toMatchObject({
      ...{ job_type: "hp_job", status, project_name: "Welcome videos" },
      output: { videos: [1, 2, 3].map((row) => ({ row, status })) },
    });
  });

  test.each([
    [{ data_slice_start_index: 3, data_slice_end_index: 1 }, /before it starts/],
    [{ data_slice_end_index: 1001 }, /1000 rows/],
    [{ variable_count: 2 }, /there are 1 segments/],
    [hpSegments([3, 3]), /Segment 1/],
    [{ data_xlsx_url: "https://nowhere.invalid/x.xlsx" }, /cannot be fetched/],
  ])("fails with %j", async (change, reason) => {
    const jobId = await createHpJob(emulator, change);
    await emulator.clock.advance("1m");
    const output = { error: expect.stringMatching(reason) };
    expect(await readHpJob(emulator, jobId)).toMatchObject({ status: "failed", output });
  });

  test("cannot be read under the identifier of another kind of job", async () => {
    const { body } = await call(emulator, "createLipsyncVideo", { body: lipsyncRequest() });
    expect((await call(emulator, "getHpJob", { jobId: body.job_id })).status).toBe(404);
  });
});

describe("a reserved value", () => {
  test.each([
    ["emulator:fail", "1m", "failed"],
    ["emulator:stall", "30d", "rendering"],
    ["emulator:slow", "9m", "rendering"],
    ["emulator:slow", "10m", "completed"],
    ["emulator:instant", "0s", "completed"],
    ["https://example.com/emulator:fail", "1m", "failed"],
    ["https://example.com/emulator:fail?signed=yes", "1m", "failed"],
    ["Customer 7 emulator:fail", "1m", "failed"],
    ["emulator:fail for Customer 7", "1m", "failed"],
    ["Customer 7 (emulator:instant)", "0s", "completed"],
    ["http://emulator:4010/videos", "1m", "completed"],
    ["user@emulator:fail", "1m", "completed"],
  ])("%s: after %s the job is %s", async (chosen, duration, status) => {
    const place = chosen.startsWith("https") ? "base_video_url" : "project_name";
    const jobId = await createHpJob(emulator, { [place]: chosen });
    await emulator.clock.advance(duration);
    expect((await readHpJob(emulator, jobId)).status).toBe(status);
  });

  test("makes a single row fail", async () => {
    const jobId = await createHpJob(emulator, { project_name: "emulator:fail-row-3" });
    await emulator.clock.advance("1m");
    const { videos } = (await readHpJob(emulator, jobId)).output;
    const statuses = videos.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["completed", "completed", "failed"]);
  });

  test("does not hold for a job that is completed by hand", async () => {
    const slice = { data_slice_start_index: 3, data_slice_end_index: 3 };
    const jobId = await createHpJob(emulator, { project_name: "emulator:fail-row-3", ...slice });
    await emulator.clock.advance("1m");
    expect(emulator.jobs.get(jobId)?.status).toBe("failed");
    await emulator.jobs.move(jobId, { status: "completed" });
    expect(emulator.jobs.get(jobId)?.videos).toMatchObject([{ row: 3, clip: "still" }]);
  });

  test("makes the output of a lipsync job appear in its receipt", async () => {
    const body = {
      ...lipsyncRequest(),
      script: { use: "audio", audio_url: "https://example.com/emulator:instant" },
    };
    const created = await call(emulator, "createLipsyncVideo", { body });
    expect(created.body.status).toBe("completed");
    expect((await fetch(created.body.output)).status).toBe(200);
  });
});

describe("a job that renders again", () => {
  test.each([
    ["Usual", 10_000],
    ["emulator:slow", 600_000],
    ["emulator:stall", null],
  ])("%s: takes as long as the first time, each time", async (project_name, durationMs) => {
    const jobId = await createHpJob(emulator, { project_name });
    const ways = ["rendering", "failed rendering", "rendering", "completed rendering"];
    for (const status of ways.join(" ").split(" ")) {
      await emulator.clock.advance("5s");
      await emulator.jobs.move(jobId, { status });
      const dueAtMs = durationMs === null ? null : emulator.clock.now() + durationMs;
      if (status === "rendering") expect(emulator.jobs.get(jobId)).toMatchObject({ dueAtMs });
    }
  });
});

describe("a finished video", () => {
  async function finishedVideo(): Promise<string> {
    const body = { ...slidesRequest(), template_id: "emulator:instant" };
    return (await call(emulator, "createDynamicSlideVideo", { body })).body.output;
  }

  test("is an MP4 file that can be fetched whole, in part, by its end, and by its version (RFC 9110)", async () => {
    const url = await finishedVideo();
    const get = async (headers: Record<string, string>, method = "GET") => {
      const reply = await fetch(url, { method, headers });
      return {
        ...{ status: reply.status, headers: reply.headers },
        bytes: Buffer.from(await reply.arrayBuffer()),
      };
    };
    const clip = await readFile(new URL("../assets/clip.mp4", import.meta.url));
    const { bytes: file, headers } = await get({});
    expect(headers.get("content-type")).toBe("video/mp4");
    expect(file.subarray(0, clip.length).equals(clip)).toBe(true);
    const size = file.length;
    const etag = headers.get("etag") ?? "";
    const part = (first: number, last: number) => ({
      ...{ status: 206, range: `bytes ${first}-${last}/${size}` },
      bytes: file.subarray(first, last + 1),
    });
    const all = { status: 200, range: null, bytes: file };
    const none = { status: 416, range: `bytes */${size}`, bytes: Buffer.alloc(0) };
    const range = "bytes=0-9";
    for (const [asked, wanted] of [
      [{}, all],
      [{ range: "bytes=0-0" }, part(0, 0)],
      [{ range: "bytes=5-5" }, part(5, 5)],
      [{ range: "bytes=9-10" }, part(9, 10)],
      [{ range: "bytes=5-" }, part(5, size - 1)],
      [{ range: "bytes=0-" }, part(0, size - 1)],
      [{ range: "bytes=-1" }, part(size - 1, size - 1)],
      [{ range: "bytes=-10" }, part(size - 10, size - 1)],
      [{ range: `bytes=-${size * 2}` }, part(0, size - 1)],
      [{ range: `bytes=${size - 1}-` }, part(size - 1, size - 1)],
      [{ range: `bytes=${size - 1}-${size - 1}` }, part(size - 1, size - 1)],
      [{ range: `bytes=5-${size}` }, part(5, size - 1)],
      [{ range: `bytes=0-${"9".repeat(400)}` }, part(0, size - 1)],
      // Nothing of it is in the file.
      [{ range: `bytes=${size}-` }, none],
      [{ range: `bytes=${size}-${size}` }, none],
      [{ range: `bytes=${"9".repeat(400)}-` }, none],
      [{ range: "bytes=-0" }, none],
      // No range, or more than one.
      [{ range: "bytes=5-4" }, all],
      [{ range: "bytes=10-9" }, all],
      [{ range: "bytes=-" }, all],
      [{ range: "bytes=" }, all],
      [{ range: "bytes=0-0,5-5" }, all],
      [{ range: "bytes=a-b" }, all],
      [{ range: "bytes=0x1-0x2" }, all],
      [{ range: "seconds=0-1" }, all],
      [{ range: "0-1" }, all],
      // Of this version, or of what may be another one.
      [{ range, "if-range": etag }, part(0, 9)],
      [{ range, "if-range": `W/${etag}` }, all],
      [{ range, "if-range": '"another"' }, all],
      [{ range, "if-range": headers.get("expires")! }, all],
    ] as const) {
      const found = await get(asked);
      const told = [found.status, found.headers.get("content-range")];
      const lengths = [found.headers.get("content-length"), found.bytes.equals(wanted.bytes)];
      const expected = [wanted.status, wanted.range, String(wanted.bytes.length), true];
      expect([...told, ...lengths], JSON.stringify(asked)).toEqual(expected);
    }
    const head = await get({ range }, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(size)]);
  });

  test("is another one for each job and row, and says whose it is", async () => {
    const jobId = await createHpJob(emulator, { project_name: "emulator:instant" });
    const { videos } = (await readHpJob(emulator, jobId)).output;
    const tags = new Set<string | null>();
    for (const { row, video_url } of videos) {
      const response = await fetch(video_url);
      tags.add(response.headers.get("etag"));
      expect(await response.text()).toContain(JSON.stringify({ job_id: jobId, row }));
    }
    tags.add((await fetch(await finishedVideo())).headers.get("etag"));
    expect(tags.size).toBe(4);
  });

  test("expires after an hour, and can be fetched for another one when its job has ended again", async () => {
    const url = await finishedVideo();
    await emulator.clock.advance("59m");
    expect((await fetch(url)).status).toBe(200);
    await emulator.clock.advance("1m");
    const expired = await fetch(url);
    expect([expired.status, await expired.json()]).toMatchObject([410, { code: "gone" }]);
    const [job] = emulator.jobs.list();
    for (const status of ["failed", "completed"] as const)
      await emulator.jobs.move(job!.id, { status });
    expect((await fetch(url)).status).toBe(200);
  });

  test("has another version when anything of it is another: its job, row, form, end or request", async () => {
    const clock = { mode: "manual", startAt: "2030-01-02" } as const;
    const renderer: Renderer = async (_task, { folder }) => {
      const path = join(await folder(), "file");
      await writeFile(path, "same");
      return { path, poster: path };
    };
    const own = await start({ renderer, clock });
    const create = (change = {}) =>
      createHpJob(own, { project_name: "emulator:instant", ...change });
    const tagOf = async (id: string, name = "1.mp4") => {
      const { status, headers } = await send(own, { path: `/emulator/media/${id}/${name}` });
      expect(status).toBe(200);
      return headers.get("etag");
    };
    const [job, other] = [await create(), await create()];
    const tags = [await tagOf(job), await tagOf(other)];
    tags.push(await tagOf(job, "2.mp4"), await tagOf(job, "1.jpg"));
    expect(await tagOf(job)).toBe(tags[0]);
    await own.clock.advance("1s");
    expect(await tagOf(job)).toBe(tags[0]);
    await own.jobs.move(job, { status: "failed" });
    tags.push(await tagOf(job));
    await own.reset();
    await own.clock.set("2030-01-02");
    expect(await create({ project_name: "other emulator:instant" })).toBe(job);
    tags.push(await tagOf(job));
    await own.reset();
    expect(await create()).toBe(job);
    expect(await tagOf(job)).toBe(tags[0]);
    expect(new Set(tags).size).toBe(6);
  });

  test("that was removed is not found", async () => {
    const renderer: Renderer = async (_task, { folder }) => ({
      path: join(await folder(), "gone"),
    });
    const own = await start({ renderer });
    const { body } = await call(own, "createDynamicSlideVideo", {
      body: { ...slidesRequest(), template_id: "emulator:instant" },
    });
    const reply = await fetch(body.output);
    const detail = "The file of this video has been removed.";
    expect([reply.status, await reply.json()]).toMatchObject([404, { detail }]);
  });

  test("can be broken on its way, by a fault that names downloads", async () => {
    const url = (await finishedVideo()).replace("1.mp4", "%31.mp4");
    emulator.faults.add({ effect: "status", status: 500 });
    expect((await fetch(url)).status).toBe(200);
    emulator.faults.add({ effect: "status", status: 503, operation: "downloadVideo" });
    expect((await fetch(url)).status).toBe(503);
    emulator.faults.add({ effect: "truncate", operation: "downloadVideo" });
    await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow();
    expect(emulator.requests()[0]).toMatchObject({ operation: "downloadVideo", fault: "truncate" });
    expect((await fetch(url)).status).toBe(200);
  });
});

test("the same seed gives the same identifiers, and reset starts again", async () => {
  const first = await createHpJob(emulator);
  expect(await createHpJob(await start())).toBe(first);
  await emulator.reset();
  expect(emulator.jobs.list()).toEqual([]);
  expect((await send(emulator, { path: `/api/hp_job/${first}` })).status).toBe(404);
  expect(await createHpJob(emulator)).toBe(first);
});
