/**
 * The only module that knows openapi-fetch. It writes URL, headers and body; everything that can
 * fail happens in the `fetch` handed to it.
 */
import createOpenapiClient, { type Client as OpenapiClient } from "openapi-fetch";
import type { OperationRoute } from "../../../generated/operations.ts";
import type { paths } from "../../../generated/schema.d.ts";
import { apiError, readData } from "./answer.ts";
import type { OutgoingRequest } from "./attempt.ts";
import { type Call, type CallResult, toCall } from "./call.ts";
import { isApiError } from "./error-guards.ts";
import { type CallOptions, limitsOf, type Settings } from "./options.ts";
import { fillPath } from "./path.ts";
import { sendWithRetries } from "./send.ts";

/** openapi-fetch itself, typed by the contract. */
export type Api = OpenapiClient<paths>;

/** Makes the method that calls an operation. */
export type MakeMethod = (
  operation: string,
  route: OperationRoute,
) => (...args: unknown[]) => Call<unknown>;

/** What a call hands through openapi-fetch to its {@link RequestRecord}. */
interface CallContext {
  operation: string;
  jobIdField: string | undefined;
  options: CallOptions;
}

/**
 * What openapi-fetch makes in place of a `Request`. A record can be sent again where the body of a
 * `Request` is used up, and making a `Request` takes longer than all else that a call does before
 * it is sent.
 */
class RequestRecord {
  constructor(url: string, init: object) {
    Object.assign(this, init, { url });
  }
}

/** Connects the operation methods. */
export function connectOperations(settings: Settings): MakeMethod {
  const headers = new Headers();
  const send = async (request: OutgoingRequest & CallContext) => {
    const limits = limitsOf(request.options, settings, request.method);
    const result = await sendWithRetries(request, settings, limits, (answer) => ({
      data: readData(answer, request.jobIdField),
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
  return (operation, route) => {
    const { method, path, parameters = [], hasBody, jobIdField } = route;
    return (...args) => {
      const filled = Object.fromEntries(parameters.map((name) => [name, args.shift()]));
      const body = hasBody ? args.shift() : undefined;
      const [options = {}] = args as CallOptions[];
      const context: CallContext = { operation, jobIdField, options };
      const init = { ...context, params: { path: filled }, body, headers: options.headers };
      const sent = request(method as never, path as never, init as never);
      return toCall(sent.then(({ response }) => response as unknown as CallResult<unknown>));
    };
  };
}

/**
 * Makes `client.api`: openapi-fetch with our retries and limits below it. Its answers are
 * openapi-fetch's own, errors included.
 */
export function connectApi(settings: Settings): Api {
  const send = async (original: Request): Promise<Response> => {
    const { method, url } = original;
    const request: OutgoingRequest = {
      operation: `${method} ${url}`,
      method,
      url,
      original,
      headers: new Headers(original.headers),
      body: (await original.text()) || undefined,
    };
    const limits = limitsOf({ signal: original.signal }, settings, method);
    let copy: Response;
    return sendWithRetries(request, settings, limits, (answer) => {
      const { response, body } = answer;
      // The body was read under the limit, and is to be read again. Status 0, of a redirect that a
      // browser hides, cannot be copied.
      copy = response.status ? new Response(body || null, response) : response;
      if (copy.ok) return copy;
      throw apiError(answer);
    }).catch((error: unknown) => {
      if (isApiError(error)) return copy;
      throw error;
    });
  };
  return createOpenapiClient<paths>({ ...commonOptions(settings), fetch: send });
}

function commonOptions({ baseUrl, headers = {}, signal = null as never }: Settings) {
  return { baseUrl, headers, signal, pathSerializer: fillPath };
}
