/** A step after another one: the second time is as the first, or goes on where it ended. */
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { hpRequest } from "../../test/support/example-requests.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Emulator, EmulatorOptions } from "../src/index.ts";
import { call, createHpJob, readHpJob, send, start } from "./support/client.ts";

const instant = { project_name: "emulator:instant" };
const ids = (emulator: Emulator) => emulator.jobs.list().map(({ id }) => id);
const statusOf = async (emulator: Emulator, path: string, method = "GET", body?: unknown) =>
  (await send(emulator, { method, path, body })).status;

describe.each(["in memory", "in a data folder"])("with jobs %s,", (place) => {
  let options: EmulatorOptions;
  beforeEach(async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    options = place === "in memory" ? {} : { dataFolder: folder.path };
  });
  /** Where there is a folder, an emulator that goes on with it. */
  const goOn = async (emulator: Emulator, more: EmulatorOptions = {}) => {
    if (options.dataFolder === undefined) return emulator;
    await emulator.close();
    return start({ ...options, ...more });
  };

  test("jobs that are dropped after a reset are those of after it", async () => {
    const emulator = await start({ ...options, maxJobs: 2 });
    for (let count = 0; count < 5; count++) await createHpJob(emulator, instant);
    await emulator.reset();
    const created = [];
    for (let count = 0; count < 4; count++) created.push(await createHpJob(emulator, instant));
    expect(ids(emulator)).toEqual([created[3], created[2]]);
    expect(emulator.jobs.list().map(({ sequence }) => sequence)).toEqual([4, 3]);
  });

  test("an identifier of before a reset is unknown, and so is one that was dropped", async () => {
    const emulator = await start({ ...options, maxJobs: 1 });
    const read = (id: string) => statusOf(emulator, `/api/hp_job/${encodeURIComponent(id)}`);
    emulator.gaps.play("identifier-formats", "digits");
    expect(await read("none")).toBe(404);
    const before = await createHpJob(emulator, instant);
    expect(await read(before)).toBe(200);
    await emulator.reset();
    const dropped = await createHpJob(emulator, instant);
    expect([await read(before), await read(dropped)]).toEqual([404, 200]);
    const kept = await createHpJob(emulator, instant);
    expect([await read(dropped), await read(kept)]).toEqual([404, 200]);
    await emulator.reset();
    expect([await read(dropped), await read(kept)]).toEqual([404, 404]);
    expect(emulator.jobs.list()).toEqual([]);
  });

  test("a create that found no room finds some once a job has ended", async () => {
    const emulator = await start({ ...options, maxJobs: 1 });
    const create = async () => (await call(emulator, "createHpJob", { body: hpRequest() })).status;
    expect([await create(), await create()]).toEqual([201, 503]);
    await emulator.clock.advance("10s");
    expect([await create(), await create()]).toEqual([201, 503]);
    await emulator.clock.advance("10s");
    expect(await create()).toBe(201);
    expect(emulator.jobs.list()).toMatchObject([{ sequence: 3, status: "rendering" }]);
  });

  test("a job keeps nothing of an earlier end", async () => {
    const emulator = await start(options);
    const id = await createHpJob(emulator);
    const move = async (change: Parameters<Emulator["jobs"]["move"]>[1]) => {
      await emulator.jobs.move(id, change);
      const { error, output, rows, videos } = emulator.jobs.get(id)!;
      return [error, output, rows !== undefined, videos.length];
    };
    await emulator.clock.advance("10s");
    expect(await move({ status: "failed", error: "first" })).toEqual(["first", undefined, true, 3]);
    expect(await move({ status: "failed" })).toEqual([undefined, undefined, true, 3]);
    const output = { videos: [] };
    expect(await move({ status: "completed", output })).toEqual([undefined, output, true, 3]);
    expect(await move({ status: "rendering" })).toEqual([undefined, undefined, false, 0]);
    expect((await readHpJob(emulator, id)).output).toEqual({});
    expect(await move({ status: "failed", error: "second" })).toEqual([
      ...["second", undefined],
      ...[false, 0],
    ]);
    expect(await move({ status: "completed" })).toEqual([undefined, undefined, true, 3]);
    expect(emulator.jobs.get(id)!.history).toHaveLength(8);
  });

  test("a third start goes on as the second did", async () => {
    let emulator = await start({ ...options, maxJobs: 3 });
    for (let sequence = 1; sequence <= 3; sequence++) {
      await createHpJob(emulator, sequence === 2 ? instant : {});
      emulator = await goOn(emulator, { maxJobs: 3 });
      expect(emulator.jobs.list()[0]).toMatchObject({ sequence });
    }
    // The second has ended first.
    await emulator.clock.advance("10s");
    emulator = await goOn(emulator, { maxJobs: 3 });
    const sequences = () => emulator.jobs.list().map(({ sequence }) => sequence);
    for (const left of [
      [4, 3, 1],
      [5, 4, 3],
    ]) {
      await createHpJob(emulator, instant);
      expect(sequences()).toEqual(left);
    }
    await emulator.reset();
    emulator = await goOn(emulator, { maxJobs: 3 });
    await createHpJob(emulator);
    expect(sequences()).toEqual([1]);
  });
});

test("faults are numbered on, removed once, and hit one after the other", async () => {
  const emulator = await start();
  const add = (status: number, times: number) =>
    emulator.faults.add({ effect: "status", status, times }).id;
  expect([add(500, 1), add(501, 2), add(502, 1)]).toEqual(["fault-1", "fault-2", "fault-3"]);
  expect(emulator.faults.remove("fault-1")).toBe(true);
  expect(emulator.faults.remove("fault-1")).toBe(false);
  expect(add(503, 1)).toBe("fault-4");
  const left = () => emulator.faults.list().map((fault) => `${fault.id} ${fault.left}`);
  const seen = [];
  for (let count = 0; count < 5; count++)
    seen.push([await statusOf(emulator, "/api/avatars/public"), left().join()]);
  expect(seen).toEqual([
    [501, "fault-2 1,fault-3 1,fault-4 1"],
    [501, "fault-3 1,fault-4 1"],
    [502, "fault-4 1"],
    [503, ""],
    [200, ""],
  ]);
  emulator.faults.clear();
  expect(add(500, 1)).toBe("fault-1");
  emulator.faults.clear();
});

test("requests are numbered anew once they are forgotten", async () => {
  const emulator = await start();
  const numbers = async () => {
    await statusOf(emulator, "/api/avatars/public");
    return emulator.requests().map(({ id }) => id);
  };
  expect([await numbers(), await numbers()]).toEqual([[1], [2, 1]]);
  expect(await statusOf(emulator, "/emulator/requests", "DELETE")).toBe(204);
  expect([await numbers(), await numbers()]).toEqual([[1], [2, 1]]);
  emulator.expect({ operation: "listPublicAvatars", times: 2 });
});

test("of a gap the behaviour that was chosen last is played, until it is stopped", async () => {
  const emulator = await start();
  const typeOf = async () => (await send(emulator, { path: "/api/hp_job/none" })).mediaType;
  const put = (behaviour: string) =>
    statusOf(emulator, "/emulator/gaps/error-body", "PUT", { behaviour });
  const seen = [];
  for (const behaviour of ["html", "list", "html", "empty"]) {
    expect(await put(behaviour)).toBe(204);
    seen.push(await typeOf());
  }
  expect(await put("nothing")).toBe(422);
  seen.push(await typeOf());
  for (let count = 0; count < 2; count++) {
    expect(await statusOf(emulator, "/emulator/gaps/error-body", "DELETE")).toBe(204);
    seen.push(await typeOf());
  }
  const assumed = "application/problem+json";
  expect(seen).toEqual(["text/html", "application/json", "text/html", "", "", assumed, assumed]);
});

test("a clock goes on from each of its moves, forward, back and by itself", async () => {
  const emulator = await start({ clock: { mode: "manual", startAt: "2030-01-01" } });
  const change = async (body: object) =>
    (await send(emulator, { method: "PATCH", path: "/emulator/clock", body })).body;
  const shown = [];
  for (const move of [
    { advance: "1h" },
    { advance: "1h" },
    { set: "2030-01-01" },
    { advance: "1m" },
  ])
    shown.push((await change(move)).now);
  const hours = ["01:00:00", "02:00:00", "00:00:00", "00:01:00"];
  expect(shown).toEqual(hours.map((hour) => `2030-01-01T${hour}.000Z`));
  const id = await createHpJob(emulator);
  await change({ set: "2030-01-01T00:00:30Z" });
  await change({ advance: "39999ms" });
  expect(emulator.jobs.get(id)?.status).toBe("rendering");
  expect(await change({ mode: "auto" })).toMatchObject({ mode: "auto" });
  await expect.poll(() => emulator.jobs.get(id)?.status).toBe("completed");
  const { now } = await change({ mode: "manual" });
  expect(now >= "2030-01-01T00:01:10.000Z").toBe(true);
  expect(await change({ mode: "manual" })).toMatchObject({ mode: "manual", now });
  // What has ended stays so.
  await change({ set: "2030-01-01" });
  expect(emulator.jobs.get(id)?.status).toBe("completed");
});

test("a session that was closed begins anew, with the options of its emulator", async () => {
  const emulator = await start({ renderMs: 1000, token: "mine", seed: 7 });
  const clock = emulator.clock.now();
  for (let count = 0; count < 2; count++) {
    const session = emulator.session("one");
    expect([session.seed, session.token, session.jobs.list(), session.requests()]).toEqual([
      ...[7, "mine"],
      ...[[], []],
    ]);
    expect(session.clock.mode).toBe("manual");
    session.gaps.play("error-body", "html");
    const id = await createHpJob(session);
    expect(id).toBe(await createHpJob(emulator));
    await session.clock.advance("1s");
    expect(session.jobs.get(id)?.status).toBe("completed");
    await session.close();
    await emulator.reset();
  }
  expect(emulator.clock.now()).toBe(clock);
});
