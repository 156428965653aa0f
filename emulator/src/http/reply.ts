/** Responses, and how they are written. Nothing else writes one: faults have it write less than the whole. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cutText, type RequestRecord } from "./request-log.ts";

/** A response that is not written yet. */
export interface Reply {
  status: number;
  /** Their names in lower case. */
  headers?: Record<string, string> | undefined;
  mediaType?: string | undefined;
  /** A text and a blob are sent as they are, undefined is not sent, and anything else is sent as JSON. */
  body?: unknown;
}

/** A request on its way through the emulator. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** What the log keeps of the request; nothing for one that is not logged. */
  record: RequestRecord | undefined;
  /** What the path names, such as a job. */
  parameters: Record<string, string>;
}

/** Status codes whose responses have no body, whatever was meant to be in it. RFC 9110, 15.3.5, 15.3.6 and 15.4.5. */
export const bodiless: Set<number> = new Set([204, 205, 304]);

function payloadOf({ body }: Reply): string | Blob {
  if (typeof body === "string" || body instanceof Blob) return body;
  return body === undefined ? "" : JSON.stringify(body);
}

/** Writes a response. @param isHalf after half of its body nothing more comes, although the head announces the whole */
export function write(exchange: Exchange, reply: Reply, isHalf = false): Promise<void> | void {
  const { request, response, record } = exchange;
  // Nobody is left to respond to.
  if (request.socket.destroyed) return undefined;
  const { status, mediaType } = reply;
  const payload = payloadOf(reply);
  const isText = typeof payload === "string";
  const length = isText ? Buffer.byteLength(payload) : payload.size;
  if (record) {
    record.status = status;
    // A video is nothing that the log can show.
    if (isText && length > 0) record.reply = { mediaType, text: cutText(payload) };
  }
  const headers: Record<string, string | number> = { ...reply.headers };
  if (!bodiless.has(status)) {
    if (mediaType !== undefined) headers["content-type"] = mediaType;
    headers["content-length"] = length;
  }
  response.writeHead(status, headers);
  if (bodiless.has(status) || request.method === "HEAD") return void response.end();
  if (isText && !isHalf) return void response.end(payload);
  const sent = new Blob([payload]).slice(0, isHalf ? length >> 1 : length);
  // A client that has seen enough ends the connection.
  return pipeline(Readable.fromWeb(sent.stream() as never), response, { end: !isHalf }).catch(
    () => {},
  );
}

/** A response with half of its body, as if that were the whole. */
export function halve(reply: Reply): Reply {
  const payload = payloadOf(reply);
  const length = typeof payload === "string" ? payload.length : payload.size;
  return { ...reply, body: payload.slice(0, length >> 1) };
}

/** Resets the connection, without a response. */
export function reset({ request: { socket } }: Exchange): void {
  // The connection of a request within this process is no socket.
  if ("resetAndDestroy" in socket) socket.resetAndDestroy();
  else (socket as IncomingMessage["socket"]).destroy();
}
