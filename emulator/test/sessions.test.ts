/** Several tests, one emulator. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Emulator } from "../src/index.ts";
import { createHpJob, getRaw, readHpJob, send, start, timeoutMs } from "./support/client.ts";

/** It stands still, but for what a test says has gone. */
const time = vi.hoisted(() => ({ goneMs: 0 }));
vi.mock(import("../src/time/real-time.ts"), async (load) => {
  return { ...(await load()), monotonicMs: () => time.goneMs };
});

const list = { path: "/api/avatars/public" };

test("a session has jobs, faults, requests and a clock of its own", async () => {
  const emulator = await start();
  const [first, second] = [emulator.session("first"), emulator.session("second")];
  expect([first.seed, second.seed]).toEqual([emulator.seed, emulator.seed]);
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

describe("of too many sessions", () => {
  const fill = async () => {
    const emulator = await start({ listen: false });
    for (let index = 0; index < 100; index++) emulator.session(`test-${index}`);
    return emulator;
  };

  test("the one ends that nobody has used for longest, and for a minute", async () => {
    const emulator = await fill();
    time.goneMs += 60_000;
    const kept = emulator.session("test-0");
    const [second, third] = [emulator.session("test-1"), emulator.session("test-2")];
    const oneMore = await emulator.fetch("/emulator/session/one-more/emulator/state");
    expect(oneMore.status).toBe(200);
    expect(emulator.session("test-0") === kept).toBe(true);
    expect(emulator.session("test-1") === second).toBe(true);
    expect(emulator.session("test-2") === third).toBe(true);
    await kept.close();
    const again = emulator.session("test-0");
    expect(again === kept).toBe(false);
    // Whoever closes what is closed ends no other one of the same name.
    await kept.close();
    expect(emulator.session("test-0") === again).toBe(true);
  });

  test("none ends that is in use, and one more is refused", async () => {
    const emulator = await fill();
    time.goneMs += 59_999;
    const first = emulator.session("test-0");
    expect(() => emulator.session("one-more")).toThrow(
      "There are 100 sessions, and all were used within the last minute. Close those that are over: session.close().",
    );
    const response = await emulator.fetch("/emulator/session/one-more/emulator/state");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(
      "There are 100 sessions, and all were used within the last minute.",
    );
    expect(emulator.session("test-0") === first).toBe(true);
  });
});

describe("who may begin a session", () => {
  const authorization = "Bearer emulator-token";
  const image = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };
  const begin = async (headers: Record<string, string>) => {
    const emulator = await start();
    const { status } = await getRaw(
      `${emulator.url}/emulator/session/refunds/api/avatars/public`,
      headers,
    );
    // What was refused is in the log of the emulator alone.
    const isBegun = emulator.session("refunds").requests().length > 0;
    return { status, isBegun };
  };

  test.each([
    ["a program with the token", { authorization }, 200, true],
    ["a program of this machine without it", {}, 401, true],
    ["an image of a page of another site", image, 403, false],
    ["a page of another site", { origin: "https://elsewhere.example" }, 403, false],
    ["a name that leads here", { host: "elsewhere.example" }, 403, false],
    ["a name that leads here, with the token", { host: "emulator", authorization }, 200, true],
  ])("%s: %j", async (_, headers, status, isBegun) => {
    expect(await begin(headers)).toEqual({ status, isBegun });
  });
});

describe.each([
  ["", ""],
  [".", "."],
  ["..", ".."],
  ["..", "%2e%2E"],
  [undefined, "%zz"],
])("%j, %j in an address", (name, step) => {
  test("is no name of a session", async () => {
    const emulator = await start();
    const { hostname, port } = new URL(emulator.url);
    // An URL would take such steps away.
    const sent = request({
      hostname,
      port,
      path: `/emulator/session/${step}/emulator/state`,
    }).end();
    const [{ statusCode }] = (await once(sent, "response")) as [IncomingMessage];
    expect(statusCode).toBe(step === "" ? 404 : 400);
    if (name !== undefined)
      expect(() => emulator.session(name)).toThrow(/is no step of an address/);
  });
});

/** So much of a body is kept. */
const longBody = {
  ...{ method: "POST", body: "x".repeat(65_536) },
  headers: { authorization: "Bearer emulator-token", "content-type": "application/json" },
};

test("a log keeps requests of so much text, and drops the oldest", async () => {
  const emulator = await start({ listen: false });
  for (let count = 0; count < 400; count++) await emulator.fetch("/api/hp_job", longBody);
  const kept = emulator.requests();
  expect(kept[0]!.id).toBe(400);
  expect(JSON.stringify(kept).length).toBeLessThan(24 * 1024 * 1024);
  expect(kept.length).toBeGreaterThan(200);
  const once = { operation: "createHpJob", times: 400 } as const;
  expect(() => emulator.expect(once)).toThrow(/Only the newest/);
});

test("what was sent before a reset, and is served after it, takes no room in the log", async () => {
  const emulator = await start({ listen: false });
  emulator.faults.add({ effect: "delay", delayMs: 500, times: 300 });
  const sent = Array.from({ length: 300 }, () => emulator.fetch("/api/hp_job", longBody));
  await vi.waitFor(() => expect(emulator.faults.list()).toEqual([]), timeoutMs);
  await emulator.reset();
  await Promise.all(sent);
  await emulator.fetch("/api/one");
  await emulator.fetch("/api/two");
  expect(emulator.requests().map(({ url }) => url)).toEqual(["/api/two", "/api/one"]);
});

/** What is counted, drawn or remembered, and how to see it. Seen twice without a reset, it differs. */
const fromTheStart: [what: string, see: (emulator: Emulator) => unknown, gaps?: "random"][] = [
  ["identifiers of jobs", createHpJob],
  [
    "identifiers of requests",
    async (emulator) => {
      await send(emulator, list);
      return emulator.requests().map(({ id }) => id);
    },
  ],
  ["identifiers of faults", ({ faults }) => faults.add({ effect: "hang" }).id],
  [
    "requests that a fault hits by chance",
    async (emulator) => {
      emulator.faults.add({ effect: "status", status: 503, probability: 0.5 });
      const statuses = [];
      for (let sent = 0; sent < 20; sent++) statuses.push((await send(emulator, list)).status);
      return statuses;
    },
  ],
  [
    "behaviours that are drawn",
    ({ gaps }) => {
      const drawn = gaps.list().map(({ gap, played }) => [gap, played]);
      for (const { gap, behaviours } of gaps.list()) gaps.play(gap, behaviours[0]!.name);
      return drawn;
    },
    "random",
  ],
  [
    "memories of a behaviour",
    async (emulator) => {
      emulator.gaps.play("token-lifecycle", "an-hour");
      const { status } = await send(emulator, list);
      await emulator.clock.advance("2h");
      return status;
    },
  ],
];

describe.each(["in memory", "in a data folder"])("after a reset, with jobs %s,", (place) => {
  test.each(fromTheStart)("%s are as at the start", async (_, see, gaps) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const kept = place === "in memory" ? {} : { dataFolder: folder.path };
    const emulator = await start({ ...(gaps && { gaps }), ...kept });
    const first = await see(emulator);
    expect(await see(emulator)).not.toEqual(first);
    await emulator.reset();
    expect(await see(emulator)).toEqual(first);
  });
});
