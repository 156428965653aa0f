/** A reporter of Vitest: names at the very end what was not run because the machine lacks a tool, and how to get it. */
import type { Reporter, TestModule } from "vitest/node";

/** With this variable set, as `.ci/run` does, a test that was not run is a failure. */
const strictVariable = "EVERY_TEST_MUST_RUN";

/** Names a tool that may be missing all the same: one that comes from an index which not every machine reaches. */
const optionalVariable = "MAY_BE_MISSING";

export class NotRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const isStrict = Boolean(process.env[strictVariable]);
    // A test that is skipped for no tool was left out on purpose, for instance by `-t`.
    const unexplained = isStrict ? ["skipped without a missing tool"] : [];
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].flatMap((test) => {
        const missing = test.meta().missing ?? [];
        const reasons = missing.map(({ name, install }) => `${name} is missing: ${install}`);
        const file = module.relativeModuleId;
        return (reasons.length > 0 ? reasons : unexplained).map((reason) => ({ file, reason }));
      }),
    );
    if (skipped.length === 0) return;
    console.log(isStrict ? `✗ Not run, although ${strictVariable} is set:` : "Not run:");
    for (const [reason, tests] of Map.groupBy(skipped, (test) => test.reason)) {
      const files = [...new Set(tests.map(({ file }) => file))];
      const count = tests.length === 1 ? "1 test" : `${tests.length} tests`;
      console.log(`  ${count} in ${files.join(", ")}; ${reason}`);
    }
    const optional = process.env[optionalVariable];
    const isOptional = ({ reason }: { reason: string }) =>
      optional !== undefined && reason.startsWith(`${optional} is missing`);
    if (isStrict && !skipped.every(isOptional)) process.exitCode = 1;
  }
}
