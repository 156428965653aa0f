/** An option that cannot be used. The message names the remedy in one line. */
export class OptionError extends Error {
  override name = "OptionError";
}
