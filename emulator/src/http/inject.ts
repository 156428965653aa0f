/** Faults that strike before a request is carried out. */
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";
import { Problem } from "./problem.ts";
import { sendRefusal, toPayload } from "./send.ts";

/** Strikes before the body is read. Returns true when the request has met its end. */
export function strikeEarly({ fault, reply, request }: Exchange): boolean {
  if (fault?.effect === "reset" && fault.when === "before-body") {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return true;
  }
  return false;
}

/** Strikes when the request has been read. Returns true when it has met its end. */
export async function strikeBeforeWork(service: Service, exchange: Exchange): Promise<boolean> {
  const { fault, reply, request } = exchange;
  switch (fault?.effect) {
    case "hang":
      reply.hijack();
      return true;
    case "reset":
      if (fault.when !== "after-body") return false;
      reply.hijack();
      request.raw.socket.resetAndDestroy();
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
  const { reply } = exchange;
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  if (body === undefined) {
    const detail = "This refusal was asked for.";
    return sendRefusal(service, exchange, new Problem({ status, code: "injected", detail }));
  }
  const isText = typeof body === "string";
  reply.code(status);
  reply.header("content-type", contentType ?? (isText ? "text/plain" : "application/json"));
  reply.send(toPayload(body));
}
