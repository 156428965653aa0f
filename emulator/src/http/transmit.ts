/** The last step of an exchange: head and body go out, whole or as a fault wants them. */
import { setTimeout as delay } from "node:timers/promises";
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";

/** Status codes whose answers have no body, whatever was meant to be in it. RFC 9110, 15.3.5 and 15.4.5. */
const bodiless = new Set([204, 304]);

/** Sends an answer. Without a text it has no body. */
export function transmit(
  service: Service,
  exchange: Exchange,
  status: number,
  text = "",
): Promise<void> | void {
  const { fault } = exchange;
  switch (fault?.effect) {
    case "delay":
      return delay(fault.delayMs, undefined, { ref: false }).then(() =>
        sendWhole(service, exchange, status, text),
      );
    case "malformed-json":
      return sendWhole(service, exchange, status, text.slice(0, text.length >> 1));
    case "reset":
      return void exchange.request.socket.resetAndDestroy();
    case "truncate":
      return sendHalf(exchange, status, text, () => exchange.request.socket.destroy());
    case "stall":
      return sendHalf(exchange, status, text, () => {});
    default:
      return sendWhole(service, exchange, status, text);
  }
}

/** Head and body leave in one piece. */
function sendWhole({ requests }: Service, exchange: Exchange, status: number, text: string): void {
  const { request, response, record } = exchange;
  if (request.socket.destroyed) return; // Nobody is left to answer.
  requests.end(record, status);
  if (bodiless.has(status)) {
    delete exchange.headers["content-type"];
    response.writeHead(status, exchange.headers).end();
  } else response.writeHead(status, withLength(exchange, text)).end(text);
}

function sendHalf(exchange: Exchange, status: number, text: string, then: () => void): void {
  const { response } = exchange;
  response.writeHead(status, withLength(exchange, text));
  response.write(Buffer.from(text).subarray(0, Buffer.byteLength(text) >> 1), then);
}

function withLength({ headers }: Exchange, text: string): Record<string, string> {
  headers["content-length"] = String(Buffer.byteLength(text));
  return headers;
}
