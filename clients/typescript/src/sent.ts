/**
 * Whether a request that failed has reached the service: `"no"` when it certainly has not, `"yes"`
 * when an answer had begun, `"maybe"` for everything between.
 */
export type Sent = "no" | "maybe" | "yes";

/**
 * Failures of finding or opening a connection, by the codes of Node's resolver, of the operating
 * system, and of undici.
 */
const beforeSendingCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/**
 * Says what a rejected `fetch` proves. Only errors that name a failed connection attempt prove that
 * nothing was sent. Node and Bun name it by its code. Browsers and Workers do not name it, and what
 * Deno says of a refused connection may concern a second connection, made after the request was
 * read on a first one: with them it is `"maybe"`.
 */
export function classifySent(error: unknown): Exclude<Sent, "yes"> {
  const { code, errors, cause } = Object(error) as Record<string, unknown>;
  // One error for each address of a name that has several: all of them must have failed to connect.
  if (Array.isArray(errors) && errors[0]) {
    return errors.every((each) => classifySent(each) === "no") ? "no" : "maybe";
  }
  if (beforeSendingCodes.includes(String(code))) return "no";
  return cause ? classifySent(cause) : "maybe";
}
