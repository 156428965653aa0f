import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginCall } from "../src/errors.ts";
import { pause } from "../src/timing.ts";

const facts = beginCall("listPublicAvatars", "GET");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a pause of the longest time that a timer holds ends then", async () => {
  const ended = vi.fn();
  void pause(2 ** 31 - 1, [], facts).then(ended);
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test("a longer one sets no timer, because it would end at once", () => {
  void pause(2 ** 31, [], facts);
  expect(vi.getTimerCount()).toBe(0);
});
