/** Asks before anything is done that may cost. */
import type { Readable, Writable } from "node:stream";
import { createInterface } from "node:readline/promises";
import { UserError } from "openapi-gaps";

export interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

/**
 * Returns when the person has said yes, in so many words.
 *
 * @throws {UserError} after any other answer, and where nobody can be asked
 */
export async function requireConsent(
  what: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (!input.isTTY) throw new UserError(`${what} To confirm, add --yes.`);
  const terminal = createInterface({ input, output });
  // The question itself stays open when the input ends, or Ctrl-C does.
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("no")));
  const answer = await Promise.race([terminal.question(`${what} Continue? [y/N] `), closed]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError("Nothing was created.");
}
