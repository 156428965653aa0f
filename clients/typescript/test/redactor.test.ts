/** What a client shows of a token: nothing, however it is spelled. */
import { expect, test } from "vitest";
import { readRedactorCases } from "../../../test/support/shared-cases.ts";
import { redactor } from "../../redactor.ts";

test.each(await readRedactorCases())("a token $name", ({ token, text, shown }) => {
  expect(redactor(token)(text)).toBe(shown);
});
