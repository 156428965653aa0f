import { expect, test } from "vitest";
import { goPolicy, pythonPolicy, typescriptPolicy } from "../policy.ts";

const policy = `# A heading

# Long enough for a slow link.
readTimeoutMs: 500
`;

test("each language gets durations in its own unit, and the reason beside the value", () => {
  expect(typescriptPolicy(policy)).toContain(
    "/** Long enough for a slow link. */\nexport const readTimeoutMs = 500;",
  );
  expect(goPolicy(policy)).toContain(
    "// Long enough for a slow link.\nconst policyReadTimeout = 500 * time.Millisecond",
  );
  expect(pythonPolicy(policy)).toContain("# Long enough for a slow link.\nREAD_TIMEOUT = 0.5");
});

test("a value without a reason is refused", () => {
  expect(() => typescriptPolicy("retries: 2\n")).toThrow("retries needs a comment");
});
