/** Several tests, one emulator. */
import { expect, test } from "vitest";
import { createHpJob, readHpJob, send, start } from "./support/client.ts";

const list = { path: "/api/avatars/public" };

test("a session has jobs, faults, requests and a clock of its own", async () => {
  const emulator = await start();
  const [first, second] = [emulator.session("first"), emulator.session("second")];
  first.faults.add({ effect: "status", status: 503 });
  const ids = await Promise.all([emulator, second].map((each) => createHpJob(each)));
  await second.clock.advance("1m");
  expect((await readHpJob(emulator, ids[0]!)).status).toBe("rendering");
  expect((await readHpJob(second, ids[1]!)).status).toBe("completed");
  expect((await send(second, list)).status).toBe(200);
  expect((await send(first, list)).status).toBe(503);
  first.expect({ operation: "listPublicAvatars", times: 1, status: 503 });
  expect([emulator, first, second].map((each) => each.requests().length)).toEqual([2, 1, 3]);
  expect([emulator, first, second].map((each) => each.jobs.list().length)).toEqual([1, 0, 1]);
  await second.reset();
  expect(emulator.jobs.list()).toHaveLength(1);
});

test("a session may have any name, and the videos of its jobs lead to it", async () => {
  const emulator = await start();
  const session = emulator.session("a test / with a name");
  const jobId = await createHpJob(session, { project_name: "emulator:instant" });
  const { videos } = (await readHpJob(session, jobId)).output;
  expect((await fetch(videos[0].video_url)).headers.get("content-type")).toBe("video/mp4");
  expect((await send(session, { path: "/emulator/state" })).body.jobs).toBe(1);
  expect(emulator.requests()).toEqual([]);
});

test("of too many sessions the one ends that nobody has used for longest", async () => {
  const emulator = await start({ listen: false });
  const create = (name: string) => emulator.fetch(`/emulator/session/${name}/api/avatars/public`);
  for (let index = 0; index < 100; index++) await create(`test-${index}`);
  const kept = emulator.session("test-0");
  await create("one-more");
  expect(emulator.session("test-0") === kept).toBe(true);
  expect(emulator.session("test-1").requests()).toEqual([]);
  await kept.close();
  expect(emulator.session("test-0") === kept).toBe(false);
});

test.each(["", ".", ".."])("%j is no name of a session", async (name) => {
  const emulator = await start({ listen: false });
  expect(() => emulator.session(name)).toThrow(/is no step of an address/);
});
