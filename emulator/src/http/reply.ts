/** Writes answers, whole or in part. Nothing else writes one: faults call it with less than the whole. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Answer, Content } from "./answer.ts";
import type { RequestLog, RequestRecord } from "./request-log.ts";

/** A request on its way through the emulator. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  log: RequestLog;
  /** What the log keeps of the request; nothing for one that is not logged. */
  record: RequestRecord | undefined;
}

/** What is sent below the head. */
export type Payload = string | Content;

/** Status codes whose answers have no body, whatever was meant to be in it. RFC 9110, 15.3.5 and 15.4.5. */
const bodiless = new Set([204, 304]);

export function payloadOf({ body, content }: Answer): Payload {
  if (content) return content;
  if (body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}

export function lengthOf(payload: Payload): number {
  return typeof payload === "string" ? Buffer.byteLength(payload) : payload.length;
}

/** Writes an answer. @param payload what is sent instead of its own body, as if it were whole */
export async function write(
  exchange: Exchange,
  answer: Answer,
  payload = payloadOf(answer),
): Promise<void> {
  const { request, response, log, record } = exchange;
  // Nobody is left to answer.
  if (request.socket.destroyed) return log.end(record, null);
  writeHead(exchange, answer, payload);
  if (bodiless.has(answer.status) || request.method === "HEAD") return void response.end();
  if (typeof payload === "string") return void response.end(payload);
  // A client that has seen enough ends the connection.
  await pipeline(payload.open(payload.length), response).catch(() => {});
}

/** Writes the head of an answer and half of its body. Settles when they have left. */
export async function writeHalf(exchange: Exchange, answer: Answer): Promise<void> {
  const { response } = exchange;
  const payload = payloadOf(answer);
  writeHead(exchange, answer, payload);
  const length = lengthOf(payload) >> 1;
  if (typeof payload === "string") {
    const half = Buffer.from(payload).subarray(0, length);
    return new Promise((resolve) => response.write(half, () => resolve()));
  }
  const part = payload.open(length);
  part.pipe(response, { end: false });
  return new Promise((resolve) => part.once("end", resolve));
}

/** Resets the connection, without an answer. */
export function reset({ request: { socket }, log, record }: Exchange): void {
  log.end(record, null);
  // The connection of a request within this process is no socket.
  if ("resetAndDestroy" in socket) socket.resetAndDestroy();
  else (socket as IncomingMessage["socket"]).destroy();
}

function writeHead({ response, log, record }: Exchange, answer: Answer, payload: Payload): void {
  const { status, mediaType } = answer;
  // A video is nothing that the log can show.
  log.end(record, status, mediaType, typeof payload === "string" ? payload : "");
  const headers: Record<string, string> = { ...answer.headers };
  if (!bodiless.has(status)) {
    if (mediaType !== undefined) headers["content-type"] = mediaType;
    headers["content-length"] = String(lengthOf(payload));
  }
  response.writeHead(status, headers);
}
