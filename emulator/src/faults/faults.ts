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

/** A fault that was chosen for a request. */
export interface ChosenFault {
  effect: FaultEffect;
  /** Called when it shows. False when it was removed meanwhile. */
  use(): boolean;
  /** Called when the request has ended, whether it has shown or not: others may have it then. */
  release(): void;
}

/** The faults that wait for a request. */
export class FaultPlan {
  readonly #seed: number;
  readonly #targets: readonly string[];
  #faults: Fault[] = [];
  /** How many requests under way each fault was chosen for, and has not shown yet. */
  readonly #reserved = new WeakMap<Fault, number>();
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

  /**
   * The fault that is to hit a request, if one is. It is used up when it shows, and gone when it has shown often enough; until then it
   * is not chosen for more requests than it can still hit.
   */
  choose(target: FaultTarget): ChosenFault | undefined {
    const fault = this.#faults.find((candidate) => this.#hits(candidate, target));
    if (!fault) return undefined;
    this.#reserve(fault, 1);
    const release = () => this.#reserve(fault, -1);
    const use = () => {
      release();
      if (!this.#faults.includes(fault)) return false;
      if (fault.left !== null && --fault.left === 0) this.remove(fault.id);
      return true;
    };
    if (fault.effect !== "delay" || fault.maxDelayMs === undefined)
      return { effect: fault, use, release };
    const { delayMs, maxDelayMs, id } = fault;
    const share = chance(this.#seed, "delay", id, ++this.#draws);
    const drawnMs = Math.round(delayMs + (maxDelayMs - delayMs) * share);
    return { effect: { effect: "delay", delayMs: drawnMs }, use, release };
  }

  #reserve(fault: Fault, change: 1 | -1): void {
    this.#reserved.set(fault, (this.#reserved.get(fault) ?? 0) + change);
  }

  #hits(fault: Fault, target: FaultTarget): boolean {
    const { operation, probability = 1, id, left } = fault;
    if (left !== null && (this.#reserved.get(fault) ?? 0) >= left) return false;
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

/** What leaves no answer, or not the whole of it. */
const cuts: unknown[] = ["malformed-json", "reset", "stall", "truncate"];

/** Injects a fault, if one was chosen, into one request. It is used up only when it shows. */
export class Injection {
  readonly #exchange: Exchange;
  readonly #fault: ChosenFault | undefined;
  #isUsed: boolean | undefined;

  constructor(exchange: Exchange, fault: ChosenFault | undefined) {
    this.#exchange = exchange;
    this.#fault = fault;
  }

  /** Injects before the body is read. Returns true when the request has ended. */
  beforeBody(): boolean {
    const effect = this.#fault?.effect;
    if (effect?.effect !== "reset" || effect.when !== "before-body" || !this.#use()) return false;
    reset(this.#exchange);
    return true;
  }

  /**
   * Injects when the request has been read.
   *
   * @returns an answer instead of the work, or "ended" when there is none
   * @throws {Problem} for a refusal that says no more than its status code
   */
  beforeWork(): Answer | "ended" | undefined {
    const effect = this.#fault?.effect;
    if (effect?.effect === "hang" && this.#use()) {
      const { log, record } = this.#exchange;
      log.end(record, null);
      return "ended";
    }
    if (effect?.effect === "reset" && effect.when === "after-body" && this.#use()) {
      reset(this.#exchange);
      return "ended";
    }
    // A success without a body of its own is the real answer under another code.
    if (effect?.effect !== "status" || isSuccess(effect) || !this.#use()) return undefined;
    return answerOf(effect);
  }

  /** The status code of a success. */
  successStatus(status: number): number {
    const effect = this.#fault?.effect;
    return effect?.effect === "status" && isSuccess(effect) && this.#use() ? effect.status : status;
  }

  /** Sends an answer, whole or as the fault wants it. */
  async send(answer: Answer): Promise<void> {
    const effect = this.#fault?.effect;
    if (effect?.effect === "delay" && this.#use())
      await delay(effect.delayMs, undefined, { ref: false });
    const exchange = this.#exchange;
    if (!cuts.includes(effect?.effect) || !this.#use()) return write(exchange, answer);
    if (effect?.effect === "malformed-json")
      return write(exchange, answer, half(payloadOf(answer)));
    if (effect?.effect === "reset") return reset(exchange);
    await writeHalf(exchange, answer);
    if (effect?.effect === "truncate") exchange.request.socket.destroy();
  }

  /** Gives back a fault that has not shown. This has to be called at the end of every exchange. */
  end(): void {
    if (this.#isUsed === undefined) this.#fault?.release();
  }

  #use(): boolean {
    if (this.#isUsed === undefined && this.#fault) {
      this.#isUsed = this.#fault.use();
      const { record } = this.#exchange;
      if (this.#isUsed && record) record.fault = this.#fault.effect.effect;
    }
    return this.#isUsed ?? false;
  }
}

type StatusFault = Extract<FaultEffect, { effect: "status" }>;

function isSuccess({ status, body }: StatusFault): boolean {
  return status < 300 && body === undefined;
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

/** The fault that a header `Prefer: code=503` asks for, as Prism has it, or nothing: other preferences are not ours. */
export function readPreference(header: string | string[]): ChosenFault | undefined {
  const [, code] = /(?:^|[,;\s])code="?([2-5]\d\d)"?(?:$|[,;\s])/.exec(String(header)) ?? [];
  if (code === undefined) return undefined;
  return { effect: { effect: "status", status: Number(code) }, use: () => true, release: () => {} };
}
