import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { requireConsent } from "../src/consent.ts";

/** What a person types at a terminal, which stays open, and what becomes of the question. */
async function ask(typed: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true });
  const answer = requireConsent("This creates 7 jobs. They may cost.", { input, output });
  if (typed === null) input.end();
  else input.write(typed);
  const refusal = await answer.then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { asked: String(output.read()), refusal, isRead: !input.isPaused() };
}

it.each(["y\n", "yes\n", "Y\n", " YES \n"])("%j is a yes", async (typed) => {
  const { asked, refusal, isRead } = await ask(typed);
  expect(asked).toContain("This creates 7 jobs. They may cost. Continue? [y/N]");
  expect(refusal).toBeUndefined();
  // Else the process would wait for more at its end.
  expect(isRead).toBe(false);
});

it.each(["\n", "n\n", "no\n", "yesterday\n", "oh yes\n", "y y\n", "y\u0003", null])(
  "%j is no yes, and nothing is created",
  async (typed) => {
    const { refusal, isRead } = await ask(typed);
    expect(refusal).toBe("Nothing was created.");
    expect(isRead, "the process waits for more at its end").toBe(false);
  },
);

it("nobody is asked where there is no terminal", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  await expect(requireConsent("This creates 7 jobs.", { input, output })).rejects.toThrow(
    "This creates 7 jobs. To confirm, add --yes",
  );
  expect(output.read()).toBeNull();
});
