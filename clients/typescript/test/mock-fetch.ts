/**
 * A `fetch` without a network: answers from a list, the last answer for ever, and remembers what it
 * was asked.
 */
import type { FetchFunction } from "../src/index.ts";

export interface SentRequest {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal;
  /** All that it was asked with, as it came. */
  init: RequestInit;
}

export type MockAnswer =
  Response | Error | ((request: SentRequest) => Response | Promise<Response>);

export function mockFetch(...answers: MockAnswer[]): FetchFunction & { sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: FetchFunction = async (url, init) => {
    const request: SentRequest = {
      url,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: init.body,
      signal: init.signal as AbortSignal,
      init,
    };
    sent.push(request);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer(request);
    return (answer as Response).clone();
  };
  return Object.assign(fetch, { sent });
}

export function json(body: unknown, init?: ResponseInit): Response {
  return Response.json(body, init);
}
