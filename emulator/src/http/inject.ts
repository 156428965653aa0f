/** Faults that strike before a request is carried out. */
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";
import { Problem } from "./problem.ts";
import { sendRefusal, toText } from "./send.ts";
import { transmit } from "./transmit.ts";

/** Strikes before the body is read. Returns true when the request has met its end. */
export function strikeEarly({ fault, request }: Exchange): boolean {
  if (fault?.effect === "reset" && fault.when === "before-body") {
    request.socket.resetAndDestroy();
    return true;
  }
  return false;
}

/** Strikes when the request has been read. Returns true when it has met its end. */
export async function strikeBeforeWork(service: Service, exchange: Exchange): Promise<boolean> {
  const { fault, request } = exchange;
  switch (fault?.effect) {
    case "hang":
      return true;
    case "reset":
      if (fault.when !== "after-body") return false;
      request.socket.resetAndDestroy();
      return true;
    case "status":
      // A success without a body of its own is the real answer under another code.
      if (fault.status < 300 && fault.body === undefined) return false;
      await answerWithStatus(service, exchange, fault);
      return true;
    default:
      return false;
  }
}

async function answerWithStatus(
  service: Service,
  exchange: Exchange,
  { status, body, contentType, retryAfter }: Extract<Exchange["fault"], { effect: "status" }>,
): Promise<void> {
  const { headers } = exchange;
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (body === undefined) {
    const detail = "This refusal was asked for.";
    return sendRefusal(service, exchange, new Problem({ status, code: "injected", detail }));
  }
  const isText = typeof body === "string";
  headers["content-type"] = contentType ?? (isText ? "text/plain" : "application/json");
  return transmit(service, exchange, status, toText(body));
}
