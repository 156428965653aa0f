/** What a command of this repository says of a mistake that is not its own. */
import { expect, test, vi } from "vitest";
import { runCommand } from "../scripts/support/step.ts";

test.each([
  ["EROFS", /only be read/],
  ["EACCES", /writable for your user/],
  ["EPERM", /writable for your user/],
  ["ENOSPC", /Make room/],
])("a folder that refuses with %s is named in a sentence, with a remedy", async (code, remedy) => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = Object.assign(new Error(`${code}: refused`), { code, path: "generated/a.yaml" });
  await runCommand(() => Promise.reject(failure));
  expect(told.mock.calls).toEqual([
    [expect.stringMatching(/^✗ generated\/a\.yaml cannot be used/)],
  ]);
  expect(told.mock.calls[0]![0]).toMatch(remedy);
  expect(process.exitCode).toBe(1);
  process.exitCode = 0;
});

test("a defect of ours keeps its stack trace", async () => {
  const defect = new TypeError("undefined is not a function");
  await expect(runCommand(() => Promise.reject(defect))).rejects.toBe(defect);
});
