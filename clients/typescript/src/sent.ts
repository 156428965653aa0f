/**
 * Whether a request that failed has reached the service: `"no"` when it certainly has not, `"yes"`
 * when an answer had begun, `"maybe"` for everything between.
 */
export type Sent = "no" | "maybe" | "yes";

/**
 * Failures of finding or opening a connection, by the codes of Node's resolver, of the operating
 * system, and of undici.
 */
const beforeConnecting = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT/;

/**
 * Certificates that the runtime does not accept, by the codes of OpenSSL and of Node, and handshakes
 * that found nothing in common. Other failures of TLS, such as a certificate that the server misses,
 * may come after the request was sent.
 */
const tlsRefusal = /CERT(?!IFICATE)|LEAF|SSL.*(HANDSHAKE|VERSION)/;

/**
 * Says what a rejected `fetch` proves. Only errors that name a failed connection attempt prove that
 * nothing was sent. Node and Bun name it by its code. Browsers and Workers do not name it, and what
 * Deno says of a refused connection may concern a second connection, made after the request was
 * read on a first one: with them it is `"maybe"`.
 */
export function classifySent(error: unknown): Exclude<Sent, "yes"> {
  return everyCode(error, beforeConnecting) || isTlsRefusal(error) ? "no" : "maybe";
}

/** Whether TLS was refused, which no repetition changes. */
export function isTlsRefusal(error: unknown): boolean {
  return everyCode(error, tlsRefusal);
}

/**
 * Whether an error, or its cause, has such a code. Where there is one error for each address of a
 * name, all of them must have one.
 */
function everyCode(error: unknown, codes: RegExp): boolean {
  const { code, errors, cause } = Object(error) as {
    code: string;
    errors: unknown;
    cause: unknown;
  };
  if (Array.isArray(errors) && errors[0]) return errors.every((each) => everyCode(each, codes));
  return codes.test(code) || (!!cause && everyCode(cause, codes));
}
