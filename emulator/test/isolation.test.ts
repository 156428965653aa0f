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
