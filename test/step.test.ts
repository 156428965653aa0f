/** What a command of this repository says of a mistake that is not its own. */
import { beforeEach, expect, test, vi } from "vitest";
import { refuse, runCommand, step, UsageError } from "../scripts/support/step.ts";

let told: string[];
beforeEach(() => {
  told = [];
  for (const stream of ["log", "error"] as const)
    vi.spyOn(console, stream).mockImplementation((text: string) => void told.push(text));
  return () => (process.exitCode = 0);
});

test.each([
  ["EROFS", "It is on a file system that can only be read. Work in a copy elsewhere."],
  ["EACCES", "Make it writable for your user."],
  ["EPERM", "Make it writable for your user."],
  ["ENOSPC", "Make room on the disk."],
])("a folder that refuses with %s is named in a sentence, with a remedy", async (code, remedy) => {
  const failure = Object.assign(new Error(`${code}: refused`), { code, path: "generated/a.yaml" });
  await runCommand(() => Promise.reject(failure));
  expect(told).toEqual([`✗ generated/a.yaml cannot be used: ${code}: refused. ${remedy}`]);
  expect(process.exitCode).toBe(1);
});

const problem = {
  file: "a.yaml",
  line: 7,
  column: 1,
  severity: "error",
  rule: "one",
  message: "No.",
} as const;
const shown = "a.yaml:7:1  error  one\n  No.";

test.each([
  [[problem], [shown, "✗ The contract has one problem. Nothing was written."]],
  [
    [problem, problem],
    [shown, shown, "✗ The contract has 2 problems. Nothing was written."],
  ],
  [[], []],
])("problems are told before how many they are: %j", async (problems, lines) => {
  vi.stubEnv("GITHUB_ACTIONS", "false");
  await runCommand(async () => refuse("The contract", problems));
  expect(told).toEqual(lines);
  expect(process.exitCode ?? 0).toBe(problems.length > 0 ? 1 : 0);
});

test("a wrong call ends with 2, and a step with what it made and how long that took", async () => {
  await runCommand(() => Promise.reject(new UsageError("Say which.")));
  expect(process.exitCode).toBe(2);
  await step("site", async () => "dist/site/: 3 files");
  expect(told[0]).toBe("✗ Say which.");
  expect(told[1]).toMatch(/^✓ site {6}dist\/site\/: 3 files \(0\.\d s\)$/);
});

test("a defect of ours keeps its stack trace", async () => {
  const defect = new TypeError("undefined is not a function");
  await expect(runCommand(() => Promise.reject(defect))).rejects.toBe(defect);
});
