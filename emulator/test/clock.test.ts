import { expect, test } from "vitest";
import { Clock } from "../src/time/clock.ts";

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

test.each([
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2030-01-31T12:00:00+02:00", "2030-01-31T10:00:00.000Z"],
  ["2030-01-31T12:00:00.5Z", "2030-01-31T12:00:00.500Z"],
])("%s is a time", async (time, shown) => {
  const clock = new Clock({ mode: "manual" });
  await clock.set(time);
  expect(new Date(clock.now()).toISOString()).toBe(shown);
});
