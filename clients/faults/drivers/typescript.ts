/** The driver of the TypeScript client. */
import {
  type Call,
  type Client,
  createClient,
  type RequestError,
} from "../../typescript/src/index.ts";
import type { DriverInput } from "../driver.ts";
import { answerRows } from "./rows.ts";

const kinds: Record<string, string> = {
  ApiError: "api",
  ConnectionError: "connection",
  TimeoutError: "timeout",
  AbortError: "abort",
  InvalidResponseError: "invalid-response",
  SizeLimitError: "size-limit",
  JobWaitTimeoutError: "wait-timeout",
};
const clients = new Map<string, Client>();
const log = (event: unknown) => console.error("%o", event);

answerRows((input, signal) =>
  call(input, signal).then(
    (result) => ({ ok: true, ...result }),
    (error: unknown) => ({ ok: false, ...describe(error) }),
  ),
);

function call(
  { op, base, token, body, ...limits }: DriverInput,
  signal: AbortSignal,
): Promise<{ value: unknown; text?: string }> {
  const client =
    clients.get(base) ??
    createClient({ baseUrl: base, token, onRequest: log, onResponse: log, onFailure: log });
  clients.set(base, client);
  const options = {
    timeoutMs: limits.timeout * 1000,
    ...(limits.deadline && { deadlineMs: limits.deadline * 1000 }),
    signal,
  };
  const { deadlineMs: _, ...poll } = options;
  switch (op) {
    case "read":
      return whole(client.getHpJob("job-1", options));
    case "create":
      return whole(client.createHpJob(body as never, options));
    case "lipsync":
      return whole(client.createLipsyncVideo(body as never, options));
    case "wait":
      return client
        .waitForHpJob("job-1", { ...poll, intervalMs: 50, maxWaitMs: limits.maxWait * 1000 })
        .then((value) => ({ value }));
  }
}

/** The result of a call, and its text. */
async function whole(call: Call<unknown>): Promise<{ value: unknown; text: string }> {
  const { data, text } = await call.withResponse();
  return { value: data, text };
}

function describe(error: unknown): object {
  const { name, message, retryAfterMs, ...facts } = error as RequestError & {
    retryAfterMs?: number;
  };
  const retryAfter = retryAfterMs === undefined ? null : retryAfterMs / 1000;
  return { error: kinds[name] ?? name, message, retryAfter, ...facts };
}
