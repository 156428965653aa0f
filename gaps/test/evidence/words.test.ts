import { describe, expect, it } from "vitest";
import { nameMediaType } from "../../src/evidence/words.ts";
import { formatOf, isFieldName, isWord } from "../../src/evidence/words.ts";

describe("a word", () => {
  it.each(["rendering", "not_found", "in-progress", "HpJob", "FAILED"])("is %s", (text) => {
    expect(isWord(text)).toBe(true);
  });

  it.each([
    ["a text", "Hello Ada"],
    ["an identifier", "job-0f3a"],
    ["a token", "sk_live_4eC39HqLyjW"],
    ["a URL", "https://a.example"],
    ["one letter", "x"],
    ["a long chain", "one_two_three_four_five"],
    ["a very long one", "a".repeat(33)],
    ["a word of another script", "готово"],
  ])("is not %s", (_, text) => {
    expect(isWord(text)).toBe(false);
  });
});

describe("the name of a field", () => {
  it.each(["video_url", "videoUrl", "line2", "a", "x-count"])("is %s", (name) => {
    expect(isFieldName(name)).toBe(true);
  });

  it.each(["0f3a", "job-0f3a-11", "ada@example.com", "a b", "", "user12345"])(
    "is not %j",
    (name) => {
      expect(isFieldName(name)).toBe(false);
    },
  );
});

it.each([
  ["", "empty"],
  ["https://a.example/x?y=1", "uri"],
  ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "uuid"],
  ["2026-01-31T10:00:00Z", "date-time"],
  ["2026-01-31", "date"],
  ["-12", "integer"],
  ["1.5", "decimal"],
  ['{"a": 1}', "json"],
  ["{not json", "text"],
  ["completed", "word"],
  ["Good morning, Ada", "text"],
])("the form of %j is %s", (text, form) => {
  expect(formatOf(text)).toBe(form);
});

it.each([
  ["application/json", "application/json"],
  ["application/problem+json", "application/problem+json"],
  ["application/xml", "application/xml"],
  ["text/html", "text/html"],
  ["text/plain", "text/plain"],
  ["text/xml", "text/xml"],
  ["application/x-of-somebody", "other"],
  [undefined, "none"],
])("the media type %s is named %s", (mediaType, name) => {
  expect(nameMediaType(mediaType)).toBe(name);
});
