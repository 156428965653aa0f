/** Faults: those that wait for a request, and what each does to it, in the order in which it can. */
import { check, FieldError } from "../contract/check.ts";
import { differencesOf } from "../contract/differences.ts";
import { parseJson } from "../contract/json.ts";
import { Problem } from "../http/problem.ts";
import { type Exchange, type Reply, halve, reset, write } from "../http/reply.ts";
import type { RequestRecord } from "../http/request-log.ts";
import { chance } from "../random.ts";
import { setTimeout } from "../time/real-time.ts";
import type { Fault, FaultEffect, FaultSpec } from "./fault.ts";

/** When an effect can show. */
type Stage = "before-body" | "after-body" | "success" | "after-work";

export class Faults {
  readonly #seed: number;
  #waiting: Fault[] = [];
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /**
   * Adds a fault. Of several that fit a request, the oldest hits it.
   *
   * @throws {FieldError} when it is not valid; the message says what was expected where
   */
  add(spec: FaultSpec): Fault {
    const { probability, times = probability === undefined ? 1 : null } = check<FaultSpec>(
      "fault",
      spec,
    );
    if (spec.effect === "delay" && (spec.maxDelayMs ?? spec.delayMs) < spec.delayMs)
      throw new FieldError([{ pointer: "/maxDelayMs", detail: "Expected delayMs or more." }]);
    if (spec.requestBody !== undefined && stageOf(spec) === "before-body")
      throw new FieldError([
        { pointer: "/when", detail: "Expected after-body or after-work: requestBody chooses." },
      ]);
    const fault = structuredClone({ ...spec, id: `fault-${++this.#count}`, left: times });
    this.#waiting.push(fault);
    return structuredClone(fault);
  }

  list(): Fault[] {
    return structuredClone(this.#waiting);
  }

  /** Returns false when there is no such fault. */
  remove(id: string): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((fault) => fault.id !== id);
    return this.#waiting.length < before;
  }

  /** A line for each fault that was to hit so many requests and has hit none: the test does not go where it should. */
  describeUnused(): string[] {
    return this.#waiting
      .filter(({ left, times = 1, probability }) => probability === undefined && left === times)
      .map(
        ({ id, left: _, ...spec }) => `The fault ${id} has hit no request: ${JSON.stringify(spec)}`,
      );
  }

  clear(): void {
    this.#waiting = [];
    this.#count = 0;
  }

  /** Injects before the body is read. Returns true when the request has ended. */
  beforeBody(exchange: Exchange): boolean {
    const fault = this.#showAt("before-body", exchange);
    if (fault) reset(exchange);
    return fault !== undefined;
  }

  /**
   * Injects when the request has been read.
   *
   * @returns a response instead of the work, or "ended" when there is none
   * @throws {Problem} for a refusal that says no more than its status code
   */
  beforeWork(exchange: Exchange): Reply | "ended" | undefined {
    const fault = this.#showAt("after-body", exchange);
    if (fault?.effect === "status") return replyOf(fault);
    if (fault?.effect === "reset") reset(exchange);
    return fault && "ended";
  }

  /** The status code of a success. */
  successStatus(exchange: Exchange, status: number): number {
    const fault = this.#showAt("success", exchange);
    return fault?.effect === "status" ? fault.status : status;
  }

  /** Sends a response, whole or as a fault wants it. */
  send(exchange: Exchange, reply: Reply): Promise<void> | void {
    const fault = this.#showAt("after-work", exchange);
    return fault ? this.#sendWith(fault, exchange, reply) : write(exchange, reply);
  }

  async #sendWith(fault: Fault, exchange: Exchange, reply: Reply): Promise<void> {
    const { effect } = fault;
    if (effect === "delay") {
      const { delayMs, maxDelayMs = delayMs } = fault;
      const share = chance(this.#seed, "delay", exchange.record?.id ?? 0);
      const pauseMs = delayMs + (maxDelayMs - delayMs) * share;
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
    if (effect === "reset") return reset(exchange);
    const isHalf = effect === "truncate" || effect === "stall";
    await write(exchange, effect === "malformed-json" ? halve(reply) : reply, isHalf);
    if (effect === "truncate") exchange.request.socket.destroy();
  }

  /** What hits a request, if it shows now: only then a fault is used up. Nothing else hits the same request. */
  #showAt(stage: Stage, { record, parameters }: Exchange): Fault | undefined {
    if (!record || record.fault !== undefined || this.#waiting.length === 0) return undefined;
    const fault = this.#find(record, parameters);
    if (!fault || stageOf(fault) !== stage) return undefined;
    record.fault = fault.effect;
    if (fault.left !== null && --fault.left === 0) this.remove(fault.id);
    return fault;
  }

  /** The fault that hits a request now. It may be the same for several at once, until it has shown often enough. */
  #find(
    { operation, id: requestId, body }: RequestRecord,
    parameters: Record<string, string>,
  ): Fault | undefined {
    return this.#waiting.find(({ operation: target, probability, id, jobId, requestBody }) => {
      // A download is no operation of the contract: it is hit only by what names it.
      const isHit = target === undefined ? operation !== "downloadVideo" : operation === target;
      if (!isHit || operation === null) return false;
      if (jobId !== undefined && !Object.values(parameters).includes(jobId)) return false;
      if (requestBody !== undefined && !hasFields(body, requestBody)) return false;
      return probability === undefined || chance(this.#seed, "fault", id, requestId) < probability;
    });
  }
}

function hasFields(body: string | undefined, fields: unknown): boolean {
  try {
    return body !== undefined && differencesOf(parseJson(body), fields).length === 0;
  } catch {
    // A body that is no JSON, or was cut, has none.
    return false;
  }
}

/** When an effect shows. A success without a body of its own is the real response under another code. */
function stageOf(fault: FaultEffect): Stage {
  if (fault.effect === "reset") return fault.when;
  if (fault.effect === "status")
    return fault.status < 300 && fault.body === undefined ? "success" : "after-body";
  return fault.effect === "hang" ? "after-body" : "after-work";
}

/** @throws {Problem} when it has no body: then it is a refusal as any other */
function replyOf(fault: FaultEffect & { effect: "status" }): Reply {
  const { status, body, retryAfter, contentType } = fault;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  if (body === undefined)
    throw new Problem("injected", "This refusal was asked for.", { status, headers });
  const mediaType = contentType ?? (typeof body === "string" ? "text/plain" : "application/json");
  return { status, headers, mediaType, body };
}
