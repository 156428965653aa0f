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
import { isRead } from "./errors.ts";
import { type CallOptions, limitsOf, type Settings } from "./options.ts";
import { fillPath } from "./path.ts";
import { sendWithRetries } from "./send.ts";

/** openapi-fetch itself, typed by the contract. */
export type Api = OpenapiClient<paths>;

/** Calls an operation by its route. */
export type CallOperation = (
  operation: string,
  route: OperationRoute,
  parameters: Record<string, unknown>,
  body: unknown,
  options: CallOptions,
) => Promise<CallResult<unknown>>;

/** What a call hands through openapi-fetch to its {@link RequestRecord}. */
interface CallContext {
  operation: string;
  route: OperationRoute;
  options: CallOptions;
}

/**
 * What openapi-fetch makes in place of a `Request`. A record can be sent again where the body of a `Request` is used up, and making a
 * `Request` takes longer than all else that a call does before it is sent.
 */
class RequestRecord {
  readonly url: string;
  readonly target: string;

  constructor(url: string, init: object) {
    Object.assign(this, init);
    this.url = this.target = url;
  }
}

/** Makes the function behind the operation methods. */
export function connectOperations(settings: Settings): CallOperation {
  const headers = new Headers();
  const send = async (request: OutgoingRequest & CallContext) => {
    const limits = limitsOf(request.options, settings, isRead(request.method));
    const result = await sendWithRetries(request, settings, limits, (answer) => ({
      data: readData(answer, request.route.jobIdField),
      response: answer.response,
    }));
    // The status tells openapi-fetch that there is no body left to read.
    return { ...result, ok: true, status: 204, headers };
  };
  const { request } = createOpenapiClient<Record<string, never>>({
    ...commonOptions(settings),
    fetch: send as never,
    Request: RequestRecord as never,
  });
  return async (operation, route, path, body, options) => {
    const context: CallContext = { operation, route, options };
    const init = { ...context, params: { path }, body, headers: options.headers };
    const { response } = await request(route.method as never, route.path as never, init as never);
    return response as unknown as CallResult<unknown>;
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
      body: read ? undefined : await original.text(),
    };
    const limits = limitsOf({ signal: original.signal }, settings, read);
    let copy = Response.error();
    try {
      await sendWithRetries(request, settings, limits, (answer) => {
        copy = copyResponse(answer.response, answer.body);
        if (!copy.ok) throw apiError(answer);
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
    return copy;
  };
  return createOpenapiClient<paths>({ ...commonOptions(settings), fetch: send });
}

function commonOptions({ baseUrl, headers = {}, signal }: Settings) {
  return { baseUrl, headers, pathSerializer: fillPath, ...(signal && { signal }) };
}

/** The response with its body, which was read under the limit, to be read again. */
function copyResponse(response: Response, body: string): Response {
  // The redirect that a browser hides has status 0, which no response can be made with. It has no body either.
  if (!response.status) return response;
  const copy = new Response(body || null, response);
  return Object.defineProperty(copy, "url", { value: response.url });
}
