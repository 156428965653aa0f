/**
 * openapi-fetch for those who like its form, typed by the contract, over the same safe sending as
 * the methods of the client.
 */
import createOpenapiClient, { type Client as OpenapiClient } from "openapi-fetch";
import { operationRoutes } from "../../../generated/operations.ts";
import type { paths } from "../../../generated/schema.d.ts";
import { ApiError, beginCall } from "./errors.ts";
import {
  type CallOptions,
  checkOptions,
  type ClientOptions,
  fillPath,
  requestHeaders,
  settingsOf,
} from "./options.ts";
import { sendWithRetries } from "./send.ts";

/** openapi-fetch's own client, typed by the contract. */
export type OpenapiFetchClient = OpenapiClient<paths>;

/**
 * Makes an openapi-fetch client with the retries, limits and errors of `createClient`. Its calls
 * return `{ data, error, response }` and do not throw for a status outside `2XX`: ask
 * `response.ok`, because an empty error body is no `error`. They throw where there is no usable
 * response. A call takes `timeoutMs`, `deadlineMs`, `retries` and `fetchOptions` beside openapi-fetch's
 * own options.
 *
 * @throws {TypeError} for an invalid option
 * @example
 * ```ts
 * const api = createOpenapiFetchClient({ baseUrl: "https://video-generation.example", token: "your-token" });
 * const { data, error, response } = await api.GET("/api/avatars/public");
 * ```
 */
export function createOpenapiFetchClient(options: ClientOptions): OpenapiFetchClient {
  const settings = checkOptions(options);
  return createOpenapiClient<paths>({
    baseUrl: settings.baseUrl,
    pathSerializer: (url, values) => fillPath(url, (name) => values[name]),
    fetch: (request) => send(request, settings),
  });
}

/** Which operation an address belongs to. */
const operations = Object.entries(operationRoutes).map(([operation, [method, path, required]]) => ({
  operation,
  required,
  pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/?#]+")}$`),
}));

async function send(original: Request, settings: ClientOptions): Promise<Response> {
  const { method, url } = original;
  // openapi-fetch lets a call name another `baseUrl`, and a middleware another address.
  const { origin } = new URL(settings.baseUrl);
  if (new URL(url).origin !== origin) {
    throw new TypeError(`baseUrl of a call must stay at ${origin}: the token goes with it.`);
  }
  const route = `${method} ${url.slice(settings.baseUrl.length)}`;
  const { operation, required } = operations.find(({ pattern }) => pattern.test(route)) ?? {
    operation: `${method} ${url}`,
    required: {},
  };
  const body = (await original.text()) || null;
  const headers = requestHeaders(body, settings.headers, Object.fromEntries(original.headers));
  try {
    // What openapi-fetch takes of a call beside its own options is on the request.
    const limits = settingsOf(original as Request & CallOptions, settings, method);
    const facts = beginCall(operation, method);
    const request = { url, headers, body, required };
    const { response, text } = await sendWithRetries(facts, request, limits);
    // The body was read under the limit, and openapi-fetch reads it again.
    const { status, statusText } = response;
    return new Response(text, { status, statusText, headers: [...response.headers] });
  } catch (error) {
    // No response can be made with a status beyond 599.
    if (!(error instanceof ApiError) || error.status > 599) throw error;
    const { status, headers, text } = error;
    // A redirect that a browser hides has no status, and no such response can be made.
    return status === 0 ? Response.error() : new Response(text || null, { status, headers });
  }
}
