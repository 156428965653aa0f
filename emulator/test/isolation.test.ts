import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { call, send } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

test("two emulators in one process share no state", async () => {
  const first = await createEmulator({ seed: 1, token: "first" });
  const second = await createEmulator({ seed: 2, token: "second" });
  const { body } = await call(first, "createHpJob", { body: hpRequest() });
  first.faults.add({ effect: "status", status: 503 });
  first.gaps.play("error-body", "empty");
  await first.clock.advance("1h");
  expect(second.jobs.list()).toEqual([]);
  expect(second.faults.list()).toEqual([]);
  expect(second.requests()).toEqual([]);
  expect(second.clock.now()).toBeLessThan(first.clock.now());
  const missing = await call(second, "getHpJob", { jobId: body.job_id });
  expect(missing).toMatchObject({ status: 404, body: { code: "not_found" } });
  const foreign = { path: "/api/avatars/public", headers: { authorization: "Bearer first" } };
  expect((await send(second, foreign)).status).toBe(401);
  await first.close();
  await second.close();
});

test(
  "500 starts and stops leave no handle behind, and no memory",
  { timeout: 300_000 },
  async () => {
    const cycle = async () => {
      const emulator = await createEmulator();
      await call(emulator, "createHpJob", { body: hpRequest() });
      await emulator.close();
    };
    for (let index = 0; index < 50; index++) await cycle();
    const before = usage();
    for (let index = 0; index < 450; index++) await cycle();
    const after = usage();
    expect(after.handles).toBeLessThanOrEqual(before.handles);
    // What one emulator holds is some hundred KiB: a leak of them would be far above this.
    expect(after.heapBytes - before.heapBytes).toBeLessThan(10 * 1024 * 1024);
  },
);

// Without a collection the heap tells what was used, not what is held.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function usage() {
  collectGarbage();
  const handles = process
    .getActiveResourcesInfo()
    .filter((name) => /^(?:TCPServerWrap|TCPSocketWrap|Timeout|FSReqCallback)$/.test(name)).length;
  return { handles, heapBytes: process.memoryUsage().heapUsed };
}
