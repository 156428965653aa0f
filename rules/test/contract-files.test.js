// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readExtensionNames, readOutline } from "../support/contract-files.js";

describe("the files beside the contract", () => {
  let folder = "";
  const bundle = () => ({ document: { source: join(folder, "generated/openapi.yaml") } });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "contract-"));
    mkdirSync(join(folder, "openapi"));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  test("are those of the linted document", () => {
    writeFileSync(join(folder, "openapi/outline.yaml"), "- Only heading\n");
    expect(readOutline(bundle())).toEqual(["Only heading"]);
  });

  test("are those of the working directory, for a document that has none", () => {
    expect(readOutline(bundle())).toContain("Errors");
    expect(readOutline({ document: { source: null } })).toContain("Errors");
  });

  test("name an extension by a heading of the second level, and only so", () => {
    writeFileSync(
      join(folder, "openapi/EXTENSIONS.md"),
      "# Extensions\n\n## `x-gap`\n\nSee `x-other`.\n\n### `x-part`\n\n## x-bare\n",
    );
    expect(readExtensionNames(bundle())).toEqual(["x-gap"]);
  });

  test("are asked for by name when they are missing", () => {
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    expect(() => readOutline(bundle())).toThrow(/^openapi\/outline\.yaml is missing\. Looked in/);
  });
});
