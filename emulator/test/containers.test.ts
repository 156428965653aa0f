/** Called from another machine: here, from and by another loopback address, which only `--control-host` lets in. */
import { beforeEach, expect, test } from "vitest";
import type { Emulator } from "../src/index.ts";
import { createHpJob, getRaw, readHpJob, start } from "./support/client.ts";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await start({
    host: "0.0.0.0",
    controlHosts: ["emulator"],
    controlToken: "con/trol",
    publicUrl: "http://emulator:4010",
  });
});

const get = (path: string, headers: Record<string, string>) => getRaw(emulator.url + path, headers);
const host = "emulator:4010";
const authorization = "Bearer con/trol";

test.each<[name: string, headers: Record<string, string>, status: number, reply: RegExp]>([
  [
    "without the token",
    { host },
    401,
    /"unauthorized","detail":"The control plane needs the control token, which the emulator printed at its start\. Send: Authorization: Bearer <token>, or open \/emulator\/enter\?token=<token>\."/,
  ],
  ["with another token", { host, authorization: "Bearer emulator-token" }, 401, /control token/],
  ["with the token", { host, authorization }, 200, /"url":"http:\/\/emulator:4010"/],
  ["with the token as a cookie", { host, cookie: "emulator-control=con%2Ftrol" }, 200, /"url"/],
  [
    "with it as the last cookie",
    { host, cookie: "a=b; emulator-control=con%2Ftrol" },
    200,
    /"url"/,
  ],
  [
    "with it as the first cookie",
    { host, cookie: "emulator-control=con%2Ftrol; a=b" },
    200,
    /"url"/,
  ],
  ["with half of an escape", { host, cookie: "emulator-control=%" }, 401, /unauthorized/],
  ["with an empty cookie", { host, cookie: "emulator-control=" }, 401, /unauthorized/],
  ["with another cookie", { host, cookie: "emulator-control=other" }, 401, /unauthorized/],
  ["from another page", { host, authorization, origin: "https://x.example" }, 403, /another site/],
  ["from its own page", { host, authorization, origin: "http://emulator:4010" }, 200, /"url"/],
  [
    "by another name",
    { host: "other:4010", authorization },
    403,
    /"The control plane refuses this request\. It serves programs on its own machine, and was called as other from 127\.0\.0\.\d+\. To allow that, start the emulator with --control-host other\."/,
  ],
])("the control plane responds to a call %s", async (_name, headers, status, reply) => {
  const received = await get("/emulator/state", headers);
  expect([received.status, received.body]).toEqual([status, expect.stringMatching(reply)]);
  expect(received.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
});

test("the address that is printed leaves the token with the browser, and no other one", async () => {
  const entered = await get("/emulator/enter?token=con/trol", { host });
  expect(entered).toMatchObject({ status: 303, headers: { location: "/emulator" } });
  const [cookie = ""] = [entered.headers["set-cookie"]].flat();
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  expect((await get("/emulator", { host, cookie: cookie.split(";")[0] ?? "" })).status).toBe(200);
  const other = await get("/emulator/enter?token=other", { host });
  expect(other.headers["set-cookie"]).toBeUndefined();
});

test("this machine needs no token, the address that is printed can be called, and anybody may ask for the health", async () => {
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${emulator.url}/emulator/state`)).status).toBe(200);
  const health = await get("/emulator/health", { host: "10.1.2.3" });
  expect([health.status, health.body]).toEqual([200, '{"status":"ok"}']);
});

test("the addresses of videos begin with the public one", async () => {
  const jobId = await createHpJob(emulator, { project_name: "emulator:instant" });
  const { output } = await readHpJob(emulator, jobId);
  const { origin, pathname } = new URL(output.videos[0].video_url);
  expect(origin).toBe("http://emulator:4010");
  expect((await get(pathname, { host })).headers["content-type"]).toBe("video/mp4");
});
