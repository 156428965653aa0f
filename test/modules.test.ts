/** Files that put something else in the place of a module share their worker with no other file. */
import { execFileSync } from "node:child_process";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import config from "../vitest.config.ts";

test("each file with vi.mock is of a project that isolates its files", () => {
  const words = ["grep", "-l", "--extended-regexp", "vi\\.(mock|doMock)\\(", "--", "*.test.ts"];
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
