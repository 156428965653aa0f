/** A reporter of Vitest: names at the very end what was not run because the machine lacks a tool, and how to get it. */
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { MissingTool } from "./requires.ts";

/** With this variable set, as `.ci/run` does, a test that was not run is a failure. */
const strictVariable = "EVERY_TEST_MUST_RUN";

export interface Skipped {
  /** Path of the file, relative to the repository. */
  file: string;
  missing: MissingTool[];
}

export class NotRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const isStrict = Boolean(process.env[strictVariable]);
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].map((test) => describeTest(module, test)),
    );
    const lines = summarize(skipped, isStrict);
    if (lines.length > 0) console.log(lines.join("\n"));
    if (isStrict && skipped.length > 0) process.exitCode = 1;
  }
}

function describeTest(module: TestModule, test: TestCase): Skipped {
  return { file: module.relativeModuleId, missing: test.meta().missing ?? [] };
}

/**
 * The lines that end a run: for each missing tool the tests that need it. A test that is skipped for no tool was left out on
 * purpose, for instance by `-t`, and is named in a strict run alone.
 */
function summarize(skipped: Skipped[], isStrict: boolean): string[] {
  const groups = new Map<string, Skipped[]>();
  for (const test of skipped) {
    const reasons = test.missing.map(({ name, install }) => `${name} is missing: ${install}`);
    if (isStrict && reasons.length === 0) reasons.push("skipped without a missing tool");
    for (const reason of reasons) groups.set(reason, [...(groups.get(reason) ?? []), test]);
  }
  if (groups.size === 0) return [];
  return [
    isStrict ? `✗ Not run, although ${strictVariable} is set:` : "Not run:",
    ...[...groups].map(([reason, tests]) => {
      const files = [...new Set(tests.map(({ file }) => file))];
      const count = tests.length === 1 ? "1 test" : `${tests.length} tests`;
      return `  ${count} in ${files.join(", ")}; ${reason}`;
    }),
  ];
}
