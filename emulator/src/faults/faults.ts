/** Faults: those that wait for a request, and what each does to it, in the order in which it can. */
import { setTimeout as delay } from "node:timers/promises";
import { check, FieldError } from "../check/check.ts";
import { effects } from "../check/schemas.ts";
import { isObject } from "../contract/document.ts";
import { Problem } from "../http/problem.ts";
import type { Answer } from "../http/answer.ts";
import { type Exchange, halve, reset, write } from "../http/reply.ts";
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

  /** A number for a request, by which it is drawn whether a fault hits it. */
  draw(): number {
    return ++this.#draws;
  }

  /** The fault that hits a request now, if one does. It may be the same for several at once, until it has shown often enough. */
  find(target: FaultTarget | null, draw: number): Fault | undefined {
    return this.#faults.find(({ operation, probability = 1, id }) => {
      // A download is no operation of the contract: it is hit only by what names it.
      if (operation === undefined ? target === "downloadVideo" : operation !== target) return false;
      return probability >= 1 || chance(this.#seed, "fault", id, draw) < probability;
    });
  }

  /** Counts that a fault has shown. */
  use(fault: Fault): void {
    if (fault.left !== null && --fault.left === 0) this.remove(fault.id);
  }

  /** How long an answer is held back. */
  drawDelay({ delayMs, maxDelayMs = delayMs }: FaultEffect & { effect: "delay" }): number {
    const share = chance(this.#seed, "delay", this.draw());
    return Math.round(delayMs + (maxDelayMs - delayMs) * share);
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

export type Injection = ReturnType<typeof injectionInto>;

/**
 * Injects the fault that hits a request, if one does. It is used up only when it shows.
 *
 * @param target what the request is for; nothing hits one that is for null
 * @param preferred what the request itself asks for
 */
export function injectionInto(
  exchange: Exchange,
  plan: FaultPlan,
  target: FaultTarget | null,
  preferred: FaultEffect | undefined,
) {
  const draw = plan.draw();
  let hasShown = target === null;
  /** The effect, if it shows now. */
  const showAt = (stage: Stage): FaultEffect | undefined => {
    const fault = hasShown || preferred ? undefined : plan.find(target, draw);
    const effect = preferred ?? fault;
    if (hasShown || !effect || stageOf(effect) !== stage) return undefined;
    if (fault) plan.use(fault);
    hasShown = true;
    if (exchange.record) exchange.record.fault = effect.effect;
    return effect;
  };
  return {
    /** Injects before the body is read. Returns true when the request has ended. */
    beforeBody(): boolean {
      const effect = showAt("before-body");
      if (effect) reset(exchange);
      return effect !== undefined;
    },

    /**
     * Injects when the request has been read.
     *
     * @returns an answer instead of the work, or "ended" when there is none
     * @throws {Problem} for a refusal that says no more than its status code
     */
    beforeWork(): Answer | "ended" | undefined {
      const effect = showAt("after-body");
      if (effect?.effect === "status") return answerOf(effect);
      if (effect?.effect === "reset") reset(exchange);
      return effect && "ended";
    },

    /** The status code of a success. */
    successStatus(status: number): number {
      const effect = showAt("success");
      return effect?.effect === "status" ? effect.status : status;
    },

    /** Sends an answer, whole or as the fault wants it. */
    async send(answer: Answer): Promise<void> {
      const shown = showAt("after-work");
      if (shown?.effect === "delay") await delay(plan.drawDelay(shown), undefined, { ref: false });
      const effect = shown?.effect;
      if (effect === "reset") return reset(exchange);
      const isHalf = effect === "truncate" || effect === "stall";
      await write(exchange, effect === "malformed-json" ? halve(answer) : answer, isHalf);
      if (effect === "truncate") exchange.request.socket.destroy();
    },
  };
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

/** What a header `Prefer: code=503` asks for, as Prism has it, or nothing: other preferences are not ours. */
export function readPreference(header: string | string[]): FaultEffect | undefined {
  const [, code] = /(?:^|[,;\s])code="?([2-5]\d\d)"?(?:$|[,;\s])/.exec(String(header)) ?? [];
  return code === undefined ? undefined : { effect: "status", status: Number(code) };
}
