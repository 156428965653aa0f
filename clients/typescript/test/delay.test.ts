import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settleInTime } from "../src/delay.ts";
import { beginCall } from "../src/facts.ts";

describe("a timer", () => {
  const facts = beginCall("listPublicAvatars", "GET");

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("of the longest time that a timer holds ends then", () => {
    const onTime = vi.fn();
    void settleInTime(2 ** 31 - 1, [], facts, onTime);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(onTime).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTime).toHaveBeenCalledOnce();
  });

  test("of a longer time is not set at all, because it would fire at once", () => {
    void settleInTime(2 ** 31, [], facts, () => expect.unreachable());
    expect(vi.getTimerCount()).toBe(0);
  });
});
