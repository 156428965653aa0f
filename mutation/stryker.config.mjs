/** How StrykerJS runs here, in the folder of the repository; `mutate.ts` names the files and their tests. */
export default {
  testRunner: "vitest",
  plugins: ["./mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js"],
  // Some tests change the folder that they work in, which a thread cannot.
  vitest: { configFile: "mutation/vitest.config.ts", pool: "forks" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  incremental: true,
  incrementalFile: "mutation/reports/incremental.json",
  jsonReporter: { fileName: "mutation/reports/mutation.json" },
  tempDirName: "mutation/reports/sandbox",
  reporters: ["clear-text", "progress", "json"],
  clearTextReporter: { logTests: false, reportTests: false },
  ignorePatterns: ["dist", "bench", "mutation/node_modules", "mutation/reports", "docs/pictures"],
};
