// @ts-check
import { expect, test } from "vitest";
import { extensionNames } from "../gap-rules.js";

test("an extension is registered by a heading of the second level, and only so", () => {
  const registry = "# Extensions\n\n## `x-gap`\n\nSee `x-other`.\n\n### `x-part`\n\n## x-bare\n";
  expect(extensionNames(registry)).toEqual(["x-gap"]);
});
