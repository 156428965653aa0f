/** Keeps the token out of what a run writes and prints: a service may send it back. */
import { redactor } from "../../clients/redactor.ts";

/** JSON without the token in any text. Names of fields stay: in a recording, those that a service sends are within a text. */
export function hideToken(value: object, token: string): string {
  const redact = redactor(token);
  const hide = (_: string, each: unknown) => (typeof each === "string" ? redact(each) : each);
  return `${JSON.stringify(value, hide, 1)}\n`;
}
