import { describe, expect, it } from "vitest";
import { summarize } from "./support/not-run.ts";
import { requires, tools } from "./support/requires.ts";

const there = { name: "there", isPresent: () => true, install: "apt-get install there" };
const gone = { name: "gone", isPresent: () => false, install: "apt-get install gone" };

describe("a test that requires a tool", () => {
  it("runs where the tool is there", () => {
    expect(requires(there)).toEqual({});
  });

  it("is skipped where one is missing, and says which", () => {
    const missing = [{ name: "gone", install: "apt-get install gone" }];
    expect(requires(there, gone)).toEqual({ skip: true, meta: { missing } });
  });

  it("finds out by starting the tool", () => {
    expect(Object.values(tools).map(({ isPresent }) => typeof isPresent())).toEqual(
      Object.values(tools).map(() => "boolean"),
    );
  });
});

describe("the last lines of a run", () => {
  const python = { name: "python3", install: "apt-get install python3" };
  const curl = { name: "curl", install: "apt-get install curl" };
  const skipped = [
    { file: "samples.test.ts", missing: [python] },
    { file: "samples.test.ts", missing: [python] },
    { file: "guides.test.ts", missing: [python, curl] },
  ];

  it("are none when everything ran", () => {
    expect(summarize([], false)).toEqual([]);
    expect(summarize([], true)).toEqual([]);
  });

  it("name what was not run, and how to get each tool", () => {
    expect(summarize(skipped, false)).toEqual([
      "Not run:",
      "  3 tests in samples.test.ts, guides.test.ts; python3 is missing: apt-get install python3",
      "  1 test in guides.test.ts; curl is missing: apt-get install curl",
    ]);
  });

  it("leave out what was skipped for no tool, but where everything has to run", () => {
    const chosen = [{ file: "any.test.ts", missing: [] }];
    expect(summarize(chosen, false)).toEqual([]);
    expect(summarize(chosen, true)).toEqual([
      "✗ Not run, although EVERY_TEST_MUST_RUN is set:",
      "  1 test in any.test.ts; skipped without a missing tool",
    ]);
  });
});
