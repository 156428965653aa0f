/** Sends an answer, after a last check against the contract, and with the fault that hits it. */
import { setTimeout as delay } from "node:timers/promises";
import type { Contract } from "../contract/contract.ts";
import { responseFor } from "../contract/operations.ts";
import type { Answer } from "../gaps/reading.ts";
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";
import { Problem, problemMediaType } from "./problem.ts";

/** Sends what the operation has yielded. */
export function sendSuccess(service: Service, exchange: Exchange, body: unknown): Promise<void> {
  const { fault, operation } = exchange;
  const status = fault?.effect === "status" ? fault.status : operation.successStatus;
  return send(service, exchange, { status, mediaType: "application/json", body }, false);
}

/** Sends a refusal. In the strict profile it has no body, because the specification shows none. */
export function sendRefusal(service: Service, exchange: Exchange, problem: Problem): Promise<void> {
  const { reply } = exchange;
  reply.headers(problem.headers);
  reply.header("x-emulator-reason", headerText(problem.message));
  const body = service.profile === "strict" ? undefined : problem.toBody();
  return send(
    service,
    exchange,
    { status: problem.status, mediaType: problemMediaType, body },
    true,
  );
}

async function send(
  service: Service,
  exchange: Exchange,
  answer: Answer,
  refused: boolean,
): Promise<void> {
  const { operation, record, request, reply, fault } = exchange;
  const assumed = responseFor(operation, answer.status)?.assumed;
  const { played, breaksContract } = service.gaps.change(answer, {
    operation: operation.id,
    input: request.body,
    refused,
    requestId: record.id,
  });
  if (played.length > 0) {
    record.played = played;
    reply.header("x-emulator-played", played.join(", "));
  }
  // An answer that plays another reading is no longer the emulator's own, but still one that the service could give.
  if (!breaksContract)
    checkAnswer(played.length > 0 ? service.serviceContract : service.contract, exchange, answer);
  if (assumed) reply.header("x-emulator-assumed", assumed);
  reply.code(answer.status);
  if (answer.body !== undefined) reply.header("content-type", answer.mediaType);
  const payload = toPayload(answer.body);
  if (fault === undefined) return void reply.send(payload);
  await sendFaulty(exchange, payload ?? Buffer.alloc(0));
}

/**
 * Nothing leaves the emulator that its contract does not allow.
 *
 * @throws {Problem} 500, because then the emulator has a defect
 */
function checkAnswer(contract: Contract, { operation, request }: Exchange, answer: Answer): void {
  const response = responseFor(contract.byId.get(operation.id) ?? operation, answer.status);
  const mediaType = answer.mediaType.split(";", 1)[0] as string;
  const schema = response?.schemas.get(mediaType) ?? response?.schemas.get("*/*");
  if (schema === undefined) {
    if (answer.body === undefined) return;
    throw defect(
      `${request.method} ${operation.path} has no ${answer.status} with ${answer.mediaType}.`,
    );
  }
  const validate = contract.schemas.at(schema);
  if (answer.body === undefined || validate(answer.body)) return;
  throw defect(`The answer is not as the contract wants it: ${JSON.stringify(validate.errors)}`);
}

export function defect(detail: string): Problem {
  return new Problem({ status: 500, code: "emulator_defect", detail });
}

async function sendFaulty({ reply, fault }: Exchange, payload: Buffer): Promise<void> {
  switch (fault?.effect) {
    case "delay":
      await delay(fault.delayMs, undefined, { ref: false });
      return void reply.send(payload);
    case "malformed-json":
      return void reply.send(payload.subarray(0, payload.length >> 1));
    case "reset":
      reply.hijack();
      return void reply.raw.socket?.resetAndDestroy();
    case "truncate":
    case "stall": {
      const socket = reply.raw.socket;
      reply.hijack();
      reply.raw.writeHead(reply.statusCode, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-length": payload.length,
      });
      reply.raw.write(payload.subarray(0, payload.length >> 1), () => {
        if (fault.effect === "truncate") socket?.destroy();
      });
      return;
    }
    default:
      return void reply.send(payload);
  }
}

/** Bytes, because fastify adds a charset to the media type of a text, and the contract names none. */
export function toPayload(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

/** Header values are limited to Latin letters without control characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 500);
}
