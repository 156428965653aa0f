import { expect, test } from "vitest";
import { notesOf } from "../release-notes.ts";

const changelog = `# Changelog

## 1.3.0 (unreleased)

- Not yet.

## 1.2.0 (2026-11-22)

### Client

- New.

## 1.2.00

- A heading that only begins alike.
`;
const versions = new Map([
  ["openapi/openapi.yaml", "1.2.0"],
  ["emulator/package.json", "1.2.0"],
]);

test("a release says what the changelog says of it", () => {
  expect(notesOf("v1.2.0", versions, changelog)).toBe("### Client\n\n- New.");
});

test.each([
  ["a tag of another form", "1.2.0", versions, /tag is "1\.2\.0".*like v1\.2\.0/],
  [
    "a file with another version",
    "v1.2.0",
    new Map([...versions, ["emulator/package.json", "1.1.0"]]),
    /emulator\/package\.json says 1\.1\.0\. Set all of them to 1\.2\.0/,
  ],
  ["a version without notes", "v2.0.0", new Map([["a", "2.0.0"]]), /no part "## 2\.0\.0"/],
  ["an unfinished part", "v1.3.0", new Map([["a", "1.3.0"]]), /calls 1\.3\.0 unreleased/],
])("it refuses %s", (_, tag, found, message) => {
  expect(() => notesOf(tag, found, changelog)).toThrow(message);
});
