/** Files that replace a module, or change the model that the emulator's page keeps, share their worker with no other file. */
import { execFileSync } from "node:child_process";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import config from "../vitest.config.ts";

const changing = String.raw`vi\.(mock|doMock)\(|import\("\.\./page/model\.ts"\)`;

test("each file that changes a module is of a project that isolates its files", () => {
  const words = ["grep", "-l", "--extended-regexp", changing, "--", "*.test.ts"];
  const files = execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim().split("\n");
  expect(files.length).toBeGreaterThan(5);
  const projects = config.test?.projects as { test: Record<string, unknown> }[];
  const has = (patterns: unknown, file: string) =>
    ((patterns ?? []) as string[]).some((pattern) => matchesGlob(file, pattern));
  const isShared = (file: string) =>
    projects.some(
      ({ test: { include, exclude, isolate } }) =>
        !isolate && has(include, file) && !has(exclude, file),
    );
  expect(files.filter(isShared)).toEqual([]);
});
