/**
 * Stops a command because what it was given cannot be used. Exit code 2; the message says what to
 * do.
 */
export class InputError extends Error {
  override name = "InputError";
}
