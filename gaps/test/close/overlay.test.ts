import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/document.ts";
import { withActions } from "../../src/document/overlay.ts";
import { type Action, closingOverlay } from "../../src/close/overlay.ts";
import { frozenContract as contract } from "../../../test/support/frozen.ts";

const close = (expects: JsonObject): Action => ({
  target: "$.components.schemas.JobStatus",
  description: "Effect: narrows `JobStatus`.",
  "x-closes": "job-status-values",
  "x-expects": expects,
  update: { enum: ["rendering", "done"] },
});

it("changes a place that is as the overlay expects it", () => {
  const after = withActions(contract, [close({ type: "string", enum: null })], closingOverlay);
  expect(after.components.schemas["JobStatus"]!["enum"]).toEqual(["rendering", "done"]);
});

it.each([
  [{ type: "integer" }, '`type` is "string", not "integer"'],
  [{ type: null }, '`type` is "string", not missing'],
  [{ enum: ["a"] }, '`enum` is missing, not ["a"]'],
])("refuses any other, and says what is there: %j", (expects, difference) => {
  expect(() => withActions(contract, [close(expects)], closingOverlay)).toThrow(
    `$.components.schemas.JobStatus is not as this overlay expects it: ${difference}. The document has changed since. Make the overlay again.`,
  );
});
