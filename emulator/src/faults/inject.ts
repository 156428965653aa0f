/** Everything that a fault does to a request, in the order in which it can: before its body is read, before the work, to its answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { Problem } from "../http/problem.ts";
import type { RequestLog, RequestRecord } from "../http/request-log.ts";
import type { FaultEffect } from "./fault.ts";

/** A request whose answer a fault can change. */
export interface Delivery {
  request: IncomingMessage;
  response: ServerResponse;
  /** Headers of the answer, their names in lower case. */
  headers: Record<string, string>;
  log: RequestLog;
  record: RequestRecord;
  fault: FaultEffect | undefined;
  /** How long the answer is held back, in milliseconds. */
  latencyMs: number;
  /** What the body of the answer is made of, if it is JSON. */
  value?: unknown;
}

/** A body that is not at hand as a text. */
export interface Content {
  length: number;
  /** So many bytes from the start. */
  open(length: number): Readable;
}

type StatusFault = Extract<FaultEffect, { effect: "status" }>;

/** Status codes whose answers have no body, whatever was meant to be in it. RFC 9110, 15.3.5 and 15.4.5. */
const bodiless = new Set([204, 304]);

/** Injects before the body is read. Returns true when the request has ended. */
export function injectBeforeBody(delivery: Delivery): boolean {
  const { fault } = delivery;
  if (fault?.effect !== "reset" || fault.when !== "before-body") return false;
  reset(delivery);
  return true;
}

/**
 * Injects when the request has been read. Returns true when it has ended.
 *
 * @throws {Problem} for a refusal that says no more than its status code
 */
export async function injectBeforeWork(delivery: Delivery): Promise<boolean> {
  const { fault, log, record } = delivery;
  switch (fault?.effect) {
    case "hang":
      log.end(record, null);
      return true;
    case "reset":
      if (fault.when !== "after-body") return false;
      reset(delivery);
      return true;
    case "status":
      // A success without a body of its own is the real answer under another code.
      if (fault.status < 300 && fault.body === undefined) return false;
      await answer(delivery, fault);
      return true;
    default:
      return false;
  }
}

/** Sends the answer of a fault, if it has a body; else it is a refusal as any other. */
function answer(delivery: Delivery, fault: StatusFault): Promise<void> | void {
  const { status, body, contentType, retryAfter } = fault;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  if (body === undefined)
    throw new Problem({ status, code: "injected", detail: "This refusal was asked for.", headers });
  const isText = typeof body === "string";
  const type = contentType ?? (isText ? "text/plain" : "application/json");
  Object.assign(delivery.headers, headers, { "content-type": type });
  return deliver(delivery, status, isText ? body : JSON.stringify(body));
}

/** Sends an answer, whole or as a fault wants it. This is the last step of every exchange. */
export function deliver(
  delivery: Delivery,
  status: number,
  body: string | Content = "",
): Promise<void> | void {
  const { fault } = delivery;
  const delayMs = delivery.latencyMs + (fault?.effect === "delay" ? fault.delayMs : 0);
  if (delayMs > 0)
    return delay(delayMs, undefined, { ref: false }).then(() => send(delivery, status, body));
  return send(delivery, status, body);
}

function send(delivery: Delivery, status: number, body: string | Content): Promise<void> | void {
  const { fault, request, log, record } = delivery;
  switch (fault?.effect) {
    case "malformed-json":
      return sendWhole(delivery, status, half(body));
    case "reset":
      return reset(delivery);
    case "truncate":
      return sendHalf(delivery, status, body, () => request.socket.destroy());
    case "stall":
      return sendHalf(delivery, status, body, () => {});
    default:
      // Nobody is left to answer.
      if (request.socket.destroyed) return log.end(record, null);
      return sendWhole(delivery, status, body);
  }
}

/** Head and text leave in one piece. */
function sendWhole(
  delivery: Delivery,
  status: number,
  body: string | Content,
): Promise<void> | void {
  const { request, response } = delivery;
  sendHead(delivery, status, body);
  if (bodiless.has(status) || request.method === "HEAD") return void response.end();
  if (typeof body === "string") return void response.end(body);
  // A client that has seen enough ends the connection.
  return pipeline(body.open(body.length), response).catch(() => {});
}

function sendHalf(
  delivery: Delivery,
  status: number,
  body: string | Content,
  then: () => void,
): void {
  const { response } = delivery;
  sendHead(delivery, status, body);
  const length = lengthOf(body) >> 1;
  if (typeof body === "string") response.write(Buffer.from(body).subarray(0, length), () => then());
  else body.open(length).once("end", then).pipe(response, { end: false });
}

function sendHead(
  { response, headers, log, record, value }: Delivery,
  status: number,
  body: string | Content,
): void {
  log.end(record, status, headers["content-type"], textOf(body), value);
  if (bodiless.has(status)) delete headers["content-type"];
  else headers["content-length"] = String(lengthOf(body));
  response.writeHead(status, headers);
}

/** What the log can show: a video is none of it. */
function textOf(body: string | Content): string {
  return typeof body === "string" ? body : "";
}

function half(body: string | Content): string | Content {
  return typeof body === "string"
    ? body.slice(0, body.length >> 1)
    : { length: body.length >> 1, open: body.open };
}

function lengthOf(body: string | Content): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

function reset({ request: { socket }, log, record }: Delivery): void {
  log.end(record, null);
  // The connection of a request within this process is no socket.
  if ("resetAndDestroy" in socket) socket.resetAndDestroy();
  else (socket as IncomingMessage["socket"]).destroy();
}
