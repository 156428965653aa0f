/** The end of an emulator, whatever is under way: it comes at once, and leaves nothing. */
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { workbook } from "../../test/support/workbook.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { AddressPolicy } from "../src/download/addresses.ts";
import { fetchFile } from "../src/download/download.ts";
import { createEmulator, type Emulator, type FaultSpec } from "../src/index.ts";
import { readWorkbook } from "../src/service/workbook/read-workbook.ts";
import { createHpJob } from "./support/client.ts";

/** Sockets and servers that are open in this process. */
const handles = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP"));

/** What there is more of than before. A socket takes a few turns to be gone. */
async function leftSince(before: string[]): Promise<string[]> {
  for (let turn = 0; ; turn++) {
    const known = [...before];
    const left = handles().filter((name) => {
      const place = known.indexOf(name);
      if (place >= 0) known.splice(place, 1);
      return place < 0;
    });
    if (left.length === 0 || turn === 300) return left;
    await delay(10);
  }
}

const authorised = "Host: x\r\nAuthorization: Bearer emulator-token\r\n";
const read = (base: string) => `GET ${base}/api/avatars/public HTTP/1.1\r\n${authorised}\r\n`;
const beginCreate = (base: string) =>
  `POST ${base}/api/hp_job HTTP/1.1\r\n${authorised}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;

describe.each(["", "/emulator/session/one"])("at %j", (base) => {
  test.each<
    [what: string, sent: (base: string) => string, fault?: FaultSpec | undefined, reply?: RegExp]
  >([
    ["a connection without a request", () => ""],
    ["half of a head", () => "GET /api/avatars/pub"],
    ["a body that does not come", beginCreate],
    ["a request that hangs", read, { effect: "hang" }],
    ["a response that stalls", read, { effect: "stall" }, /^HTTP\/1.1 200 [^]*avatars_list/],
    ["a response that is late", read, { effect: "delay", delayMs: 2 ** 30 }],
    ["a connection that is kept", read, undefined, /^HTTP\/1.1 200 [^]*\}\]\}$/],
  ])("%s ends with it", { timeout: 10_000 }, async (_, bytesFor, fault, reply) => {
    const before = handles();
    const emulator = await createEmulator({ seed: 1, clock: { mode: "auto" } });
    const own = base === "" ? emulator : emulator.session("one");
    // It waits for its end.
    await createHpJob(own);
    await own.reset();
    if (fault) own.faults.add(fault);
    const port = Number(new URL(emulator.url).port);
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text) => (received += text));
    // Where a request is cut off, the connection may be reset.
    socket.on("error", () => {});
    await once(socket, "connect");
    const bytes = bytesFor(base);
    socket.write(bytes);
    if (bytes.includes("\r\n\r\n")) await vi.waitFor(() => expect(own.requests()).toHaveLength(1));
    if (fault) await vi.waitFor(() => expect(own.faults.list()).toEqual([]));
    if (reply) await vi.waitFor(() => expect(received).toMatch(reply));
    const gone = new Promise((resolve) => socket.once("close", resolve));
    await Promise.all([emulator.close(), gone]);
    if (!reply) expect(received).toBe("");
    expect(await leftSince(before)).toEqual([]);
    // The port is free, for who starts it again.
    await (await createEmulator({ port })).close();
  });
});

/** Each is given up after so long, and its row says so: what is never sent to its end would hang. */
const maxMs = 5000;
const post = { method: "POST", body: "{" };
test.each<[what: string, act: (emulator: Emulator) => Promise<unknown>, came: unknown]>([
  ["a request without a body", async (emulator) => (await fetchFrom(emulator)).status, 200],
  ["a request with a body", async (emulator) => (await fetchFrom(emulator, post)).status, 400],
  [
    "a download",
    async ({ url }) => {
      const limits = { timeoutMs: maxMs, maxBytes: 100_000 };
      const allowed = new AddressPolicy([], true);
      return String(await fetchFile(`${url}/emulator/health`, allowed, limits, buffer))[0];
    },
    "{",
  ],
])("%s is sent to its end, and leaves nothing", async (_, act, came) => {
  const before = handles();
  const emulator = await createEmulator();
  const told = act(emulator).catch(({ message }: Error) => message);
  expect(await told).toBe(came);
  await emulator.close();
  expect(await leftSince(before)).toEqual([]);
});

const fetchFrom = (emulator: Emulator, init: RequestInit = {}) =>
  emulator.fetch(init.method === "POST" ? "/api/hp_job" : "/api/avatars/public", {
    ...init,
    headers: { authorization: "Bearer emulator-token", "content-type": "application/json" },
    signal: AbortSignal.timeout(maxMs),
  });

const slice = { start: 1, end: 1, columns: 1 };
test.each<[what: string, act: () => Promise<unknown>]>([
  ["that was read", () => readWorkbook(workbook([["Name"], ["Ada"]]), slice)],
  ["that took too long", () => readWorkbook(workbook([["Name"], ["Ada"]]), slice, undefined, 0)],
])("a spreadsheet %s leaves no process", async (_, act) => {
  const processes = () =>
    process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
  const before = processes();
  await act().catch(() => {});
  await expect.poll(processes, { timeout: 10_000 }).toBe(before);
});

test("a data folder that is not in use holds one file for its jobs", async () => {
  await using folder = await temporaryFolder();
  for (let count = 0; count < 2; count++) {
    const emulator = await createEmulator({ dataFolder: folder.path });
    await createHpJob(emulator);
    await emulator.close();
    expect(await readdir(folder.path)).toEqual(["jobs.sqlite"]);
  }
});

test("it may be ended twice, and again while it ends", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const emulator = await createEmulator({ seed: 1 });
  emulator.faults.add({ effect: "hang" });
  onTestFinished(() => emulator.close());
  await Promise.all([emulator.close(), emulator.close()]);
  await emulator.close();
  expect(warn).toHaveBeenCalledTimes(1);
});
