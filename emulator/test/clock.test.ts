import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { JobStore } from "../src/jobs/job-store.ts";
import type { JobRecord } from "../src/jobs/job.ts";
import { Clock } from "../src/time/clock.ts";

describe("very many tasks that are due at once", () => {
  const count = 5000;

  test("leave turns to others while the clock is moved, and run in their order", async () => {
    const clock = new Clock({ mode: "manual", startAt: 0 });
    const ran: number[] = [];
    for (let task = 0; task < count; task++) clock.schedule(1000, () => void ran.push(task));
    const moved = clock.advance("1s");
    await nextTurn();
    expect(ran.length).toBeGreaterThan(0);
    expect(ran.length).toBeLessThan(count);
    await moved;
    expect(ran).toEqual(Array.from({ length: count }, (_, task) => task));
  });

  test("leave turns to others while the clock goes by itself", async () => {
    const clock = new Clock();
    let ran = 0;
    const most: number[] = [];
    for (let task = 0; task < count; task++) clock.schedule(clock.now(), () => void ran++);
    while (ran < count) {
      const before = ran;
      await nextTurn();
      most.push(ran - before);
    }
    expect(Math.max(...most)).toBeLessThan(count / 2);
    clock.close();
  });
});

test("a move that fails is told, and does not stop the next one", async () => {
  const clock = new Clock({ mode: "manual", startAt: "9999-12-30T00:00:00Z" });
  const moves = [clock.advance("20h"), clock.advance("20h")];
  await expect(Promise.allSettled(moves)).resolves.toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { name: "RangeError" } },
  ]);
  await clock.advance("1h");
  expect(new Date(clock.now()).toISOString()).toBe("9999-12-30T21:00:00.000Z");
});

describe("a store of many jobs", () => {
  const job = (sequence: number): JobRecord => ({
    id: `job-${sequence}`,
    operation: "createHpJob",
    input: sequence === 7 ? "needle" : "{}",
    sequence,
    createdAtMs: 0,
    dueAtMs: null,
    status: "completed",
  });
  const size = 50_000;
  const store = new JobStore(size);
  for (let sequence = 1; sequence <= size + 1000; sequence++) void store.add(job(sequence));

  test("has pages, the newest first, without those that were dropped", () => {
    const first = store.page({ limit: 3 });
    expect(first.jobs.map(({ sequence }) => sequence)).toEqual([
      size + 1000,
      size + 999,
      size + 998,
    ]);
    const last = store.page({ before: 1003, limit: 5 });
    expect(last.jobs.map(({ sequence }) => sequence)).toEqual([1002, 1001]);
    expect(last.next).toBeNull();
  });

  test("searches a part of them for each page", () => {
    const accepts = ({ input }: JobRecord) => input === "needle";
    let pages = 0;
    for (let next: number | null = Infinity; next !== null; pages++)
      ({ next } = store.page({ before: next, accepts }));
    expect(pages).toBeGreaterThan(2);
  });
});
