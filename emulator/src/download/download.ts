/** Fetches a file from an address that a client has given, and no other. */
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { useAgent } from "request-filtering-agent";
import { type AddressPolicy, reservedNetworks } from "./addresses.ts";

/** The assumption `public-http-addresses`. */
const maxRedirects = 3;

export interface DownloadLimits {
  /** For the whole download, redirects included. */
  timeoutMs: number;
  maxBytes: number;
  /** Ends the download before its time. */
  signal?: AbortSignal | undefined;
}

/**
 * Gives the bytes at an address to `take`, and returns what that returns. Every step of a redirect is checked like the first
 * address, and once more when the name has been looked up, against the IP address that is really called.
 *
 * @throws {Error} whose message says why the file was not fetched
 */
export async function fetchFile<Taken>(
  address: string,
  policy: AddressPolicy,
  limits: DownloadLimits,
  take: (bytes: AsyncIterable<Buffer>) => Promise<Taken>,
): Promise<Taken> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  const rules = policy.forRedirectsOf(address);
  let next = address;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await open(next, rules, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        next = new URL(headers.location, next).href;
      } else if (statusCode === 200) return await take(limited(response, limits.maxBytes));
      else {
        response.destroy();
        throw new Error(`it got status code ${statusCode}`);
      }
    }
    throw new Error(`it redirects more than ${maxRedirects} times`);
  } catch (error) {
    const reason = timeout.aborted
      ? `it took more than ${limits.timeoutMs} ms`
      : reasonOf(error as NodeJS.ErrnoException);
    // It does not begin with the address, which a client may take for that of a video.
    throw new Error(`The file at ${address} cannot be fetched: ${reason}`, { cause: error });
  }
}

/** What the programs below say in words of their own, by their code. */
const reasons: [code: RegExp, reason: string][] = [
  [
    /^(?:EPROTO|ERR_SSL_.*)$/,
    "its server does not speak https there; write http://, or another port",
  ],
  [/^HPE_/, "its server does not speak http there; write https://, or another port"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate of its server is for another name"],
  [/^CERT_HAS_EXPIRED$/, "the certificate of its server has expired"],
  [
    /SELF_SIGNED|^UNABLE_TO_|^CERT_/,
    "the certificate of its server is signed by nobody who is known here",
  ],
  [/^ENOTFOUND$/, "there is no host of its name"],
];

/** Why nothing came, in words. */
export function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  return reasons.find(([known]) => known.test(code))?.[1] ?? message;
}

const loopback = ["::1", "127.0.0.0/8"];

function open(
  address: string,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const objection = policy.findObjection(address);
  if (objection) return Promise.reject(new Error(objection));
  const url = new URL(address);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  // It looks at the IP address that is really called.
  const agent = policy.allows(url)
    ? {}
    : {
        agent: useAgent(address, {
          keepAlive: false,
          allowIPAddressList: policy.allowsLoopback(url) ? loopback : [],
          denyIPAddressList: reservedNetworks,
        }),
      };
  return new Promise((resolve, reject) => {
    // Unpacking what the server has packed could fill the memory; the limit is on what comes over the wire.
    request(url, { ...agent, signal, headers: { "accept-encoding": "identity" } }, resolve)
      .once("error", reject)
      .end();
  });
}

async function* limited(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  // Leaving the loop, by an error too, destroys the response.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}
