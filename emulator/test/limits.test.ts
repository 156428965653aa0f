/** Each limit to its last unit: just below and just above. Its figure is not taken from where the emulator has it. */
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { listen } from "../../test/support/listen.ts";
import { readArguments } from "../src/app/arguments.ts";
import { createEmulator, type EmulatorOptions, type FaultSpec } from "../src/index.ts";
import { createHpJob, readHpJob, send, start } from "./support/client.ts";

describe("an option", () => {
  test.each<[option: string, within: unknown[], beyond: unknown[]]>([
    ["port", [0, 65_535], [-1, 65_536]],
    ["renderMs", [0, 3_155_760_000_000], [-1, 3_155_760_000_001]],
    ["seed", [0, Number.MAX_SAFE_INTEGER], [-1, Number.MAX_SAFE_INTEGER + 1]],
    ["maxJobs", [1, Number.MAX_SAFE_INTEGER], [0, Number.MAX_SAFE_INTEGER + 1]],
  ])("%s may be from %j, and not %j", async (option, within, beyond) => {
    const create = (value: unknown) =>
      createEmulator({ listen: false, [option]: value } as EmulatorOptions);
    for (const value of within) await (await create(value)).close();
    for (const value of beyond)
      await expect(create(value)).rejects.toThrow(`${option} is ${String(value)}. Set it to`);
  });

  test("that is not given has the value that the help says", async () => {
    expect(await readArguments([])).toEqual({ port: 4010, allowThisMachine: true });
    const emulator = await start();
    expect([emulator.url, emulator.token]).toEqual([
      expect.stringContaining("http://127.0.0.1:"),
      "emulator-token",
    ]);
    const jobId = await createHpJob(emulator);
    await emulator.clock.advance(9_999);
    expect(emulator.jobs.get(jobId)?.status).toBe("rendering");
    await emulator.clock.advance(1);
    expect(emulator.jobs.get(jobId)?.status).toBe("completed");
  });
});

const longest = 2 ** 31 - 1;
test.each<[field: string, spec: object, within: unknown[], beyond: unknown[]]>([
  ["status", { effect: "status" }, [200, 599], [199, 600]],
  ["delayMs", { effect: "delay" }, [0, longest], [-1, longest + 1]],
  ["maxDelayMs", { effect: "delay", delayMs: 0 }, [0, longest], [-1, longest + 1]],
  ["times", { effect: "hang" }, [1], [0, 1.5]],
  ["probability", { effect: "hang" }, [0.001, 1], [0, 1.001]],
])("of a fault %s may be %j %j, and not %j", async (field, spec, within, beyond) => {
  const { faults } = await start({ listen: false });
  onTestFinished(() => faults.clear());
  const add = (value: unknown) => faults.add({ ...spec, [field]: value } as FaultSpec);
  for (const value of within) expect(add(value)).toMatchObject({ [field]: value });
  for (const value of beyond) expect(() => add(value), String(value)).toThrow(`/${field}`);
});

test("a job of emulator:slow takes ten minutes", async () => {
  const emulator = await start();
  const jobId = await createHpJob(emulator, { project_name: "emulator:slow" });
  await emulator.clock.advance(599_999);
  expect((await readHpJob(emulator, jobId)).status).toBe("rendering");
  await emulator.clock.advance(1);
  expect((await readHpJob(emulator, jobId)).status).toBe("completed");
});

test("a slice of 1,000 rows is taken", async () => {
  const emulator = await start();
  const jobId = await createHpJob(emulator, { data_slice_end_index: 1000 });
  await emulator.clock.advance("1m");
  expect((await readHpJob(emulator, jobId)).output.videos).toHaveLength(1000);
});

test("a job of 50 variables finds a value for each in the sample of a sheet", async () => {
  const emulator = await start();
  const times = Array.from({ length: 50 }, (_, index): [number, number] => [index, index + 1]);
  const jobId = await createHpJob(emulator, { variable_count: 50, ...hpSegments(...times) });
  await emulator.clock.advance("1m");
  const { videos } = (await readHpJob(emulator, jobId)).output;
  expect(videos.map(({ error }: { error?: string }) => error)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("lists have 100 entries when nobody says how many, and up to 1,000", async () => {
  const emulator = await start();
  const headers = { authorization: `Bearer ${emulator.token}` };
  for (let count = 0; count < 101; count++)
    await emulator.fetch("/api/hp_job", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(hpRequest()),
    });
  const read = async (path: string) => (await send(emulator, { path: `/emulator/${path}` })).body;
  const { jobs, next, total } = await read("jobs");
  expect([jobs.length, next, total]).toEqual([100, 2, 101]);
  expect((await read(`jobs?before=${next}`)).jobs).toHaveLength(1);
  expect((await read("jobs?limit=1000")).jobs).toHaveLength(101);
  expect((await read("requests")).requests).toHaveLength(100);
  expect((await read("requests?limit=1000")).requests.length).toBeGreaterThan(100);
});

test.each([
  [5 * 1024 * 1024, /cannot be read: it is no \.xlsx workbook/],
  [5 * 1024 * 1024 + 1, /cannot be fetched: it is larger than 5242880 bytes/],
])("a spreadsheet may have 5 MiB: %i bytes", async (size, reason) => {
  const file = Buffer.alloc(size, "x");
  await using server = await listen(createServer((_, response) => response.end(file)));
  const emulator = await start({ allowThisMachine: true });
  const data_xlsx_url = `${server.origin}/data.xlsx`;
  const jobId = await createHpJob(emulator, { data_xlsx_url });
  await emulator.clock.advance("1m");
  expect((await readHpJob(emulator, jobId)).output.error).toMatch(reason);
});

test("an expectation that fails shows ten requests, ten differences and 200 letters of a value", async () => {
  const emulator = await start({ listen: false });
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  const long = (letters: number) => "x".repeat(letters - 2);
  const body = JSON.stringify({ short: long(200), long: long(201) });
  const messageOf = () => {
    const wanted = Array.from({ length: 11 }, (_, index) => [`field-${index}`, 1]);
    const fields = { short: 1, long: 1, ...Object.fromEntries(wanted) };
    try {
      emulator.expect({ operation: "createHpJob", body: fields });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  for (let count = 0; count < 10; count++)
    await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  expect(messageOf()).not.toContain("more");
  await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  const lines = messageOf().split("\n");
  expect(lines.filter((line) => line.startsWith("  createHpJob → "))).toHaveLength(10);
  expect(lines).toContain("  … and 1 more");
  expect(lines.filter((line) => line.startsWith("  /"))).toHaveLength(10);
  expect(lines).toContain(`  /short: expected 1, received "${long(200)}"`);
  expect(lines).toContain(`  /long: expected 1, received "${long(201)}…`);
});

test("what the newest requests take in memory is about 16 MiB", async () => {
  const emulator = await start({ listen: false });
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  // Of each, so much is kept, and a few hundred letters of its headers and its response.
  const body = "x".repeat(65_536);
  for (let count = 0; count < 300; count++)
    await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
  const kept = emulator.requests().length;
  expect(kept).toBeLessThanOrEqual(256);
  expect(kept).toBeGreaterThan(245);
});
