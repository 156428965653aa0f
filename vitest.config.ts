import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { NotRunReporter } from "./test/support/not-run.ts";

/**
 * Enough for a compiler, a browser or a server on a busy machine. No test waits for time to pass: each ends with what it waits for.
 * What comes without a program to be started, such as an event, comes in a second, and fails within one minute.
 */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Of rooms whose longest test takes a few seconds on a machine that does nothing else: one that hangs need not take longer to fail. */
const quick = { testTimeout: 120_000, hookTimeout: 120_000 };

const packageTests = [
  "bench/client/sizes.test.ts",
  "clients/{command,go,python}/test/package.test.ts",
  "clients/typescript/test/packed.test.ts",
  "emulator/test/package.test.ts",
  "renderer/test/package.test.ts",
  "gaps/test/package.test.ts",
  "test/packages.test.ts",
  "test/recipes.test.ts",
];

/** Runs the projects in the order in which they stand here. Vitest would take that of their names. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => this.ctx.projects.indexOf(project);
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

const support = join(import.meta.dirname, "test/support");

/**
 * For tests of what the emulator and the renderer choose where nobody has answered: they and the programs that they start have the
 * frozen contract.
 */
const frozenContract = [
  { find: /^.*\/contract-files\.ts$/, replacement: join(support, "frozen-contract-files.ts") },
];
const useFrozenContract = pathToFileURL(join(support, "use-frozen-contract.js")).href;
const onFrozenContract = { NODE_OPTIONS: `--import=${useFrozenContract}` };

/** Whether the service has shown or said something: worlds of answers begin where nobody has answered. */
const isAnswered = readFileSync(
  join(import.meta.dirname, "generated/openapi.json"),
  "utf8",
).includes('"x-verified"');

/** They replace a module, or change what it keeps, which other files of a worker would share. */
const replacingTests = [
  "scripts/release/test/steps.test.ts",
  "{emulator,conformance}/test/{command,options,explore-options}.test.ts",
  "emulator/test/{keys,limits,page-cells,page-model,sessions}.test.ts",
];

export default defineConfig({
  test: {
    // Many tests wait for a server's pause, a browser or a child process, and leave their core to others meanwhile.
    maxWorkers: availableParallelism() + 2,
    // A worker loads what its files share once, but for projects whose helpers keep something for one file. What a test changes
    // in the process is put back after it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // The compilers, linters and servers that tests start are large, and the same every time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node") },
    // What Vitest takes by default, and after its last line the tests that a machine could not run.
    reporters: [
      "default",
      ...(process.env["GITHUB_ACTIONS"] ? ["github-actions" as const] : []),
      new NotRunReporter(),
    ],
    sequence: { sequencer: InOrder },
    // Those with the longest files come first, so that none is left alone at the end.
    projects: [
      {
        // In a real browser, on the site as it is built for them.
        test: {
          name: "site",
          include: ["scripts/site/test/**/*.test.ts"],
          globalSetup: ["test/support/pack.ts", "scripts/site/test/support/build.ts"],
          ...limits,
        },
      },
      {
        // Renders with ffmpeg, and speaks. What its files share has a folder of its own in each of them.
        resolve: { alias: frozenContract },
        test: {
          name: "renderer",
          env: onFrozenContract,
          isolate: true,
          include: ["renderer/test/**/*.test.ts"],
          exclude: packageTests,
          ...limits,
          // A video may be what is waited for.
          expect: { poll: { timeout: 240_000 } },
        },
      },
      {
        test: {
          name: "agreement",
          include: ["test/**/*.test.ts", "scripts/**/*.test.ts", "gaps/test/**/*.test.ts"],
          exclude: [
            "scripts/site/test/**",
            ...packageTests,
            ...replacingTests,
            ...(isAnswered ? ["test/worlds/**"] : []),
          ],
          ...limits,
        },
      },
      {
        // On the tarballs that a user installs, packed once.
        test: {
          name: "packages",
          include: packageTests,
          globalSetup: "test/support/pack.ts",
          ...limits,
        },
      },
      {
        // The clients of all languages, side by side. Each file has a home of its own.
        test: {
          name: "languages",
          isolate: true,
          include: ["clients/{command,faults,go,python}/test/**/*.test.ts"],
          exclude: packageTests,
          ...limits,
        },
      },
      {
        // Each file has a worker of its own.
        resolve: { alias: frozenContract },
        test: {
          name: "replacing",
          isolate: true,
          include: replacingTests,
          env: onFrozenContract,
          ...limits,
        },
      },
      {
        // Starts and kills processes, and fuzzes: some of its tests take longer than most.
        resolve: { alias: frozenContract },
        test: {
          name: "emulator",
          include: ["emulator/test/**/*.test.ts"],
          exclude: [...packageTests, ...replacingTests],
          env: onFrozenContract,
          ...limits,
        },
      },
      {
        test: {
          name: "conformance",
          include: ["conformance/test/**/*.test.ts"],
          exclude: replacingTests,
          ...limits,
          ...quick,
        },
      },
      {
        test: {
          name: "client",
          include: ["clients/typescript/test/**/*.test.ts"],
          exclude: packageTests,
          ...limits,
          ...quick,
        },
      },
      {
        // Needs the peers of the benches, and is left out where they are not installed.
        test: {
          name: "bench",
          include: ["bench/**/*.test.ts"],
          exclude: [...packageTests, "**/node_modules/**"],
          ...limits,
        },
      },
    ],
  },
});
