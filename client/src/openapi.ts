/**
 * The only module that knows openapi-fetch. It writes URL, headers and body; everything that can fail happens in the `fetch` handed
 * to it.
 */
import createOpenapiClient, { type Client as OpenapiClient } from "openapi-fetch";
import type { OperationRoute } from "../../generated/operations.ts";
import type { paths } from "../../generated/schema.d.ts";
import { apiError, readData } from "./answer.ts";
import type { OutgoingRequest } from "./attempt.ts";
import type { CallResult } from "./call.ts";
import { isApiError } from "./error-guards.ts";
import { type CallOptions, limitsOf, type Settings } from "./options.ts";
import { fillPath } from "./path.ts";
import { sendWithRetries } from "./send.ts";

/** openapi-fetch itself, typed by the contract. */
export type Api = OpenapiClient<paths>;

/** Calls an operation by its route. */
export type CallOperation = (
  name: string,
  route: OperationRoute,
  parameters: Record<string, unknown>,
  body: unknown,
  options: CallOptions,
) => Promise<CallResult<unknown>>;

/**
 * What openapi-fetch makes in place of a `Request`. A record can be sent again where the body of a `Request` is used up, and making a
 * `Request` takes longer than all else that a call does before it is sent.
 */
class RequestRecord {
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly body: string | undefined;
  readonly url: string;

  constructor(url: string, init: object) {
    Object.assign(this, init);
    this.url = url;
  }
}

/** Carries a call through openapi-fetch, and its result out of it. */
interface CallContext {
  name: string;
  route: OperationRoute;
  options: CallOptions;
  result?: CallResult<unknown>;
}

/** Makes the function behind the operation methods. */
export function connectOperations(settings: Settings): CallOperation {
  const send = async (record: RequestRecord & { context: CallContext }): Promise<Response> => {
    const { method, url, headers, body, context } = record;
    const { name, route, options } = context;
    const limits = limitsOf(options, settings.defaults, isRead(method));
    const request: OutgoingRequest = {
      operation: name,
      method,
      url,
      target: url,
      headers,
      body,
      bodyAs: "text",
    };
    context.result = await sendWithRetries(request, settings, limits, (answer) => ({
      data: readData(answer, route.jobIdField),
      response: answer.response,
    }));
    return context.result.response;
  };
  const writer = createOpenapiClient<Record<string, never>>({
    baseUrl: settings.baseUrl,
    fetch: send as never,
    Request: RequestRecord as never,
    pathSerializer: fillPath,
    headers: settings.defaults.headers ?? {},
  });
  return async (name, route, parameters, body, options) => {
    const context: CallContext = { name, route, options };
    // "stream" keeps openapi-fetch from reading a body that has been read.
    const init = {
      params: { path: parameters },
      body,
      headers: options.headers,
      context,
      parseAs: "stream",
    };
    await writer.request(route.method.toLowerCase() as never, route.path as never, init as never);
    return context.result as CallResult<unknown>;
  };
}

/** Makes `client.api`: openapi-fetch with our retries and limits below it. Its answers are openapi-fetch's own, errors included. */
export function connectApi(settings: Settings): Api {
  const send = async (original: Request): Promise<Response> => {
    const { method, url } = original;
    const read = isRead(method);
    const request: OutgoingRequest = {
      operation: `${method} ${new URL(url).pathname}`,
      method,
      url,
      target: original,
      headers: new Headers(original.headers),
      body: read ? undefined : await original.arrayBuffer(),
      bodyAs: "arrayBuffer",
    };
    const signals = [original.signal, settings.defaults.signal].filter(
      (signal) => signal !== undefined,
    );
    const limits = limitsOf({ signal: AbortSignal.any(signals) }, settings.defaults, read);
    let copy = Response.error();
    try {
      await sendWithRetries(request, settings, limits, (answer) => {
        copy = copyResponse(answer.response, answer.body as ArrayBuffer);
        if (!copy.ok) throw apiError(answer);
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
    return copy;
  };
  return createOpenapiClient<paths>({
    baseUrl: settings.baseUrl,
    fetch: send,
    pathSerializer: fillPath,
    headers: settings.defaults.headers ?? {},
  });
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** The response with its body, which was read under the limit, to be read again. */
function copyResponse(response: Response, body: ArrayBuffer): Response {
  const { status, statusText, headers, url } = response;
  // Nothing was read from a response that cannot have a body, such as the redirect that a browser hides behind status 0.
  if (response.body === null || status < 200) return response;
  const copy = new Response(body, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: url });
}
