import { expect, test } from "vitest";
import { goPolicy, pythonPolicy, typescriptPolicy } from "../policy.ts";

const policy = `# A heading

# Long enough for a slow link.
readTimeoutMs: 500
# Temporary.
statuses: [408, 503]
# Set by the caller.
baseUrlVariable: BASE_URL
# By type.
endings: { video/mp4: .mp4, a: .b }
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

test("lists are constants too", () => {
  expect(typescriptPolicy(policy)).toContain("export const statuses = [408,503] as const;");
  expect(goPolicy(policy)).toContain("var policyStatuses = []int{408, 503}");
  expect(pythonPolicy(policy)).toContain("STATUSES = (408, 503)");
});

test("and so are maps", () => {
  expect(typescriptPolicy(policy)).toContain(
    'export const endings = {"video/mp4":".mp4","a":".b"} as const;',
  );
  expect(goPolicy(policy)).toContain(
    'var policyEndings = map[string]string{\n\t"video/mp4": ".mp4",\n\t"a":         ".b",\n}',
  );
  expect(pythonPolicy(policy)).toContain(
    'ENDINGS = {\n    "video/mp4": ".mp4",\n    "a": ".b",\n}',
  );
});

test("names follow the language", () => {
  expect(goPolicy(policy)).toContain('const policyBaseURLVariable = "BASE_URL"');
  expect(pythonPolicy(policy)).toContain('BASE_URL_VARIABLE = "BASE_URL"');
});

test("a value without a reason is refused", () => {
  expect(() => typescriptPolicy("retries: 2\n")).toThrow("retries needs a comment");
});
