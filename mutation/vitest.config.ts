/** The tests that mutants are tried against: `mutate.ts` names them. */
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    include: (process.env["MUTATION_TESTS"] ?? "").split(" "),
    testTimeout: 60_000,
  },
});
