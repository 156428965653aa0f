/**
 * What is known of the platforms that run on servers: what their `fetch` does by itself, and has to be kept
 * from, and what its failures prove. Bundles for browsers have `platform-browser.ts` in its place.
 */
import type { FailureReason, PlatformAttempt, RequestFacts, Sent } from "./errors.ts";

/** The part of `fetch` that the client needs. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The options of a runtime's `fetch`, but for those that the client sets. A `dispatcher` may be of any
 * version of undici: the types of Node know but one.
 */
export type FetchOptions = Omit<
  RequestInit,
  "body" | "dispatcher" | "headers" | "method" | "redirect" | "signal"
> & { readonly [name: string]: unknown };

/** The version of this package, as its manifest has it. */
const version = "0.1.0";

/** Whether this is Node, Bun or Deno. */
const isServer = !!(globalThis as { process?: { versions?: { node?: string } } }).process?.versions
  ?.node;

/** Headers of every request. */
export const platformHeaders: Record<string, string> = isServer
  ? {
      "user-agent": `video-generation-client/${version}`,
      // A server may close a kept connection while a create is on its way, and nobody could tell whether it was read.
      connection: "close",
    }
  : {};

/** As it was when the package was loaded. What comes into its place later is a test's, or wraps it. */
const platformFetch = globalThis.fetch;

/**
 * Begins an attempt, and says in the end what its failure proves. Only what names a failed connection attempt proves that
 * nothing was sent.
 *
 * @param send what sends it: of one that is not the platform's own, one error may hide several requests
 * @param facts `sent` is kept up to date as far as it can be known
 * @returns what `send` is given in addition, and what to make of its failure
 */
export function beginAttempt(
  { fetch: given, fetchOptions }: { fetch?: FetchFunction | undefined; fetchOptions: FetchOptions },
  facts: RequestFacts,
  headers: Headers,
  body: string | null,
): PlatformAttempt {
  let canProve = facts.sent === "no" && !given;
  const tell = (sent: Sent) => {
    if (canProve) facts.sent = sent;
    canProve &&= sent === "no";
  };
  return {
    options:
      (given ?? fetch) === platformFetch ? ownOptions(fetchOptions, headers, body, tell) : {},
    explain(error) {
      // With an error of its own Next.js ends the rendering of a page ahead of time: it has to see that one again.
      if ((Object(error) as { digest?: string }).digest) throw error;
      const reason = reasonOf(error);
      if (reason.isUnsent) tell("no");
      const isForGood = reason.isFinal && facts.sent === "no";
      return { ...reason, advice: isForGood ? finalAdvice : undefined };
    },
  };
}

/** The part of undici that Node's `fetch` sends a request with, by either of its interfaces. */
interface Dispatcher {
  dispatch(options: object, handler: Record<string, (...args: unknown[]) => unknown>): boolean;
}

/**
 * What the platform's own `fetch` is given in addition.
 *
 * @param tell is told `"no"` when a connection is looked for, and `"maybe"` when the request is written to it
 */
function ownOptions(
  { dispatcher = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1")) }: FetchOptions,
  headers: Headers,
  body: string | null,
  tell: (sent: Sent) => void,
): RequestInit {
  return {
    ...(dispatcher ? { dispatcher: watch(dispatcher as Dispatcher, tell) } : {}),
    ...(body !== null && isServer && { body: sendableOnce(body, headers), duplex: "half" }),
  };
}

/**
 * The dispatcher, which gives up after five minutes, whatever the limits of a call are, and does not say whether it had
 * a connection: it is told the first, and made to tell the second.
 */
function watch(dispatcher: Dispatcher, tell: (sent: Sent) => void): Dispatcher {
  const dispatch: Dispatcher["dispatch"] = (request, handler) => {
    tell("no");
    const name = handler["onRequestStart"] ? "onRequestStart" : "onConnect";
    const begin = handler[name];
    handler[name] = (...args) => {
      tell("maybe");
      return begin?.apply(handler, args);
    };
    return dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler);
  };
  return Object.assign(Object.create(dispatcher) as Dispatcher, { dispatch });
}

/**
 * Some platforms send a request again by themselves, a create too, and a second job starts: Node
 * after a status 421, Deno when a reused connection breaks. They do not if the body can be read only
 * once: for Node that is a stream, for Deno a blob.
 */
function sendableOnce(body: string, headers: Headers): BodyInit | null {
  const blob = new Blob([body]);
  headers.set("content-length", `${blob.size}`);
  // The blob of jsdom has no stream.
  return "Deno" in globalThis ? blob : new Response(body).body;
}

/**
 * Failures of finding or opening a connection, by the words and codes of Node's resolver, of the
 * operating system, of TLS and of undici. Browsers, Workers and Deno do not name them.
 */
const unsent =
  /^connect |ENOTFOUND|EAI_AGAIN|ECONNREFUSED|CONNECT_TIMEOUT|before secure TLS|^Proxy response/;

/**
 * What does not pass, and fails before anything is sent: certificates that the runtime does not
 * accept and handshakes that find nothing in common, by the codes of OpenSSL and of Node (others, such
 * as a certificate that the server misses, may come after the request was sent); ports that the Fetch
 * standard blocks; a proxy that refuses; a dispatcher of another version of undici.
 */
const final =
  /CERT(?!IFICATE)|LEAF| INVALID_|HOSTNAME|SSL.*(HANDSHAKE|VERSION|SMALL)|^bad port|^Proxy response .[^5]|_INVALID_ARG/;

const finalAdvice =
  " Nothing was sent. Trying again does not help: check the address, its certificate and any proxy.";

/** Reads why a request failed from the errors at the ends of its chain of causes. */
export function reasonOf(error: unknown): FailureReason {
  const [first = {}, ...others] = innermostErrors(error);
  const { message, code } = first;
  const texts = [first, ...others].map((each) => `${each.message} ${each.code}`);
  const isFinal = texts.some((text) => final.test(text));
  // OpenSSL puts the place in its source around its words.
  const reason = String(message || code || "no reason").replace(
    /^\w*:error:\w+:[^:]*:\w*:([^:]+):.*$/s,
    "$1",
  );
  return { reason, code, isFinal, isUnsent: isFinal || texts.every((text) => unsent.test(text)) };
}

/** What every part of the chain may have. */
interface PlatformError {
  message?: string | undefined;
  code?: string | undefined;
}

/**
 * `fetch` says no more than "fetch failed": the reason is in its cause, or in the cause of that, and where a
 * name has several addresses there is one for each. What says nothing is left out.
 */
function innermostErrors(error: unknown): PlatformError[] {
  const {
    cause,
    errors = cause ? [cause] : [],
    message,
    code,
  } = Object(error) as PlatformError & {
    cause?: unknown;
    errors?: unknown[];
  };
  const inner = errors.flatMap(innermostErrors);
  return inner.length > 0 || !(message || code) ? inner : [{ message, code }];
}
