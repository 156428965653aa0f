import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        // Loading Spectral takes longer than all its tests, so they share it.
        test: { name: "rules", include: ["openapi/rules/test/**/*.test.js"], isolate: false },
      },
      {
        test: {
          name: "agreement",
          include: ["test/**/*.test.ts"],
          exclude: ["test/site/**"],
        },
      },
      {
        // Starts and kills processes, and fuzzes: some of its tests take longer than most.
        test: {
          name: "emulator",
          include: ["emulator/**/*.test.ts"],
          exclude: ["emulator/dist/**"],
          testTimeout: 20_000,
        },
      },
      {
        // In a real browser, on the site as it is built for them.
        test: {
          name: "site",
          include: ["test/site/**/*.test.ts"],
          globalSetup: "test/site/support/build.ts",
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
