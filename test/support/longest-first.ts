import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../../scripts/support/locations.ts";

/** Test files that take more than ten seconds of processor time or wait for as long, the longest first. */
const longest = [
  "test/start.test.ts",
  "renderer/test/queue.test.ts",
  "scripts/site/test/code-blocks.test.ts",
  "emulator/test/model.test.ts",
  "test/bad-input.test.ts",
  "renderer/test/kill.test.ts",
  "renderer/test/emulator.test.ts",
  "scripts/site/test/accessibility.test.ts",
  "renderer/test/slides.test.ts",
  "clients/python/test/package.test.ts",
  "test/growth.test.ts",
  "scripts/site/test/layout.test.ts",
  "renderer/test/bad-input.test.ts",
  "renderer/test/hp.test.ts",
  "renderer/test/lipsync.test.ts",
  "clients/typescript/test/packed.test.ts",
  "test/packages.test.ts",
  "conformance/test/run.test.ts",
  "gaps/test/evidence/closures.test.ts",
  "test/closing.test.ts",
  "renderer/test/package.test.ts",
  "clients/faults/test/python.test.ts",
  "clients/faults/test/go.test.ts",
  "clients/faults/test/typescript.test.ts",
  "clients/faults/test/command.test.ts",
];

/**
 * Begins with the files that take longest, of all projects, so that none is left alone at the end. Vitest itself runs one
 * project after the other, and knows how long a file takes only after it has run it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(longest.map((file, index) => [join(root, file), index]));
    const rankOf = ({ moduleId, project }: TestSpecification) =>
      // Files that share a worker come last, as Vitest has them.
      project.config.isolate ? (ranks.get(moduleId) ?? longest.length) : Infinity;
    return (await super.sort(files)).sort((one, other) => {
      const [rank, otherRank] = [rankOf(one), rankOf(other)];
      return rank === otherRank ? 0 : rank - otherRank;
    });
  }
}
