/** Faults: those that wait for a request, and what each does to it, in the order in which it can. */
import { setTimeout as delay } from "node:timers/promises";
import { check, FieldError } from "../check/check.ts";
import { effects } from "../check/schemas.ts";
import { isObject } from "../contract/document.ts";
import type { Answer } from "../http/answer.ts";
import { Problem } from "../http/problem.ts";
import { type Exchange, type Payload, payloadOf, reset, write, writeHalf } from "../http/reply.ts";
import { chance } from "../random.ts";
import type { Fault, FaultEffect, FaultSpec, FaultTarget } from "./fault.ts";

/** The faults that wait for a request. */
export class FaultPlan {
  readonly #seed: number;
  readonly #targets: readonly string[];
  #faults: Fault[] = [];
  #count = 0;
  #draws = 0;

  /** @param targets what a fault can hit */
  constructor(seed: number, targets: readonly string[]) {
    this.#seed = seed;
    this.#targets = targets;
  }

  /**
   * Adds a fault. Of several that fit a request, the oldest hits it.
   *
   * @throws {RangeError} when it is not valid; the message says what was expected where
   */
  add(spec: FaultSpec): Fault {
    const checked = checkFault(spec, this.#targets);
    const times = checked.times ?? (checked.probability === undefined ? 1 : null);
    const fault: Fault = { ...checked, id: `fault-${++this.#count}`, left: times };
    this.#faults.push(fault);
    return structuredClone(fault);
  }

  list(): Fault[] {
    return structuredClone(this.#faults);
  }

  /** Returns false when there is no such fault. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
    this.#count = 0;
    this.#draws = 0;
  }

  /** The fault that is to hit a request, if one is. It may be for several at once, until it has shown often enough. */
  choose(target: FaultTarget | null): Fault | undefined {
    if (target === null) return undefined;
    return this.#faults.find((fault) => this.#hits(fault, target));
  }

  has(fault: Fault): boolean {
    return this.#faults.includes(fault);
  }

  /** Counts that a fault has shown. */
  use(fault: Fault): void {
    if (fault.left !== null && --fault.left === 0) this.remove(fault.id);
  }

  /** How long an answer is held back. */
  drawDelay({ delayMs, maxDelayMs = delayMs }: FaultEffect & { effect: "delay" }): number {
    const share = chance(this.#seed, "delay", ++this.#draws);
    return Math.round(delayMs + (maxDelayMs - delayMs) * share);
  }

  #hits({ operation, probability = 1, id }: Fault, target: FaultTarget): boolean {
    // A download is no operation of the contract: it is hit only by what names it.
    if (operation === undefined ? target === "downloadVideo" : operation !== target) return false;
    return probability >= 1 || chance(this.#seed, "fault", id, ++this.#draws) < probability;
  }
}

/** A copy of a fault, checked. @throws {FieldError} that says what was expected where */
function checkFault(value: unknown, targets: readonly string[]): FaultSpec {
  const effect = isObject(value) ? value["effect"] : undefined;
  if (effect !== undefined && !effects.includes(String(effect)))
    throw expected("/effect", `Expected one of ${effects.join(", ")}.`);
  const spec = structuredClone(check<FaultSpec>("fault", value));
  if (spec.operation !== undefined && !targets.includes(spec.operation))
    throw expected("/operation", `Expected one of ${targets.join(", ")}.`);
  if (spec.effect === "delay" && (spec.maxDelayMs ?? Infinity) < spec.delayMs)
    throw expected("/maxDelayMs", "Expected no less than delayMs.");
  return spec;
}

function expected(pointer: string, detail: string): FieldError {
  return new FieldError([{ pointer, detail }]);
}

/** Injects a fault, if one is chosen, into one request. It is used up only when it shows. */
export class Injection {
  readonly #exchange: Exchange;
  readonly #plan: FaultPlan;
  readonly #target: FaultTarget | null;
  readonly #preferred: FaultEffect | undefined;
  #fault: Fault | undefined;
  #isUsed = false;

  /**
   * @param target what the request is for; nothing hits one that is for null
   * @param preferred what the request itself asks for
   */
  constructor(
    exchange: Exchange,
    plan: FaultPlan,
    target: FaultTarget | null,
    preferred?: FaultEffect,
  ) {
    this.#exchange = exchange;
    this.#plan = plan;
    this.#target = target;
    this.#preferred = preferred;
    if (!preferred) this.#fault = plan.choose(target);
  }

  /** Injects before the body is read. Returns true when the request has ended. */
  beforeBody(): boolean {
    const effect = this.#showAt("before-body");
    if (effect) reset(this.#exchange);
    return effect !== undefined;
  }

  /**
   * Injects when the request has been read.
   *
   * @returns an answer instead of the work, or "ended" when there is none
   * @throws {Problem} for a refusal that says no more than its status code
   */
  beforeWork(): Answer | "ended" | undefined {
    const effect = this.#showAt("after-body");
    if (effect?.effect === "status") return answerOf(effect);
    const { log, record } = this.#exchange;
    if (effect?.effect === "reset") reset(this.#exchange);
    else if (effect) log.end(record, null);
    return effect && "ended";
  }

  /** The status code of a success. */
  successStatus(status: number): number {
    const effect = this.#showAt("success");
    return effect?.effect === "status" ? effect.status : status;
  }

  /** Sends an answer, whole or as the fault wants it. */
  async send(answer: Answer): Promise<void> {
    const exchange = this.#exchange;
    const effect = this.#showAt("after-work");
    if (effect?.effect === "delay")
      await delay(this.#plan.drawDelay(effect), undefined, { ref: false });
    if (!effect || effect.effect === "delay") return write(exchange, answer);
    if (effect.effect === "malformed-json") return write(exchange, answer, half(payloadOf(answer)));
    if (effect.effect === "reset") return reset(exchange);
    await writeHalf(exchange, answer);
    if (effect.effect === "truncate") exchange.request.socket.destroy();
  }

  /** The effect, if it shows now. A fault that others have used up meanwhile gives way to the next one. */
  #showAt(stage: Stage): FaultEffect | undefined {
    if (this.#fault && !this.#isUsed && !this.#plan.has(this.#fault))
      this.#fault = this.#plan.choose(this.#target);
    const effect = this.#preferred ?? this.#fault;
    if (!effect || stageOf(effect) !== stage) return undefined;
    if (this.#fault && !this.#isUsed) this.#plan.use(this.#fault);
    this.#isUsed = true;
    const { record } = this.#exchange;
    if (record) record.fault = effect.effect;
    return effect;
  }
}

type StatusFault = Extract<FaultEffect, { effect: "status" }>;
type Stage = "before-body" | "after-body" | "success" | "after-work";

/** When an effect shows. A success without a body of its own is the real answer under another code. */
function stageOf(fault: FaultEffect): Stage {
  if (fault.effect === "reset") return fault.when;
  if (fault.effect === "status")
    return fault.status < 300 && fault.body === undefined ? "success" : "after-body";
  return fault.effect === "hang" ? "after-body" : "after-work";
}

/** @throws {Problem} when it has no body: then it is a refusal as any other */
function answerOf({ status, body, contentType, retryAfter }: StatusFault): Answer {
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (body === undefined)
    throw new Problem("injected", "This refusal was asked for.", { status, headers });
  const mediaType = contentType ?? (typeof body === "string" ? "text/plain" : "application/json");
  return { status, headers, mediaType, body };
}

function half(payload: Payload): Payload {
  return typeof payload === "string"
    ? payload.slice(0, payload.length >> 1)
    : { length: payload.length >> 1, open: payload.open };
}

/** What a header `Prefer: code=503` asks for, as Prism has it, or nothing: other preferences are not ours. */
export function readPreference(header: string | string[]): FaultEffect | undefined {
  const [, code] = /(?:^|[,;\s])code="?([2-5]\d\d)"?(?:$|[,;\s])/.exec(String(header)) ?? [];
  return code === undefined ? undefined : { effect: "status", status: Number(code) };
}
