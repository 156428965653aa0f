/** The faults that wait for a request. */
import { check, FieldError } from "../check/check.ts";
import { effects } from "../check/schemas.ts";
import { isObject } from "../contract/document.ts";
import { chance } from "../random.ts";
import type { Fault, FaultSpec, FaultTarget } from "./fault.ts";
import type { ChosenFault } from "./inject.ts";

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
   * @throws {RangeError} when it is none; the message says what was expected where
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
