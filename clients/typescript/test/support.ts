/** What the tests share: a client over a `fetch` without a network, and the failure of a call. */
import { expect } from "vitest";
import { type ClientOptions, createClient, type FetchFunction } from "../src/index.ts";

export const baseUrl = "https://video-generation.example";
export const token = "secret/token+of-the-test";
export const slides = { template_id: "t", slides_count: 2 };

export interface SentRequest {
  url: string;
  method: string;
  headers: Headers;
  signal: AbortSignal;
  /** All that `fetch` was given. */
  init: RequestInit;
}

export type MockResponse =
  | Response
  | Error
  | ((request: SentRequest) => Response | Promise<Response>);

/** Responses from a list, the last response for ever, and remembers what it was asked. */
export function mockFetch(...responses: MockResponse[]): FetchFunction & { sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: FetchFunction = async (url, init) => {
    const { method = "GET", signal } = init;
    const headers = new Headers(init.headers);
    const request: SentRequest = { url, method, headers, signal: signal as AbortSignal, init };
    sent.push(request);
    const response = responses[Math.min(sent.length, responses.length) - 1];
    if (response instanceof Error) throw response;
    if (typeof response === "function") return response(request);
    return (response as Response).clone();
  };
  return Object.assign(fetch, { sent });
}

/** A client that gets these responses, and the requests that it sends. */
export function open(
  responses: MockResponse | MockResponse[],
  options: Partial<ClientOptions> = {},
) {
  const fetch = mockFetch(...[responses].flat());
  const client = createClient({ baseUrl, token, fetch, ...options });
  return { client, sent: fetch.sent };
}

export function json(body: unknown, init?: ResponseInit): Response {
  return Response.json(body, init);
}

export const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(null, { status: code, headers });

/** What a call fails with. */
export function failureOf(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  return call.then(
    () => expect.unreachable("the call must fail"),
    (error) => error,
  );
}
