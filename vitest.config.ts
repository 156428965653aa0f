import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        // Loading Spectral takes longer than all its tests, so they share it.
        test: { name: "rules", include: ["openapi/rules/test/**/*.test.js"], isolate: false },
      },
      {
        test: { name: "agreement", include: ["test/**/*.test.ts"] },
      },
    ],
  },
});
