/** Fetches a file from an address that a client has given, and no other. */
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { useAgent } from "request-filtering-agent";
import type { AddressPolicy } from "./address-policy.ts";

export interface FetchLimits {
  /** For the whole fetch, redirects included. */
  timeoutMs: number;
  /** Of the body. */
  maxBytes: number;
  maxRedirects: number;
  /** Ends the fetch before its time. */
  signal?: AbortSignal | undefined;
}

/** Returns the bytes at an address. See {@link fetchInto}. */
export function fetchFile(
  address: string,
  policy: AddressPolicy,
  limits: FetchLimits,
): Promise<Buffer> {
  return fetchInto(address, policy, limits, buffer);
}

/**
 * Gives the bytes at an address to `take`, and returns what that returns. Every step of a redirect is checked like the first
 * address, and once more when the name has been looked up, against the IP address that is really called.
 *
 * @throws {Error} whose message says why the file was not fetched
 */
export async function fetchInto<Taken>(
  address: string,
  policy: AddressPolicy,
  limits: FetchLimits,
  take: (bytes: AsyncIterable<Buffer>) => Promise<Taken>,
): Promise<Taken> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  let next = address;
  try {
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
      const response = await open(next, policy, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        next = new URL(headers.location, next).href;
      } else if (statusCode === 200) return await take(limited(response, limits.maxBytes));
      else {
        response.destroy();
        throw new Error(`it was answered with status code ${statusCode}`);
      }
    }
    throw new Error(`it redirects more than ${limits.maxRedirects} times`);
  } catch (error) {
    const reason = timeout.aborted
      ? `it took more than ${limits.timeoutMs} ms`
      : (error as Error).message;
    throw new Error(`${address} cannot be fetched: ${reason}`, { cause: error });
  }
}

function open(
  address: string,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const objection = policy.findObjection(address);
  if (objection) return Promise.reject(new Error(objection));
  const url = new URL(address);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const agent = policy.allows(url) ? {} : { agent: useAgent(address, { keepAlive: false }) };
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
