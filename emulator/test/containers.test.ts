/** Called from another machine: here, from and by another loopback address, which only `--control-host` lets in. */
import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../src/index.ts";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await createEmulator({
    host: "0.0.0.0",
    controlHosts: ["emulator"],
    controlToken: "control",
    publicUrl: "http://emulator:4010",
  });
});
afterEach(() => emulator.close());

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

function get(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(emulator.url + path, { headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
}

const host = "emulator:4010";
const authorization = "Bearer control";

describe("the control plane, called by a name that was allowed", () => {
  test("asks for the token", async () => {
    const refused = await get("/emulator/state", { host });
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: "unauthorized",
      detail: expect.stringContaining("control token"),
    });
    expect(
      (await get("/emulator/state", { host, authorization: "Bearer emulator-token" })).status,
    ).toBe(401);
  });

  test("answers with the token, in a header or as a cookie", async () => {
    const state = await get("/emulator/state", { host, authorization });
    expect(JSON.parse(state.body).url).toBe("http://emulator:4010");
    const entered = await get("/emulator/enter?token=control", { host });
    expect(entered).toMatchObject({ status: 303, headers: { location: "/emulator" } });
    const [cookie = ""] = [entered.headers["set-cookie"]].flat();
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await get("/emulator", { host, cookie: cookie.split(";")[0] ?? "" })).status).toBe(200);
    expect(
      (await get("/emulator/enter?token=other", { host })).headers["set-cookie"],
    ).toBeUndefined();
  });

  test.each(["%", "%zz", "", "other"])("refuses the cookie %j", async (token) => {
    const cookie = `emulator-control=${token}`;
    expect((await get("/emulator/state", { host, cookie })).status).toBe(401);
  });

  test("answers no page of another site, token or not", async () => {
    const origin = "https://attacker.example";
    expect((await get("/emulator/state", { host, authorization, origin })).status).toBe(403);
    const own = "http://emulator:4010";
    expect((await get("/emulator/state", { host, authorization, origin: own })).status).toBe(200);
  });
});

test("a name that was not allowed is refused with the option that would allow it", async () => {
  const refused = await get("/emulator/state", { host: "other:4010", authorization });
  expect(refused.status).toBe(403);
  expect(JSON.parse(refused.body)).toMatchObject({
    code: "forbidden",
    detail: expect.stringContaining("--control-host other"),
  });
});

test("this machine needs no token, and the address that is printed can be called", async () => {
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${emulator.url}/emulator/state`)).status).toBe(200);
});

test("the health is for everybody", async () => {
  const health = await get("/emulator/health", { host: "10.1.2.3" });
  expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: "ok" }]);
});
