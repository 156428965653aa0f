import { defineConfig } from "vitest/config";

/** Enough for a compiler, a browser or a server on a busy machine. No test waits for time to pass. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        // Loading Spectral takes longer than all its tests, so they share it.
        test: {
          name: "rules",
          include: ["rules/test/**/*.test.js", "scripts/lint/test/**/*.test.js"],
          isolate: false,
        },
      },
      {
        test: {
          name: "agreement",
          include: ["test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["scripts/site/test/**"],
          ...patience,
        },
      },
      {
        // Starts and kills processes, and fuzzes: some of its tests take longer than most.
        test: {
          name: "emulator",
          include: ["emulator/**/*.test.ts"],
          ...patience,
        },
      },
      {
        // In a real browser, on the site as it is built for them.
        test: {
          name: "site",
          include: ["scripts/site/test/**/*.test.ts"],
          globalSetup: "scripts/site/test/support/build.ts",
          ...patience,
        },
      },
      {
        test: { name: "client", include: ["clients/typescript/test/**/*.test.ts"], ...patience },
      },
      {
        test: {
          name: "conformance",
          include: ["conformance/test/**/*.test.ts"],
          ...patience,
        },
      },
    ],
  },
});
