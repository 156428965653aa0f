/** The faults that wait for a request. */
import { chance } from "../random.ts";
import { checkFault } from "./check-fault.ts";
import type { Fault, FaultEffect, FaultSpec, FaultTarget } from "./fault.ts";

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

  /** The fault that hits a request, if one does. A fault that has hit often enough is gone. */
  take(target: FaultTarget): FaultEffect | undefined {
    if (this.#faults.length === 0) return undefined;
    const fault = this.#faults.find((candidate) => this.#hits(candidate, target));
    if (fault && fault.left !== null && --fault.left === 0) this.remove(fault.id);
    if (fault?.effect !== "delay" || fault.maxDelayMs === undefined) return fault;
    const { delayMs, maxDelayMs, id } = fault;
    const share = chance(this.#seed, "delay", id, ++this.#draws);
    return { effect: "delay", delayMs: Math.round(delayMs + (maxDelayMs - delayMs) * share) };
  }

  #hits({ operation, probability = 1, id }: Fault, target: FaultTarget): boolean {
    // A download is no operation of the contract: it is hit only by what names it.
    if (operation === undefined ? target === "downloadVideo" : operation !== target) return false;
    return probability >= 1 || chance(this.#seed, "fault", id, ++this.#draws) < probability;
  }
}
