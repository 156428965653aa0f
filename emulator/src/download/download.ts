/** Fetches a file from an address that a client has given, and no other. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { useAgent } from "request-filtering-agent";
import type { DownloadLimits } from "../jobs/renderer.ts";
import type { AddressPolicy } from "./addresses.ts";

/** The assumption `public-http-addresses`. */
export const maxRedirects = 3;

export interface FetchLimits {
  /** For the whole fetch, redirects included. */
  timeoutMs: number;
  /** Of the body. */
  maxBytes: number;
  maxRedirects: number;
  /** Ends the fetch before its time. */
  signal?: AbortSignal | undefined;
}

/** Writes what is at an address into a file; nothing when that fails. See {@link fetchInto}. */
export async function fetchToFile(
  address: string,
  path: string,
  policy: AddressPolicy,
  limits: DownloadLimits,
): Promise<void> {
  try {
    await fetchInto(address, policy, { ...limits, maxRedirects }, (bytes) =>
      pipeline(bytes, createWriteStream(path)),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
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
async function fetchInto<Taken>(
  address: string,
  policy: AddressPolicy,
  limits: FetchLimits,
  take: (bytes: AsyncIterable<Buffer>) => Promise<Taken>,
): Promise<Taken> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  const rules = policy.forRedirectsOf(address);
  let next = address;
  try {
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
      const response = await open(next, rules, signal);
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
