/** The driver of the TypeScript client. */
import { type Client, createClient, type RequestError } from "../../typescript/src/index.ts";
import { saveVideos } from "../../typescript/src/save.ts";
import type { DriverInput } from "../drivers.ts";
import { serveRows } from "./rows.ts";

const clients = new Map<string, Client>();
const log = (event: unknown) => console.error("%o", event);

serveRows((input, signal) => call(input, signal).catch(describe));

async function call(
  { op, base, token, body, timeout, deadline, maxWait, folder }: DriverInput,
  signal: AbortSignal,
) {
  const client =
    clients.get(base) ??
    createClient({ baseUrl: base, token, onRequest: log, onResponse: log, onFailure: log });
  clients.set(base, client);
  const limits = { timeoutMs: timeout * 1000, signal };
  if (op === "wait") {
    const wait = { ...limits, intervalMs: 50, maxWaitMs: maxWait * 1000 };
    return { ok: true, value: await client.waitForHpJob("job-1", wait) };
  }
  const options = { ...limits, ...(deadline && { deadlineMs: deadline * 1000 }) };
  if (op === "save") {
    const job = await client.getHpJob("job-1", options);
    return { ok: true, value: await saveVideos(job, folder, { baseUrl: base, token }) };
  }
  const calls = {
    read: () => client.getHpJob("job-1", options),
    create: () => client.createHpJob(body as never, options),
    lipsync: () => client.createLipsyncVideo(body as never, options),
  };
  const { data, text } = await calls[op]().withResponse();
  return { ok: true, value: data, text };
}

function describe(error: RequestError & { retryAfterMs?: number }) {
  const { name, message, retryAfterMs, ...facts } = error;
  const retryAfter = retryAfterMs === undefined ? null : retryAfterMs / 1000;
  return { ok: false, error: name, message, retryAfter, ...facts };
}
